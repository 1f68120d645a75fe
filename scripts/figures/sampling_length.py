"""Why the weight of a whole answer dies with length: cumulative products, and the effective sample size.

Token log-ratios are independent and normal with mean −σ²/2 and variance σ², so that every weight has mean 1. The
mean of the k₃ estimator is then σ²/2 nats per token, and the ESS share of the product over T tokens is exp(−Tσ²).
"""

import numpy as np
from matplotlib.figure import Figure

from scripts.figures.style import BLUE, GREEN, GRID, INK, MUTED, ORANGE, PURPLE, new_figure

SIGMA = 0.05
TOKENS = 1000
ANSWERS = 8
SEED = 5
STEP = 50
PER_TOKEN_KL = (1e-2, 1e-3, 1e-4, 1e-5)

LABELS = {
    "product of the first t ratios": {"zh": "前 t 个比率之积", "pt": "produto das t primeiras razões"},
    "token t": {"zh": "第 t 个 token", "pt": "token t"},
    "median": {"zh": "中位数", "pt": "mediana"},
    "mean 1": {"zh": "均值 1", "pt": "média 1"},
    "ESS share": {"zh": "ESS 占比", "pt": "fração de ESS"},
    "answer length T": {"zh": "回答长度 T", "pt": "comprimento T da resposta"},
    "KL per token": {"zh": "每 token 的 KL", "pt": "KL por token"},
}


def ess_share(length: float | np.ndarray, per_token_kl: float) -> float | np.ndarray:
    """exp(−Tσ²) with σ² = 2·KL."""
    return np.exp(-2 * per_token_kl * length)


def products() -> np.ndarray:
    """Cumulative products of simulated token ratios, one row per answer, at every fiftieth token."""
    noise = np.random.default_rng(SEED).normal(-(SIGMA**2) / 2, SIGMA, (ANSWERS, TOKENS))
    paths = np.exp(np.cumsum(noise, axis=1))
    return np.hstack([np.ones((ANSWERS, 1)), paths[:, STEP - 1 :: STEP]])


def draw() -> Figure:
    figure = new_figure(4.6)
    top, bottom = figure.subplots(2, 1)
    steps = np.arange(0, TOKENS + 1, STEP)
    paths = products()
    highest = int(paths[:, -1].argmax())
    for row, path in enumerate(paths):
        top.plot(steps, path, color=ORANGE if row == highest else GRID, linewidth=1.6 if row == highest else 1.1)
    top.axhline(1, color=INK, linewidth=0.9)
    top.plot([0, TOKENS], [1, np.exp(-TOKENS * SIGMA**2 / 2)], color=BLUE, linestyle=(0, (4, 2)))
    top.set_yscale("log")
    top.set(xlim=(0, TOKENS), ylim=(0.02, 14))
    top.set_yticks([0.1, 1, 10], ["0.1", "1", "10"])
    top.minorticks_off()
    top.set_xticks([0, 500, 1000], ["0", "500", "1000"])
    top.set_xlabel("token t")
    top.set_title("product of the first t ratios", loc="left")
    lengths = np.logspace(1, 5, 41)
    for per_token, colour, place in zip(PER_TOKEN_KL, (PURPLE, ORANGE, GREEN, BLUE), (48, 480, 4800, 48000), strict=True):
        share = ess_share(lengths, per_token)
        shown = share > 0.004
        bottom.plot(lengths[shown], share[shown], color=colour)
        exponent = int(round(np.log10(per_token)))
        bottom.text(
            place, 0.47, "10" + {-2: "⁻²", -3: "⁻³", -4: "⁻⁴", -5: "⁻⁵"}[exponent], color=colour, fontsize=9, ha="left"
        )
    bottom.axhline(0.1, color=MUTED, linewidth=0.8, linestyle=(0, (2, 2)))
    bottom.set_xscale("log")
    bottom.minorticks_off()
    bottom.set(xlim=(10, 1e5), ylim=(0, 1.02))
    bottom.set_xticks([10, 100, 1000, 10000, 100000], ["10", "10²", "10³", "10⁴", "10⁵"])
    bottom.set_yticks([0, 0.1, 0.5, 1], ["0", "0.1", "0.5", "1"])
    bottom.set_xlabel("answer length T")
    bottom.set_title("ESS share", loc="left")
    bottom.text(11, 0.2, "KL per token", color=MUTED, fontsize=8)
    top.text(20, 0.045, "median", color=BLUE, fontsize=8)
    top.text(20, 4, "mean 1", color=INK, fontsize=8)
    return figure
