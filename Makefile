# Two commands do all set-up: `make run` and `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
RUNTIME := $(VENV)/.runtime-installed
TESTING := $(VENV)/.test-installed
# What the phone app is checked with, by package-lock.json; Node itself comes with the test tools.
TOOLS := node_modules/.package-lock.json
NODE := PATH="$(CURDIR)/$(BIN):$$PATH"
PORT ?= 8000

.PHONY: run test lint types unit bench lock clean

run: $(RUNTIME)
	$(BIN)/sikwu serve --port $(PORT)

test: lint types unit

lint: $(TESTING)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(TESTING) $(TOOLS)
	$(BIN)/mypy
	@if [ -d node_modules/typescript ]; then $(NODE) && node node_modules/typescript/bin/tsc -p tsconfig.json && \
	node node_modules/typescript/bin/tsc -p tsconfig.worker.json; else echo 'The types of the phone app are not checked: npm could not fetch the checker.'; fi

unit: $(TESTING)
	$(BIN)/pytest -n 2 --dist worksteal --cov=scoring --cov-fail-under=100 --cov-report=term:skip-covered

# What reading a photo costs beside the bare network; hands scored per second beside two other scorers; photos read over
# HTTP by 1, 4 and 16 clients beside the reading itself and the bare network.
bench: $(TESTING)
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements-bench.lock || echo 'the other scorers could not be installed; measuring without them'
	-$(BIN)/python -m models.bench --threads 1
	-$(BIN)/python -m models.bench
	$(BIN)/python -m tests.bench.scoring_speed
	-$(BIN)/python -m tests.bench.service_speed

# Exact versions with hashes, for every platform; run after changing dependencies in pyproject.toml.
COMPILE = $(BIN)/uv pip compile --quiet --universal --generate-hashes --no-emit-index-url --no-header pyproject.toml
lock: $(TESTING)
	$(BIN)/pip install --quiet --disable-pip-version-check uv==0.13.9
	$(COMPILE) -o requirements.lock
	$(COMPILE) --extra test --extra draw -o requirements-test.lock
	$(COMPILE) --extra train -o requirements-train.lock
	$(COMPILE) --extra variants -o requirements-variants.lock

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)

$(RUNTIME): requirements.lock pyproject.toml | $(BIN)/python
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/pip install --quiet --disable-pip-version-check --no-deps --editable .
	touch $@

$(TESTING): requirements-test.lock pyproject.toml | $(BIN)/python
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements-test.lock
	$(BIN)/pip install --quiet --disable-pip-version-check --no-deps --editable .
	touch $@ $(RUNTIME)

$(TOOLS): package-lock.json | $(TESTING)
	$(NODE) npm ci --silent && touch $@ || echo 'npm could not fetch what package-lock.json names.'

# The app's libraries anew from npm, as package-lock.json names them; pictures of its every screen.
.PHONY: vendor screens
vendor: $(TOOLS)
	$(BIN)/python -m tests.service.web.vendored

screens: $(TESTING)
	$(BIN)/python -m tests.service.web.screens

clean:
	rm -rf $(VENV) node_modules .mypy_cache .ruff_cache .pytest_cache .hypothesis

# Training lives in an environment of its own: torch and ultralytics weigh some 5.6 GB.
TRAINING := .venv-train/.training-installed
$(TRAINING): requirements-train.lock
	test -x .venv-train/bin/python || $(PYTHON) -m venv .venv-train
	.venv-train/bin/pip install --quiet --disable-pip-version-check --require-hashes -r requirements-train.lock
	.venv-train/bin/pip install --quiet --disable-pip-version-check --no-deps --editable .
	touch $@

.PHONY: train-environment
train-environment: $(TRAINING)
