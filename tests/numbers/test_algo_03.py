"""Every worked number of algo-03, recomputed from the formulas the page states."""

from itertools import product
from math import e, exp, log, sqrt

import numpy as np
import pytest

from scripts.figures import reward_exploit
from tests.numbers.shown import assert_shown, page_text, up_to_date

QUESTION = "algo-03"
FALSE_POSITIVE, FALSE_NEGATIVE = 0.2, 0.05


def shown(places: int, *values: float) -> None:
    for value in values:
        assert_shown(QUESTION, value, places)


def says(*texts: str) -> None:
    for edition in up_to_date(QUESTION):
        for text in texts:
            assert text in page_text(QUESTION, edition), f"{QUESTION} ({edition}) does not say {text}"


def mixed(rate: float, group: int) -> float:
    """The chance that a group has both outcomes, over all outcomes of the group."""
    if group > 12:
        return 1 - rate**group - (1 - rate) ** group
    chances = (
        rate ** sum(outcome) * (1 - rate) ** (group - sum(outcome))
        for outcome in product((0, 1), repeat=group)
        if 0 < sum(outcome) < group
    )
    return sum(chances)


def accepted(rate: float, positive: float = FALSE_POSITIVE, negative: float = FALSE_NEGATIVE) -> float:
    return positive * (1 - rate) + (1 - negative) * rate


def precision(rate: float) -> float:
    return (1 - FALSE_NEGATIVE) * rate / accepted(rate)


def standardised(rewards) -> np.ndarray:
    rewards = np.asarray(rewards, float)
    return (rewards - rewards.mean()) / rewards.std()


def test_chance_of_a_mixed_group():
    shown(3, mixed(0.02, 8), mixed(0.02, 64), mixed(0.05, 8))
    assert mixed(0.02, 8) == pytest.approx(1 - 0.02**8 - 0.98**8)


@pytest.mark.parametrize(("positive", "negative"), [(0.2, 0.05), (0.5, 0.5), (0.6, 0.5)])
def test_noisy_verifier_shrinks_or_reverses_the_gradient(positive, negative):
    mean = accepted(0.3, positive, negative)
    step = 1e-6
    slope = (accepted(0.3 + step, positive, negative) - accepted(0.3 - step, positive, negative)) / (2 * step)
    assert slope == pytest.approx(1 - positive - negative, abs=1e-9)
    row = f"| {positive} | {negative} | {round(mean, 3):g} | {round(1 - positive - negative, 2):g} |"
    says(row.replace("-0 ", "0 "))


def test_share_of_correct_answers_among_the_accepted():
    shown(3, precision(0.3), precision(0.02))
    assert round(1 - precision(0.02), 1) == 0.9
    simulated = np.random.default_rng(0).random((2, 400_000))
    correct = simulated[0] < 0.3
    passed = np.where(correct, simulated[1] < 1 - FALSE_NEGATIVE, simulated[1] < FALSE_POSITIVE)
    assert correct[passed].mean() == pytest.approx(precision(0.3), abs=0.005)


def test_std_division_hits_hard_prompts():
    kept = {}
    for rate in (0.3, 0.02):
        q = accepted(rate)
        noisy = (1 - FALSE_POSITIVE - FALSE_NEGATIVE) / sqrt(q * (1 - q))
        kept[rate] = noisy * sqrt(rate * (1 - rate))
        shown(1, 100 * kept[rate])
    assert kept[0.02] < kept[0.3]


def test_exploit_only_ties_when_one_form_of_correct_answer_is_always_accepted():
    start, rates = np.array([0.285, 0.015, 0.699, 0.001]), np.array([1, 0, 0.2, 1])
    weights = start * np.exp(rates * 400)
    policy = weights / weights.sum()
    assert policy[0] / policy[3] == pytest.approx(285)
    assert policy[1] < 1e-6


def test_false_negatives_hit_easy_prompts():
    def kept(rate):
        q = accepted(rate, 0, 0.2)
        return 0.8 / sqrt(q * (1 - q)) * sqrt(rate * (1 - rate))

    assert kept(0.98) < kept(0.5) < kept(0.02)


def test_backward_correction():
    scale = 1 - FALSE_POSITIVE - FALSE_NEGATIVE
    rewards = np.array([1, 1, 0, 1, 0, 0, 0, 0], float)
    assert standardised((rewards - FALSE_POSITIVE) / scale) == pytest.approx(standardised(rewards))
    q = accepted(0.3)
    assert (q - FALSE_POSITIVE) / scale == pytest.approx(0.3)
    shown(2, q * (1 - q) / scale**2 / (0.3 * 0.7))


