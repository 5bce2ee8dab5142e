# `make site` and `make test` are all a newcomer needs; `make` alone lists the rest.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# Twice quiet: errors still show, remarks about the index settings of a machine don't.
PIP := $(BIN)/python -m pip --disable-pip-version-check -qq
PYTEST_ARGS ?=

UV_VERSION := 0.13.9
LOCK_VENV := build/lock-venv
UPGRADE ?=
# --universal: one lock for Linux, macOS and Windows and every Python we support.
# Index settings of the machine it runs on must not end up in the files.
LOCK := $(LOCK_VENV)/bin/uv pip compile --quiet --no-config --universal --python-version 3.11 \
	--generate-hashes --no-emit-index-url --no-emit-find-links \
	--custom-compile-command "make lock" $(if $(UPGRADE),--upgrade) \
	pyproject.toml requirements/build.in

.DEFAULT_GOAL := help
.PHONY: help site serve test check lint format bench browser lock clean distclean

help: ## list the targets
	@echo "Inference Atlas. The environment in $(VENV) is made when first needed."
	@echo
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))
	@echo
	@echo "Another Python (3.11 or newer): make site PYTHON=python3.12"

site: $(VENV)/.site-ready ## check the data, generate every page, build the site
	@$(BIN)/kb build
	@echo
	@echo "The site is in build/site: open build/site/index.html in a browser,"
	@echo "or run 'make serve' to see your edits as you save them."

serve: $(VENV)/.site-ready ## the site on a local address; saved edits show in about a second
	@$(BIN)/kb serve

# The browser is looked for once here, so that no test has to look again.
test: lint ## everything: ruff, mypy, pytest with the browser tests
	@KB_CHROMIUM="$$($(BIN)/python tests/find_browser.py --install)" && export KB_CHROMIUM && \
	$(BIN)/python -m pytest -n auto --dist worksteal $(PYTEST_ARGS)

check: $(VENV)/.site-ready ## check the data only
	@$(BIN)/kb check

lint: $(VENV)/.test-ready ## ruff and mypy
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy

format: $(VENV)/.test-ready ## let ruff fix and lay out the Python files
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .

bench: $(VENV)/.test-ready ## measure speed (tests/bench)
	@$(BIN)/python -m pytest tests/bench -m bench -s $(PYTEST_ARGS)

browser: $(VENV)/.test-ready ## find the Chromium for the tests, or install one
	@$(BIN)/python tests/find_browser.py --install

lock: $(LOCK_VENV)/.ready ## pin dependencies anew (UPGRADE=1: newest versions); needs the network
	@$(LOCK) --output-file requirements/site.txt
	@$(LOCK) --extra test --constraint requirements/site.txt --output-file requirements/test.txt

clean: ## remove the built site and caches
	@rm -rf build .pytest_cache .mypy_cache .ruff_cache *.egg-info
	@find generator tests -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true

distclean: clean ## also remove the environment
	@rm -rf $(VENV)

# The stamps carry the order: environment, site packages, the project itself, test packages.
$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	found="$$($(PYTHON) --version 2>/dev/null)" || found="no Python that runs"; \
	echo "Python 3.11 or newer is needed, but '$(PYTHON)' is $$found." >&2; \
	echo "Install one and name it: make $(or $(firstword $(MAKECMDGOALS)),site) PYTHON=python3.12" >&2; \
	exit 1; }
	@echo "Making the environment in $(VENV) ..."
	@$(PYTHON) -m venv $(VENV)

$(VENV)/.site-ready: pyproject.toml requirements/site.txt | $(VENV)/bin/python
	@echo "Installing the packages of requirements/site.txt ..."
	@$(PIP) install --require-hashes -r requirements/site.txt
	@$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/.test-ready: requirements/test.txt $(VENV)/.site-ready
	@echo "Installing the packages of requirements/test.txt ..."
	@$(PIP) install --require-hashes -r requirements/test.txt
	@touch $@

$(LOCK_VENV)/.ready: Makefile | $(VENV)/bin/python
	@$(BIN)/python -m venv $(LOCK_VENV)
	@$(LOCK_VENV)/bin/python -m pip --disable-pip-version-check -qq install uv==$(UV_VERSION)
	@touch $@
