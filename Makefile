# Each target is one line that also works without make.
PYTHON := .venv/bin/python
.DEFAULT_GOAL := help
.PHONY: chaos help run test test-long soak install lint fmt lock demo shell bench fuzz differential

help: ## list what there is
	@awk -F':.* ## ' '/^[a-z-]+:.* ## / {printf "make %-10s %s\n", $$1, $$2}' Makefile

run: ## install what the club needs and open it
	@.ci/install run && exec $(PYTHON) manage.py up

test: ## everything that has to hold, in some minutes
	@.ci/install dev && exec $(PYTHON) .ci/checks.py

test-long: ## what takes longer: chaos, whole games
	@.ci/install dev && exec $(PYTHON) .ci/checks.py --long

soak: ## what takes hours: races at every door, deep differential tests
	@.ci/install dev && exec $(PYTHON) .ci/checks.py --soak

install: ## install everything: to run, to develop, to measure
	@.ci/install run dev bench

lint: ## formats, linters, types and imports only
	@.ci/install dev && exec $(PYTHON) .ci/checks.py --lint

fmt: ## put code, templates, scripts and style sheets in order
	@.ci/install dev && .venv/bin/ruff check --fix-only --quiet . && .venv/bin/ruff format .
	@find templates -name '*.html' -o -name '*.svg' | xargs .venv/bin/djade || true # its status says that something changed
	@find templates -name '*.html' -o -name '*.svg' | xargs .venv/bin/djangofmt --force-exclude
	@.venv/bin/oxfmt static

lock: ## choose the versions anew from pyproject.toml
	@.ci/lock

demo: ## fill the club with games of every kind, played by bots
	@.ci/install run && exec $(PYTHON) manage.py demo

shell: ## a Python prompt inside the club
	@.ci/install run && exec $(PYTHON) manage.py shell

bench: ## all the figures of the documentation, one bench after the other
	@.ci/install dev bench && exec $(PYTHON) -m bench

fuzz: ## 100,000 random games, the bots' core against the rules; goes on where it was left
	@.ci/install dev && exec $(PYTHON) -m lab fuzz --games 100000

differential: ## 2,000 random games of Volcanique, its rules against naive ones; goes on where it was left
	@.ci/install dev && exec $(PYTHON) -m tests.volcanique.differential --games 2000

chaos: ## 10,000 turns while the club's processes are killed at random
	@.ci/install dev && exec $(PYTHON) -m tests.chaos
