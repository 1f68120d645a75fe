"""Memory per GPU over one GRPO step: what each phase needs, and what merely stays resident."""

from matplotlib.figure import Figure
from matplotlib.patches import Patch

from scripts.figures.style import BLUE, GREEN, INK, MUTED, ORANGE, PURPLE, new_figure

GB = 1e9
CARD = 80.0

# Qwen2.5-7B: hidden size, layers, MLP width, KV heads, head width, vocabulary, parameters.
H, LAYERS, MLP, KV_HEADS, HEAD, VOCABULARY = 3584, 28, 18944, 4, 128, 152064
PARAMETERS = 7_615_616_512
# The box: FSDP over 8 GPUs, engine TP2, 40 GB of KV per GPU, 16,384 tokens per micro-batch, 2 GiB sync bucket.
SHARDS, ENGINE_TP, TOKENS = 8, 2, 16_384

MASTER = 4 * PARAMETERS / SHARDS / GB
GRADIENTS = 4 * PARAMETERS / SHARDS / GB
MOMENTS = 8 * PARAMETERS / SHARDS / GB
REFERENCE = 2 * PARAMETERS / SHARDS / GB
ENGINE = 2 * PARAMETERS / ENGINE_TP / GB
KV = 40.0
LAYER = (12 * H + 4 * KV_HEADS * HEAD + 8 * MLP) * TOKENS / GB
CHECKPOINTED = 2 * H * LAYERS * TOKENS / GB + LAYER
LOGITS = 7 * VOCABULARY * TOKENS / GB
BUCKET = 2048 * 2**20 / GB

PHASES = ("generate", "log-prob", "update", "sync")
IN_USE = {
    "generate": {"engine": ENGINE, "kv": KV},
    "log-prob": {"train": MASTER, "reference": REFERENCE, "work": LAYER, "logits": LOGITS},
    "update": {"train": MASTER + GRADIENTS + MOMENTS, "work": CHECKPOINTED, "logits": LOGITS},
    "sync": {"train": MASTER, "engine": ENGINE, "work": BUCKET},
}
RESIDENT = {"train": MASTER + MOMENTS, "reference": REFERENCE, "engine": ENGINE, "kv": KV}
"""What stays allocated between uses; FSDP drops its gradients after the optimizer step."""

SETTINGS = {
    "nothing freed": {phase: ("train", "reference", "engine", "kv") for phase in PHASES},
    "engine sleeps while training": {
        "generate": ("train", "reference", "engine", "kv"),
        "log-prob": ("train", "reference"),
        "update": ("train", "reference"),
        "sync": ("train", "reference", "engine"),
    },
    "sleep + offload, ref on CPU": {phase: () for phase in PHASES},
}

PARTS = {
    "train": ("train state", BLUE),
    "reference": ("reference", PURPLE),
    "engine": ("engine weights", ORANGE),
    "kv": ("KV cache", GREEN),
    "work": ("activations / bucket", INK),
    "logits": ("logits", MUTED),
}

LABELS = {
    "generate": {"zh": "生成", "pt": "geração"},
    "log-prob": {"zh": "log-prob", "pt": "log-prob"},
    "update": {"zh": "更新", "pt": "atualização"},
    "sync": {"zh": "同步权重", "pt": "sincronização"},
    "GB per GPU": {"zh": "每卡 GB", "pt": "GB por GPU"},
    "nothing freed": {"zh": "什么都不释放", "pt": "nada é liberado"},
    "engine sleeps while training": {"zh": "训练时引擎休眠", "pt": "o motor dorme durante o treino"},
    "sleep + offload, ref on CPU": {"zh": "休眠 + offload，参考模型在 CPU", "pt": "sleep + offload, referência na CPU"},
    "train state": {"zh": "训练状态", "pt": "estado de treino"},
    "reference": {"zh": "参考模型", "pt": "referência"},
    "engine weights": {"zh": "引擎权重", "pt": "pesos do motor"},
    "KV cache": {"zh": "KV cache", "pt": "cache KV"},
    "activations / bucket": {"zh": "激活值 / 同步桶", "pt": "ativações / buffer"},
    "logits": {"zh": "logits", "pt": "logits"},
    "pale: resident but idle": {"zh": "浅色：占着却闲置", "pt": "claro: residente, ocioso"},
}


def blocks(setting: str, phase: str) -> list[tuple[str, float, bool]]:
    """The phase's memory from bottom to top: part, GB, and whether the phase uses it."""
    stack = []
    for part in PARTS:
        used = IN_USE[phase].get(part, 0.0)
        if part == "reference" and setting.startswith("sleep +"):
            used = 0.0  # streamed from host memory, one layer at a time
        idle = max(RESIDENT.get(part, 0.0) - used, 0.0) if part in SETTINGS[setting][phase] else 0.0
        stack += [(part, size, in_use) for size, in_use in ((used, True), (idle, False)) if size]
    return stack


def total(setting: str, phase: str) -> float:
    return sum(size for _, size, _ in blocks(setting, phase))


for _setting in SETTINGS:
    for _phase in PHASES:
        _number = f"{total(_setting, _phase):.1f}"
        LABELS[_number] = {"zh": _number, "pt": _number.replace(".", ",")}


def draw() -> Figure:
    figure = new_figure(5.0)
    panels = figure.subplots(len(SETTINGS), 1, sharex=True)
    for axes, setting in zip(panels, SETTINGS, strict=True):
        for x, phase in enumerate(PHASES):
            bottom = 0.0
            for part, size, in_use in blocks(setting, phase):
                alpha = 1.0 if in_use else 0.3
                axes.bar(x, size, bottom=bottom, width=0.94, color=PARTS[part][1], alpha=alpha, linewidth=0)
                bottom += size
            axes.text(x, bottom + 2, f"{bottom:.1f}", ha="center", va="bottom", fontsize=8, weight="bold")
        axes.axhline(CARD, color=INK, linewidth=1, linestyle=(0, (4, 2)))
        axes.set(ylim=(0, 108), yticks=(0, 40, CARD), xlim=(-0.52, 3.52))
        axes.set_title(setting, loc="left", weight="bold", pad=4)
        axes.tick_params(axis="x", length=0)
    panels[1].set_ylabel("GB per GPU")
    panels[-1].set_xticks(range(len(PHASES)), PHASES)
    swatches = [Patch(color=colour, label=name) for name, colour in PARTS.values()]
    swatches.append(Patch(facecolor=MUTED, alpha=0.3, label="pale: resident but idle"))
    box = {"handlelength": 1, "handleheight": 1, "handletextpad": 0.5, "columnspacing": 2}
    figure.legend(handles=swatches, loc="outside upper left", ncols=3, **box)
    return figure
