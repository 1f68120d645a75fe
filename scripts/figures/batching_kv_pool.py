"""A toy continuous batch: 256 equal requests share a KV pool that holds 77 of them at full length.

The scheduler admits a request if its present tokens fit, reserves nothing for its output, and on a full pool preempts
the last admitted request, whose KV is dropped and prefilled again later; tokens already sampled are kept.
"""

from dataclasses import dataclass, field

from matplotlib.figure import Figure

from scripts.figures.style import BLUE, GREEN, INK, MUTED, ORANGE, new_figure

POOL, REQUESTS, PROMPT, FINAL = 638_839, 256, 1_024, 8_192
SAMPLE = 80

LABELS = {
    "KV tokens, thousands": {"zh": "KV，千 token", "pt": "KV, mil tokens"},
    "requests": {"zh": "请求数", "pt": "requisições"},
    "engine step": {"zh": "引擎步", "pt": "passo do motor"},
    "pool": {"zh": "KV 池", "pt": "pool de KV"},
    "running": {"zh": "运行", "pt": "em execução"},
    "waiting": {"zh": "等待", "pt": "em espera"},
    "first preemption": {"zh": "首次抢占", "pt": "1ª preempção"},
}


@dataclass
class Run:
    """One value per engine step, and totals over the run."""

    used: list[int] = field(default_factory=list)
    running: list[int] = field(default_factory=list)
    waiting: list[int] = field(default_factory=list)
    preempted_at: list[int] = field(default_factory=list)
    prefilled_again: list[int] = field(default_factory=list)
    lost_at: list[int] = field(default_factory=list)


def simulate(most_running: int = REQUESTS) -> Run:
    """Decode all requests, one token per running request and step; `most_running` caps admission."""
    run = Run()
    waiting = [PROMPT] * REQUESTS
    running: list[int] = []
    used = 0
    while waiting or running:
        while waiting and len(running) < most_running and used + waiting[0] + len(running) + 1 <= POOL:
            length = waiting.pop(0)
            if length > PROMPT:
                run.prefilled_again.append(length)
            running.append(length)
            used += length
        while used + len(running) > POOL:
            victim = running.pop()
            used -= victim
            waiting.insert(0, victim)
            run.preempted_at.append(len(run.used))
            run.lost_at.append(victim)
        running = [length + 1 for length in running]
        used += len(running)
        run.used.append(used)
        run.running.append(len(running))
        run.waiting.append(len(waiting))
        if running and max(running) == FINAL:
            used -= FINAL * running.count(FINAL)
            running = [length for length in running if length < FINAL]
    return run


def jumps(values: list[int], step: int) -> bool:
    """Whether the curve has a jump beside this step, which a sampled curve would slant."""
    return any(abs(after - before) > 10 for before, after in zip(values[step - 1 : step + 1], values[step : step + 2], strict=False))


def draw() -> Figure:
    run = simulate()
    last = len(run.used) - 1
    steps = [step for step in range(last + 1) if step % SAMPLE == 0 or step == last or jumps(run.running, step)]
    first = run.preempted_at[0]
    figure = new_figure(3.7)
    top, bottom = figure.subplots(2, 1, sharex=True)

    top.plot(steps, [run.used[step] / 1000 for step in steps], color=GREEN, linewidth=1.4)
    top.axhline(POOL / 1000, color=INK, linewidth=1, linestyle=(0, (4, 2)))
    top.text(last, POOL / 1000 + 14, "pool", ha="right", va="bottom")
    top.set(ylim=(0, 780), yticks=(0, 300, 600))
    top.set_title("KV tokens, thousands", loc="left")

    bottom.plot(steps, [run.running[step] for step in steps], color=BLUE)
    bottom.plot(steps, [run.waiting[step] for step in steps], color=ORANGE, linestyle=(0, (5, 1.5)))
    bottom.text(2_700, 205, "running", color=BLUE, ha="left", va="center")
    bottom.text(7_450, 178, "waiting", color=ORANGE, ha="left", va="center")
    bottom.set(ylim=(0, 275), yticks=(0, 100, 200), xlim=(0, 17_000), xlabel="engine step")
    bottom.set_title("requests", loc="left")
    bottom.set_xticks((0, 5_000, 10_000, 15_000), ("0", "5,000", "10,000", "15,000"))

    for axes in (top, bottom):
        axes.axvline(first, color=MUTED, linewidth=0.9, linestyle=(0, (1, 1.5)))
    top.text(first + 250, 60, "first preemption", color=MUTED, ha="left", va="bottom")
    return figure
