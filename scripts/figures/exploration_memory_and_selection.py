"""What exploration leaves behind, and what a selector makes of it.

Above: six queries of one kind, each solved with probability 0.1 by one sample. Test-time search draws 64 answers a
query and returns one that its verifier accepts; the next query starts again. RL spends the same samples on updates
of one shared logit by the exact policy gradient, with the same verifier as reward. Below: pass@k, selected@k and
pass^k for two problems with solve rates 0.9 and 0.1.
"""

import numpy as np
from matplotlib.figure import Figure

from scripts.figures.style import BLUE, GREEN, INK, MUTED, ORANGE, PURPLE, new_figure

TRUE_ACCEPTED = 0.95
FALSE_ACCEPTED = 0.05
SOLVE_RATE = 0.1
SOLVE_RATES = (0.9, 0.1)
QUERIES = 6
PER_QUERY = 64
GROUP = 16
STEP = 2.0

LABELS = {
    "P(answer is right)": {"zh": "答对的概率", "pt": "P(resposta certa)"},
    "samples drawn": {"zh": "已采样本数", "pt": "amostras geradas"},
    "RL: the weights keep it": {"zh": "RL：权重记住", "pt": "RL: fica nos pesos"},
    "search: starts again": {"zh": "搜索：每题重来", "pt": "busca: recomeça"},
    "share solved": {"zh": "解出比例", "pt": "fração resolvida"},
    "attempts k": {"zh": "尝试次数 k", "pt": "tentativas k"},
    "pass@k: found": {"zh": "pass@k：采到过", "pt": "pass@k: encontrada"},
    "selected@k: returned": {"zh": "selected@k：选出来", "pt": "selected@k: devolvida"},
    "pass^k: all k right": {"zh": "pass^k：k 次全对", "pt": "pass^k: todas certas"},
    "regret": {"zh": "遗憾", "pt": "arrependimento"},
}


def selected(solve_rate: float, samples: np.ndarray | int) -> np.ndarray | float:
    """P(the returned answer is right): a random accepted answer, or a random one if none was accepted."""
    accepted = solve_rate * TRUE_ACCEPTED + (1 - solve_rate) * FALSE_ACCEPTED
    none = (1 - accepted) ** samples
    return (1 - none) * solve_rate * TRUE_ACCEPTED / accepted + none * solve_rate * (1 - TRUE_ACCEPTED) / (1 - accepted)


def trained() -> np.ndarray:
    """Solve rate before and after every update; the noisy reward scales the gradient by the difference of the rates."""
    logit = np.log(SOLVE_RATE / (1 - SOLVE_RATE))
    rates = [SOLVE_RATE]
    for _ in range(QUERIES * PER_QUERY // GROUP):
        logit += STEP * (TRUE_ACCEPTED - FALSE_ACCEPTED) * rates[-1] * (1 - rates[-1])
        rates.append(1 / (1 + np.exp(-logit)))
    return np.array(rates)


def three_numbers(attempts: np.ndarray) -> dict[str, np.ndarray]:
    """Means over the two problems."""
    rates = np.array(SOLVE_RATES)[:, None]
    return {
        "pass@k": (1 - (1 - rates) ** attempts).mean(axis=0),
        "selected@k": np.mean([selected(rate, attempts) for rate in SOLVE_RATES], axis=0),
        "pass^k": (rates**attempts).mean(axis=0),
    }


def draw() -> Figure:
    figure = new_figure(5.2)
    top, bottom = figure.subplots(2, 1)
    within = np.arange(1, PER_QUERY + 1)
    for query in range(QUERIES):
        top.plot(query * PER_QUERY + within, selected(SOLVE_RATE, within), color=ORANGE)
        if query:
            top.axvline(query * PER_QUERY, ymax=0.67, color=MUTED, linewidth=0.6, linestyle=(0, (2, 2)))
    rates = trained()
    top.step(GROUP * np.arange(len(rates)), rates, where="post", color=BLUE)
    top.set(xlim=(0, QUERIES * PER_QUERY), ylim=(0, 1.02))
    top.set_xticks([0, 64, 128, 192, 256, 320, 384])
    top.set_yticks([0, 0.5, 1], ["0", "0.5", "1"])
    top.set_xlabel("samples drawn")
    top.set_title("P(answer is right)", loc="left")
    top.text(380, 0.8, "RL: the weights keep it", color=BLUE, fontsize=9, ha="right")
    top.text(380, 0.04, "search: starts again", color=ORANGE, fontsize=9, ha="right")
    attempts = np.arange(1, PER_QUERY + 1)
    numbers = three_numbers(attempts)
    bottom.fill_between(attempts, numbers["selected@k"], numbers["pass@k"], color=ORANGE, alpha=0.18, linewidth=0)
    bottom.plot(attempts, numbers["pass@k"], color=GREEN)
    bottom.plot(attempts, numbers["selected@k"], color=ORANGE)
    bottom.plot(attempts, numbers["pass^k"], color=PURPLE)
    bottom.axhline(0.5, color=MUTED, linewidth=0.8, linestyle=(0, (2, 2)))
    bottom.set_xscale("log", base=2)
    bottom.set(xlim=(1, PER_QUERY), ylim=(0, 1.02))
    bottom.set_xticks([1, 2, 4, 8, 16, 32, 64], ["1", "2", "4", "8", "16", "32", "64"])
    bottom.minorticks_off()
    bottom.set_yticks([0, 0.5, 1], ["0", "0.5", "1"])
    bottom.set_xlabel("attempts k")
    bottom.set_title("share solved", loc="left")
    bottom.text(1.15, 0.9, "pass@k: found", color=GREEN, fontsize=9)
    bottom.text(7.5, 0.6, "selected@k: returned", color=ORANGE, fontsize=9)
    bottom.text(7.5, 0.27, "pass^k: all k right", color=PURPLE, fontsize=9)
    bottom.text(26, 0.885, "regret", color=INK, fontsize=9)
    return figure
