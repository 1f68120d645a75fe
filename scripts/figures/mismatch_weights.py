"""What the weights and masks do: the weight applied to a token, and the ratios a rule keeps.

Above, the weight against w = π_old/μ. Below, the kept band of ratios against the engine's probability μ of the
sampled token: IcePop's is fixed, KPop bounds a two-outcome KL in both directions, DPPO bounds the difference of
probabilities. No ratio can exceed 1/μ.
"""

import numpy as np
from matplotlib.figure import Figure

from scripts.figures.style import BLUE, GREEN, GRID, INK, MUTED, ORANGE, PURPLE, new_figure

CAP = 2.0
BAND = (0.5, 5.0)
PHI = 0.05
DELTA = 0.2
ENGINE = np.geomspace(0.01, 0.9, 61)

LABELS = {
    "applied weight": {"zh": "实际权重", "pt": "peso aplicado"},
    "w = π_old/μ of the token": {"zh": "该 token 的 w = π_old/μ", "pt": "w = π_old/μ do token"},
    "TIS": {"zh": "TIS", "pt": "TIS"},
    "IcePop [0.5, 5]": {"zh": "IcePop [0.5, 5]", "pt": "IcePop [0,5; 5]"},
    "no weight": {"zh": "不加权", "pt": "sem peso"},
    "kept ratios": {"zh": "保留的比率", "pt": "razões mantidas"},
    "engine's probability μ of the token": {"zh": "引擎给该 token 的概率 μ", "pt": "probabilidade μ do token no motor"},
    "IcePop": {"zh": "IcePop", "pt": "IcePop"},
    "KPop, φ = 0.05": {"zh": "KPop，φ = 0.05", "pt": "KPop, φ = 0,05"},
    "DPPO, 0.2": {"zh": "DPPO，0.2", "pt": "DPPO, 0,2"},
    "limit 1/μ": {"zh": "上限 1/μ", "pt": "limite 1/μ"},
}


def truncated(w: np.ndarray) -> np.ndarray:
    return np.minimum(w, CAP)


def icepop(w: np.ndarray) -> np.ndarray:
    return np.where((w >= BAND[0]) & (w <= BAND[1]), w, 0.0)


def two_outcome_kl(p, q):
    """KL between two distributions over "this token" and "any other", in nats."""
    return p * np.log(p / q) + (1 - p) * np.log((1 - p) / (1 - q))


def kpop_band(mu: float, phi: float) -> tuple[float, float]:
    """The smallest and largest ratio for which both two-outcome KLs stay within phi, by bisection."""

    def allowed(ratio: float) -> bool:
        p = ratio * mu
        return max(two_outcome_kl(p, mu), two_outcome_kl(mu, p)) <= phi

    def edge(inside: float, outside: float) -> float:
        for _ in range(80):
            middle = (inside * outside) ** 0.5
            inside, outside = (middle, outside) if allowed(middle) else (inside, middle)
        return inside

    return edge(1.0, 1e-9), edge(1.0, (1 - 1e-12) / mu)


def draw() -> Figure:
    figure = new_figure(5.0)
    above, below = figure.subplots(2, 1)

    w = np.geomspace(0.1, 10, 61)
    above.plot(w, np.ones_like(w), color=MUTED, linestyle=":")
    above.plot([0.1, *w[w < CAP], CAP, 10], [0.1, *w[w < CAP], CAP, CAP], color=BLUE)
    kept = np.geomspace(*BAND, 30)
    above.plot([0.1, BAND[0], *kept, BAND[1], 10], [0, 0, *kept, 0, 0], color=ORANGE, linestyle="--")
    above.text(9.6, 2.15, "TIS", color=BLUE, ha="right", va="bottom")
    above.text(3.9, 4.6, "IcePop [0.5, 5]", color=ORANGE, ha="right", va="center")
    above.text(4.7, 1.08, "no weight", color=MUTED, ha="right", va="bottom")
    above.set(xscale="log", xlim=(0.1, 10), ylim=(-0.15, 5.3), ylabel="applied weight", xlabel="w = π_old/μ of the token")
    above.set_xticks([0.1, 0.5, 1, 2, 5, 10], ["0.1", "0.5", "1", "2", "5", "10"])
    above.set_yticks([0, 1, 2, 5], ["0", "1", "2", "5"])

    bands = np.array([kpop_band(mu, PHI) for mu in ENGINE])
    below.axhspan(*BAND, color=GRID, alpha=0.5, linewidth=0)
    below.plot(ENGINE, 1 / ENGINE, color=MUTED, linestyle=":")
    for edge in BAND:
        below.plot([0.01, 0.9], [edge, edge], color=ORANGE, linestyle="--")
    for column in (0, 1):
        below.plot(ENGINE, bands[:, column], color=PURPLE)
    below.plot(ENGINE, np.minimum(1 + DELTA / ENGINE, 1 / ENGINE), color=GREEN, linestyle="-.")
    low = np.geomspace(DELTA + 0.001, 0.9, 60)
    below.plot(low, 1 - DELTA / low, color=GREEN, linestyle="-.")
    below.axhline(1, color=INK, linewidth=0.6)
    below.text(0.011, 0.53, "IcePop", color=ORANGE, va="bottom")
    below.text(0.0115, 1.75, "KPop, φ = 0.05", color=PURPLE, va="center")
    below.text(0.03, 12, "DPPO, 0.2", color=GREEN, va="center")
    below.text(0.04, 60, "limit 1/μ", color=MUTED, va="center")
    below.set(xscale="log", yscale="log", xlim=(0.01, 0.9), ylim=(0.1, 110), ylabel="kept ratios")
    below.set_xlabel("engine's probability μ of the token")
    below.set_xticks([0.01, 0.1, 0.5], ["0.01", "0.1", "0.5"])
    below.set_yticks([0.1, 0.5, 1, 5, 20], ["0.1", "0.5", "1", "5", "20"])
    for axes in (above, below):
        axes.minorticks_off()
    return figure
