# Every target sets up what it needs in .venv by itself; only Python ≥ 3.11, make and git have to be there.

PYTHON ?= python3
BIN := .venv/bin
SITE_READY := .venv/site-ready
TEST_READY := .venv/test-ready
COMPILE := $(BIN)/pip-compile --quiet --generate-hashes --strip-extras --allow-unsafe \
	--no-emit-index-url --no-emit-trusted-host --no-emit-find-links
export NO_MKDOCS_2_WARNING := 1

.PHONY: serve build check fix new translate test bench figures lab release lock clean

serve: $(SITE_READY)  ## all three editions at http://127.0.0.1:8000/, rebuilt on every saved edit
	$(BIN)/mkdocs serve --livereload --no-strict

build: $(SITE_READY)  ## the whole site, in site/
	$(BIN)/mkdocs build

check: $(SITE_READY)  ## the sources alone, in seconds (SINCE=origin/main: also what a branch has changed)
	$(BIN)/python -m scripts.check $(if $(SINCE),--since "$(SINCE)")

fix: $(SITE_READY)  ## repair what is mechanical in the sources
	$(BIN)/python -m scripts.fix

new: $(SITE_READY)  ## begin an answer: QUESTION=algo-03 (or next), TO=en (zh without it)
	$(BIN)/python -m scripts.new_page "$(QUESTION)" --to "$(or $(TO),zh)"

translate: $(SITE_READY)  ## begin a translation: PAGE=docs/zh/algorithm/some-slug.md TO=pt
	$(BIN)/python -m scripts.translate_page "$(PAGE)" --to "$(TO)"

test: $(TEST_READY)  ## everything CI runs
	$(BIN)/python -m scripts.check
	$(BIN)/python -m pytest

bench: $(TEST_READY)  ## build time and page weight beside their budgets
	$(BIN)/python -m scripts.bench

figures: $(TEST_READY)  ## draw docs/assets/figures/ anew
	$(BIN)/python -m scripts.figures

lab: $(TEST_READY)  ## execute the labs and store their outputs
	$(BIN)/python -m scripts.labs.execute

release: $(SITE_READY)  ## VERSION=2026.12 as the latest version, on the local branch gh-pages
	$(BIN)/python -m scripts.release "$(VERSION)"

lock: $(SITE_READY)  ## pin every package, with hashes, from the .in files
	$(BIN)/python -m pip install --quiet pip-tools==7.6.2
	$(COMPILE) --output-file requirements.txt requirements.in
	$(COMPILE) --output-file requirements-test.txt requirements-test.in
	$(COMPILE) --output-file requirements-weekly.txt requirements-weekly.in

clean:
	rm -rf .venv .cache site

$(SITE_READY): requirements.txt
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.txt
	touch $@

$(TEST_READY): requirements-test.txt $(SITE_READY)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-test.txt
	touch $@
