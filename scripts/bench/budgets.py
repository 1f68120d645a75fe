"""The budgets of the built site and its build. Bytes are gzipped, fonts and images as they are."""

KB = 1000

HTML = 45 * KB
SCRIPT = 60 * KB
FIRST_VISIT = 230 * KB
FIRST_SEARCH_HIT = 220 * KB
LAYOUT_SHIFT = 0.02
BUILD_SECONDS = 15
TEN_TIMES_THE_PAGES = 11
"""How many times as long a build of ten times the pages may take."""
SAVED_EDIT_SECONDS = 5
