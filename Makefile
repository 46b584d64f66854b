# `make help` lists the targets.

SHELL := /bin/sh
VENV := .venv
BIN := $(VENV)/bin
BENCH := .venv-bench
MUTATION := .venv-mutation
ATLAS := .venv-atlas
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
.DEFAULT_GOAL := help

# Many tests wait for something, so a few more than there are cores.
WORKERS := 4

# Any of these will do if it is 3.11 or newer; PYTHON=... on the command line goes first.
PYTHONS := $(PYTHON) python3.11 python3 python3.12 python3.13 python3.14
OLD := import sys; sys.exit(sys.version_info < (3, 11))

.PHONY: help setup run test chaos check bench mutants mutation lock image pictures atlas

help:  ## list the targets
	@sed -n 's/^\([a-z]*\):.*  ## /make \1|/p' Makefile | awk -F'|' '{ printf "%-12s %s\n", $$1, $$2 }'

setup: $(VENV)/ready-dev  ## install what developing needs into .venv

run: $(VENV)/ready  ## install what running needs and start the bot
	@exec $(BIN)/pinnacola $(ARGS)

test: setup  ## run the whole suite (a part: make test ARGS=tests/engine)
	@$(BIN)/python tools/browser.py
	$(BIN)/python -m pytest --numprocesses $(WORKERS) --dist loadfile $(ARGS)

chaos: setup  ## hundreds of deals and matches in which people do what they like
	$(BIN)/python -m pytest --numprocesses $(WORKERS) --crowds 43 --long-crowds 3 \
		tests/adapters/telegram/test_chaos.py tests/adapters/discord/test_chaos.py $(ARGS)

check: setup  ## format, lint, types, imports between rooms, sources of the rules, cases
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo
	$(BIN)/python -m tests.check_sources
	$(BIN)/python -m tests.check_cases

bench: setup $(BENCH)/ready  ## measure speed and size beside others (a part: make bench ARGS=play)
	$(BIN)/python -m bench $(ARGS)

mutants: setup  ## break each mechanism once: is there a test that fails? (a part: make mutants ARGS=stamp)
	$(BIN)/python -m tools.mutants $(ARGS)

mutation: setup $(MUTATION)/ready  ## would the tests notice faults in the engine? (another sample: ARGS="--seed 2")
	$(BIN)/python -m tools.mutation $(ARGS)

# The pins stay unless UPGRADE=1 asks for the newest releases.
COMPILE = UV_CUSTOM_COMPILE_COMMAND="make lock" UV_NO_CONFIG=1 $(BIN)/uv pip compile --quiet \
	--universal --python-version 3.11 --generate-hashes $(if $(UPGRADE),--upgrade)

lock: setup  ## write the lock files from pyproject.toml (newest releases: UPGRADE=1)
	$(COMPILE) pyproject.toml --group build --output-file requirements.txt
	$(COMPILE) pyproject.toml --group build --group dev --constraints requirements.txt --output-file requirements-dev.txt
	$(COMPILE) bench/requirements.in --output-file bench/requirements.txt
	$(COMPILE) tools/mutation/requirements.in --output-file tools/mutation/requirements.txt
	$(COMPILE) tools/atlas/requirements.in --output-file tools/atlas/requirements.txt

pictures: setup  ## draw docs/pictures, and those of screens that have changed (all, and the README's: ARGS=--all)
	$(BIN)/python -m tests.bot.pictures.gallery
	@$(BIN)/python tools/browser.py
	$(BIN)/python -m tests.adapters.web.pictures $(ARGS)

atlas: $(ATLAS)/ready  ## draw the card faces of the pictures anew (after a change of tools/atlas)
	$(ATLAS)/bin/python -m tools.atlas $(ARGS)

image:  ## build the container image
	docker build --tag pinnacola .

$(BIN)/python:
	@for python in $(PYTHONS); do \
		if "$$python" -c "$(OLD)" 2>/dev/null; then \
			"$$python" -m venv $(VENV) || { rm -f $@; exit 1; }; exit 0; \
		fi; \
	done; \
	echo "Python 3.11 or newer is needed; PYTHON=/path/to/python3.11 names one." >&2; exit 1

# The marks are newer than the lock files they were installed from.
$(VENV)/ready: requirements.txt pyproject.toml | $(BIN)/python
	$(PIP) install --require-hashes --requirement requirements.txt
	$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/ready-dev: requirements-dev.txt $(VENV)/ready
	$(PIP) install --require-hashes --requirement requirements-dev.txt
	@touch $@

# What only the benchmarks need, to compare with: the project itself knows nothing of it.
$(BENCH)/ready: bench/requirements.txt | $(BIN)/python
	$(BIN)/python -m venv --clear $(BENCH)
	$(BENCH)/bin/python -m pip --disable-pip-version-check --quiet install --require-hashes --requirement bench/requirements.txt
	@touch $@

$(MUTATION)/ready: tools/mutation/requirements.txt | $(BIN)/python
	$(BIN)/python -m venv --clear $(MUTATION)
	$(MUTATION)/bin/python -m pip --disable-pip-version-check --quiet install --require-hashes --requirement tools/mutation/requirements.txt
	@touch $@

$(ATLAS)/ready: tools/atlas/requirements.txt | $(BIN)/python
	$(BIN)/python -m venv --clear $(ATLAS)
	$(ATLAS)/bin/python -m pip --disable-pip-version-check --quiet install --require-hashes --requirement tools/atlas/requirements.txt
	@touch $@
