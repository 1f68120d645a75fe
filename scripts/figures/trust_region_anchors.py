"""Where a token keeps its gradient under PPO, DPPO and decoupled PPO, as its current probability varies.

The token was sampled at probability μ = 0.1 and has 0.3 under the proximal policy. PPO clips π/μ, decoupled PPO clips
π/π_prox (both at 1 ± 0.2), DPPO masks by binary TV from μ beyond 0.15. Each rule binds on one side, set by the sign
of the advantage.
"""

from matplotlib.figure import Figure

from scripts.figures.style import BLUE, GREEN, GRID, INK, MUTED, ORANGE, new_figure

BEHAVIOUR, PROXIMAL = 0.1, 0.3
EPSILON, DELTA = 0.2, 0.15
SHOWN = 0.5

LABELS = {
    "good token, A > 0": {"zh": "好 token，A > 0", "pt": "token bom, A > 0"},
    "bad token, A < 0": {"zh": "坏 token，A < 0", "pt": "token ruim, A < 0"},
    "decoupled": {"zh": "解耦 PPO", "pt": "desacopl."},
    "current probability π_θ": {"zh": "当前概率 π_θ", "pt": "probabilidade atual π_θ"},
    "π_prox = 0.3": {"zh": "π_prox = 0.3", "pt": "π_prox = 0,3"},
    "same in every language": ("PPO", "DPPO"),
}


def edges(sign: int) -> dict[str, float]:
    """The probability beyond which (above for sign 1, below for sign −1) the gradient is switched off."""
    return {
        "PPO": BEHAVIOUR * (1 + sign * EPSILON),
        "DPPO": max(0.0, BEHAVIOUR + sign * DELTA),
        "decoupled": PROXIMAL * (1 + sign * EPSILON),
    }


def draw() -> Figure:
    figure = new_figure(3.7)
    above, below = figure.subplots(2, 1, sharex=True)
    for axes, sign, title in ((above, 1, "good token, A > 0"), (below, -1, "bad token, A < 0")):
        for probability in (BEHAVIOUR, PROXIMAL):
            axes.axvline(probability, color=MUTED, linewidth=1, linestyle=(0, (3, 3)), zorder=0)
        for row, ((method, edge), colour) in enumerate(zip(edges(sign).items(), (BLUE, GREEN, ORANGE), strict=True)):
            start, end = (0, edge) if sign > 0 else (edge, SHOWN)
            axes.barh(row, SHOWN, left=0, height=0.56, color=GRID, alpha=0.45, linewidth=0)
            axes.barh(row, end - start, left=start, height=0.56, color=colour, linewidth=0)
            if 0 < edge < SHOWN:
                side = "left" if sign > 0 else "right"
                axes.text(edge + 0.008 * sign, row, f"{edge:.2f}", color=INK, ha=side, va="center", fontsize=8)
        axes.set(xlim=(0, SHOWN), ylim=(2.55, -0.55), yticks=[0, 1, 2], xticks=[0, 0.1, 0.3, 0.5])
        axes.set_yticklabels(["PPO", "DPPO", "decoupled"])
        axes.set_xticklabels(["0", "μ = 0.1", "π_prox = 0.3", "0.5"])
        axes.tick_params(length=0)
        axes.spines[["left", "bottom"]].set_visible(False)
        axes.set_title(title, loc="left")
    below.set_xlabel("current probability π_θ")
    return figure