def test_forward_weights_need_the_false_negative_rate_alone():
    up, down = FALSE_NEGATIVE, FALSE_NEGATIVE - 1
    assert (1 - FALSE_NEGATIVE) * up + FALSE_NEGATIVE * down == pytest.approx(0)
    wrong = FALSE_POSITIVE * up + (1 - FALSE_POSITIVE) * down
    assert wrong == pytest.approx(-(1 - FALSE_POSITIVE - FALSE_NEGATIVE))


@pytest.mark.parametrize("strength", [0, 10, 50, 100, 200])
def test_exploit_table(strength):
    start, rates = np.array([0.3, 0.699, 0.001]), np.array([0.95, 0.2, 1.0])
    weights = start * np.exp(rates * strength)
    policy = weights / weights.sum()
    says(f"| {strength} | {policy @ rates:.3f} | {policy[0]:.3f} | {policy[2]:.3f} |")
    figure = reward_exploit.policy(strength, reward_exploit.EXPLOIT)
    assert figure == pytest.approx(policy)
    assert reward_exploit.measured(figure) == pytest.approx(policy @ rates)


def test_measured_reward_only_rises_while_accuracy_falls():
    strengths = np.geomspace(0.1, 1000, 300)
    policies = reward_exploit.policy(strengths, reward_exploit.EXPLOIT)
    assert (np.diff(reward_exploit.measured(policies)) >= -1e-12).all()
    assert policies[:, 0].max() > 0.99 and policies[-1, 0] < 1e-6
    clean = reward_exploit.policy(strengths, 0.0)
    assert (np.diff(clean[:, 0]) >= 0).all() and clean[-1, 0] == pytest.approx(1)


def test_rarity_only_delays():
    balance = log(0.3 / 0.001) / FALSE_NEGATIVE
    rare = log(0.3 / 1e-6) / FALSE_NEGATIVE
    shown(0, balance, rare)
    for strength, exploit in ((balance, 1e-3), (rare, 1e-6)):
        policy = reward_exploit.policy(strength, exploit)
        assert policy[0] == pytest.approx(policy[2], rel=1e-6)
    assert log(0.3 / 0.001) / (FALSE_NEGATIVE / 2) == pytest.approx(2 * balance)
    shown(1, -log(0.001), -log(1e-6))
    assert f"{100 * 0.001 / (0.001 + 0.0001):.0f}" == "91"
    says("91%")


def test_shaping_by_hand():
    rewards, potential = [0, 0, 1], [0.1, 0.4, 0.7, 0]
    for discount, places in ((1, 1), (0.9, 2)):
        shaped = [rewards[t] + discount * potential[t + 1] - potential[t] for t in range(3)]
        total = sum(discount**t * shaped[t] for t in range(3))
        assert total == pytest.approx(sum(discount**t * rewards[t] for t in range(3)) - potential[0])
        shown(places, total)
        if discount == 1:
            assert shaped == pytest.approx([0.3] * 3)
            assert np.cumsum(shaped[::-1])[::-1] == pytest.approx([1 - p for p in potential[:3]])
    shown(2, 0.9**2)
    given_up = sum(potential[t + 1] - potential[t] for t in range(2))
    shown(1, given_up)


def test_constant_end_potential_pays_for_stopping_early():
    shown(3, 0.5 * 0.95**5, 0.5 * 0.95**20)


def test_shaping_cancels_in_the_group():
    returns = np.array([1, 0, 0, 1.0])
    assert standardised(returns - 0.1) == pytest.approx(standardised(returns))


def test_process_scores():
    says("| 2.7 | 0.729 | 0.9 |", "| 6.0 | 0.006 | 0.6 |")
    for steps, score, total, product_, least in ((3, 0.9, 2.7, 0.729, 0.9), (10, 0.6, 6.0, 0.006, 0.6)):
        scores = np.full(steps, score)
        assert (scores.sum(), round(scores.prod(), 3), scores.min()) == pytest.approx((total, product_, least))
    shown(3, 1 - 0.9**8)


def test_bradley_terry():
    shown(1, *(100 / (1 + exp(-gap)) for gap in (1.5, 0.5)))


