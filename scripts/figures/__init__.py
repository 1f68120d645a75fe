"""Figures of the pages: one module per figure, each drawn from the formulas the page states."""
