"""Draw every figure: `python -m scripts.figures` writes docs/assets/figures/<module-name>.svg."""

import importlib
import pkgutil
from pathlib import Path

import scripts.figures as package
from scripts.figures.style import to_svg

TARGET = Path(__file__).resolve().parents[2] / "docs" / "assets" / "figures"


def figures() -> dict[str, str]:
    """Each figure's file name and SVG text."""
    drawn = {}
    for module in pkgutil.iter_modules(package.__path__):
        if module.name in ("__main__", "compact", "palette", "style"):
            continue
        figure = importlib.import_module(f"scripts.figures.{module.name}")
        name = module.name.replace("_", "-")
        drawn[f"{name}.svg"] = to_svg(figure.draw(), figure.LABELS, name)
    return drawn


def main() -> None:
    TARGET.mkdir(parents=True, exist_ok=True)
    for name, svg in figures().items():
        (TARGET / name).write_text(svg, "utf-8")


if __name__ == "__main__":
    main()
