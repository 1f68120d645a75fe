"""Measurements of the built site and of its build, beside their budgets."""
