"""Notebook labs: one set of code cells and outputs, prose in three editions."""