def test_over_optimisation_peaks():
    alpha, beta = 1.0, 0.25
    distance = np.linspace(0.01, 40, 400_000)
    best_of_n = distance * (alpha - beta * distance)
    rl = distance * (alpha - beta * np.log(distance))
    assert distance[best_of_n.argmax()] == pytest.approx(alpha / (2 * beta), abs=1e-3)
    assert distance[rl.argmax()] == pytest.approx(e ** (alpha / beta - 1), abs=1e-3)
    assert best_of_n.max() == pytest.approx(1.0, abs=1e-6)
    shown(2, e**3, rl.max())
    shown(0, e**6, 4)


def test_combinations():
    correct, form = np.array([1, 0, 0, 1.0]), np.array([1, 1, 0, 0.0])
    columns = [standardised(correct + form), standardised(correct + 0.2 * form), standardised(correct * form)]
    for column in columns:
        shown(3, *column[np.abs(column) > 1e-9])
    decoupled = standardised(correct) + standardised(form)
    assert decoupled == pytest.approx([2, 0, -2, 0])
    assert decoupled == pytest.approx(columns[0] * sqrt(2))
    assert correct.std() == form.std() == 0.5
    assert columns[0][1] == pytest.approx(columns[0][3])


def test_decoupling_separates_groups_that_the_sum_merges():
    one, two = np.array([[0, 0], [0, 1]]), np.array([[0, 0], [1, 1]])
    assert standardised(one.sum(1)) == pytest.approx(standardised(two.sum(1)))
    assert standardised(one[:, 1]) == pytest.approx([-1, 1])
    assert sum(standardised(reward) for reward in two.T) == pytest.approx([-2, 2])


def test_small_bonus_on_a_solved_group():
    shown(3, *standardised([1.00, 0.99, 0.98, 0.97]))


@pytest.mark.parametrize(("length", "text"), [(16384, "0"), (17408, "-0.25"), (18432, "-0.5"), (20480, "-1")])
def test_soft_overlong_punishment(length, text):
    limit, cache = 20480, 4096
    assert max(min((limit - cache - length) / cache, 0), -1) == float(text)
    says(str(length), text)


def test_overlong_term_without_a_floor():
    shown(3, (20480 - 4096 - 21000) / 4096)


@pytest.mark.parametrize(
    ("correct", "rewards"),
    [
        ((1, 1, 0, 0), (0.5, 0.25, -0.25, -0.5)),
        ((0, 1, 1, 1), (0, 0.25, -0.25, -0.5)),
        ((0, 0, 0, 0), (0, 0, -0.25, -0.5)),
    ],
)
def test_length_reward_of_kimi(correct, rewards):
    lengths = np.array([1000, 2000, 4000, 5000])
    share = 0.5 - (lengths - lengths.min()) / (lengths.max() - lengths.min())
    assert np.where(correct, share, np.minimum(0, share)) == pytest.approx(rewards)
    for edition in up_to_date(QUESTION):
        text = page_text(QUESTION, edition)
        separators = (", ", "; ", "、")
        assert any(separator.join(f"{reward:g}" for reward in rewards) in text for separator in separators)


def test_turn_cost_on_a_failed_group():
    shown(3, *standardised(-0.01 * np.array([5, 10, 20, 40])))


def test_honeypots():
    bound = 1 - 0.05 ** (1 / 300)
    shown(1, 100 * bound)
    assert bound < 0.01


def test_random_reward_control():
    shown(1, 29.1 - 21.4)
    rewards = np.array([1, 0, 0, 1.0, 0])
    scores = np.array([0.3, -0.2, 0.9, 0.1, -0.7])
    shuffled = [standardised(np.roll(rewards, shift)) @ scores for shift in range(len(rewards))]
    assert np.mean(shuffled) == pytest.approx(0)


def test_audit_recovers_the_rates():
    share = accepted(0.3)
    wrong_accepted, correct_rejected = 1 - precision(0.3), FALSE_NEGATIVE * 0.3 / (1 - share)
    shown(1, 100 * share, 100 * wrong_accepted, 100 * correct_rejected)
    shown(3, share, 1 - share, precision(0.3), correct_rejected)
    rate = share * precision(0.3) + (1 - share) * correct_rejected
    assert rate == pytest.approx(0.3)
    assert share * wrong_accepted / (1 - rate) == pytest.approx(FALSE_POSITIVE)
    assert (1 - share) * correct_rejected / rate == pytest.approx(FALSE_NEGATIVE)
    shown(2, share * wrong_accepted)
    shown(3, (1 - share) * correct_rejected)
