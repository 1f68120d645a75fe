"""Every worked number of algo-18, recomputed from the formulas the page states."""

from math import log, sqrt

import numpy as np
import pytest

from scripts.figures import reasoning_gate as figure
from tests.numbers.shown import assert_shown, page_text, up_to_date

QUESTION = "algo-18"
STARTS = (0.1, 0.05, 0.01, 0.001)


def shown(places: int, *values: float) -> None:
    for value in values:
        assert_shown(QUESTION, value, places)


def row_in_every_edition(*cells: str) -> None:
    """A table row that holds these cells next to each other."""
    wanted = " | ".join(cells) + " |"
    for edition in up_to_date(QUESTION):
        assert wanted in page_text(QUESTION, edition), f"{QUESTION} ({edition}) does not show {wanted}"


def travel(speed, start: float, end: float = 0.5) -> float:
    """Time for the logit from `start` to `end`, by the trapezoid rule on the logit; `speed` maps p to dz/dt."""
    logits = np.linspace(log(start / (1 - start)), log(end / (1 - end)), 200_001)
    slowness = 1 / speed(1 / (1 + np.exp(-logits)))
    return float(((slowness[1:] + slowness[:-1]) / 2 * np.diff(logits)).sum())


def reward_speed(gain: float = 1.0):
    return lambda rate: rate * (1 - rate) * gain


def normalised_speed(without: float, having: float):
    """The speed with the reward divided by the std of the reward itself."""

    def speed(rate):
        success = without + rate * (having - without)
        return rate * (1 - rate) * (having - without) / np.sqrt(success * (1 - success))

    return speed


def imitation_speed(rate):
    return 1 - rate


def mixed(rate: float, group: int) -> float:
    return 1 - (1 - rate) ** group - rate**group


@pytest.mark.parametrize("start", STARTS)
def test_the_closed_forms_agree_with_integration(start):
    assert figure.reward_time(start, 0.5) == pytest.approx(travel(reward_speed(), start), rel=1e-6)
    assert figure.imitation_time(start, 0.5) == pytest.approx(travel(imitation_speed, start), rel=1e-6)
    exact = 2 * (1 - 2 * start) / sqrt(start * (1 - start))
    assert travel(normalised_speed(0, 1), start) == pytest.approx(exact, rel=1e-6)


def test_the_reward_speed_is_the_gradient_of_the_success_rate():
    step, without, having = 1e-6, 0.2, 0.6

    def success(logit):
        return without + (having - without) / (1 + np.exp(-logit))

    slope = (success(-2 + step) - success(-2 - step)) / (2 * step)
    assert slope == pytest.approx(reward_speed(having - without)(1 / (1 + np.exp(2))), rel=1e-6)


@pytest.mark.parametrize("start", STARTS)
def test_table_of_times_to_one_half(start):
    times = (
        travel(reward_speed(), start),
        travel(normalised_speed(0, 1), start),
        travel(normalised_speed(0.2, 0.6), start),
        travel(imitation_speed, start),
    )
    row_in_every_edition(f"| {start:g}", *(f"{time:.1f}" for time in times))


def test_ratios_between_a_common_and_a_rare_behaviour():
    def ratio(speed):
        return travel(speed, 0.001) / travel(speed, 0.1)

    shown(0, ratio(reward_speed()), ratio(normalised_speed(0, 1)), ratio(normalised_speed(0.2, 0.6)))
    shown(1, travel(reward_speed(0.4), 0.001), 1 / 0.4)
    assert travel(reward_speed(0.4), 0.001) == pytest.approx(2.5 * travel(reward_speed(), 0.001))


def test_the_std_tends_to_a_constant_when_success_is_possible_without_the_behaviour():
    slow = normalised_speed(0.2, 0.6)
    assert slow(1e-6) / 1e-6 == pytest.approx(0.4 / sqrt(0.2 * 0.8), rel=1e-4)


def test_cold_start_then_rl():
    imitation = travel(imitation_speed, 0.001, 0.05)
    rest = travel(reward_speed(), 0.05)
    alone = travel(reward_speed(), 0.001)
    shown(1, imitation, travel(reward_speed(), 0.001, 0.05), rest, alone, alone / rest)
    shown(0, alone / rest)
    shown(1, imitation + rest)


def test_imitation_moves_the_gate_towards_its_share():
    """For a share q of traces with the behaviour, the log-likelihood has slope q − p in the logit."""
    share, logit, step = 0.3, -1.0, 1e-6

    def likelihood(z):
        rate = 1 / (1 + np.exp(-z))
        return share * np.log(rate) + (1 - share) * np.log(1 - rate)

    slope = (likelihood(logit + step) - likelihood(logit - step)) / (2 * step)
    assert slope == pytest.approx(share - 1 / (1 + np.exp(-logit)), abs=1e-6)


def test_a_group_contains_the_behaviour():
    shown(3, 1 - (1 - 0.001) ** 16, 1 - (1 - 0.05) ** 16)


def test_latent_correction_rate():
    def correction(cue):
        odds = 0.01 / 0.99 * cue
        weight = odds / (1 + odds)
        return weight, 0.5 * weight

    shown(3, correction(1)[1], *correction(50))


@pytest.mark.parametrize("step", [0.8, 0.9, 0.95, 0.99])
def test_threshold_table(step):
    row_in_every_edition(f"| {step:.2f}", f"{step**5:.3f}", f"{step**20:.3f}")


def test_a_small_test_set_shows_zero():
    shown(4, 0.8**20)
    shown(3, (1 - 0.8**20) ** 30)


def test_pooling_turns_the_sign():
    rates, having, without = np.array([0.1, 0.6]), np.array([0.9, 0.3]), np.array([0.8, 0.1])
    pooled_with = (rates * having).sum() / rates.sum()
    pooled_without = ((1 - rates) * without).sum() / (1 - rates).sum()
    row_in_every_edition(f"{rates.mean():.2f}", f"{pooled_with:.3f}", f"{pooled_without:.3f}")
    shown(2, *(having - without))
    shown(3, pooled_with - pooled_without)
    assert (having > without).all() and pooled_with < pooled_without


def test_gap_recovery_and_its_error():
    def recovered(base, hybrid, thinking):
        return (hybrid - base) / (thinking - base)

    value = recovered(40, 61, 70)
    shown(2, value)
    point, step = (40.0, 61.0, 70.0), 1e-6
    slopes = []
    for place in range(3):
        moved = list(point)
        moved[place] += step
        slopes.append((recovered(*moved) - value) / step)
    error = 2 * sqrt(sum(slope**2 for slope in slopes))
    assert error == pytest.approx(2 / 30 * sqrt(1 + (1 - value) ** 2 + value**2), rel=1e-5)
    shown(3, error)
    shown(2, error * 30 / 6)


def test_protocol_and_plan_of_an_agent():
    for valid in (0.9, 0.99):
        episode = 0.3 * valid**20
        shown(3, episode, mixed(episode, 8))


def test_no_sample_in_a_thousand():
    shown(3, 1 - 0.05 ** (1 / 1000))


def test_the_lead_after_pretraining_is_the_mean_of_three_variants():
    """Averages after pretraining in table 1 of the front-loading paper: three variants, then the base without."""
    shown(2, sum((54.98, 64.09, 64.07)) / 3 - 52.70)


def test_reported_points_are_differences_of_the_papers_scores():
    shown(1, 15.0 - 11.5, 11.5 - 3.4, 91.8 - 80.8, 80.8 - 1.3)


def test_cited_figures_stand_in_every_edition():
    shown(2, 18.57, 34.01, 37.33, 0.14)
    shown(1, 9.3, 63.3, 9.2, 57.1, 38.2, 10.8, 8.4, 6.8, 14.8, 20.7, 3.3, 6.0)


def test_the_figure_draws_what_the_caption_says():
    assert (figure.START, figure.HANDOVER, figure.LENGTHS) == (0.001, 0.05, (1, 5, 20))
    figure.draw()
