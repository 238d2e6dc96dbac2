# make demo       play a short game by mail on this machine and tell its story
# make test       format, lint, types, import layers and the tests of every day
# make test-slow  the long tests, and every property with all its examples, in a random order
# make test-pythons  reading, serving and drawing on the other Pythons of this machine
# make bench      measure how quick it is
# make soak       kill servers of ours and of others again and again, and count what was lost
# make compiled   the same gm with its hot modules compiled, in build/compiled
# make pure       throw that away
# Each makes what it needs, in .venv, and can be repeated.

.PHONY: demo test test-slow test-pythons format docs languages bench soak compiled pure clean help
.DEFAULT_GOAL := help

BIN := .venv/bin
READY := .venv/.ready
BENCH_READY := .venv/.bench-ready

# tests/lanes.py says which worker runs what.
SIDE_BY_SIDE := -n auto --dist loadfile

# What decides the order of `make test-slow`: the same one until somebody asks for another.
SEED := 1

# The tests start Python some hundred times; without its caches each would compile all of gm anew.
unexport PYTHONDONTWRITEBYTECODE

# The first Python that works and is of a version we run on.
FIND_PYTHON = for python in $(PYTHON) python3.13 python3.12 python3.11 python3 python; do \
	if $$python -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))' \
		2>/dev/null; then echo $$python; break; fi; done

demo: $(READY)
	@$(BIN)/gm demo

# Every step runs, so that one failure does not hide another; pytest's summary comes last.
test: $(READY)
	@failed=; \
	step() { printf '== %s\n' "$$*"; "$$@" || failed="$$failed $$(basename $$1),"; }; \
	step $(BIN)/ruff format --check .; \
	step $(BIN)/ruff check .; \
	step $(BIN)/mypy; \
	step $(BIN)/mypy --explicit-package-bases tests/contract; \
	step $(BIN)/lint-imports --no-logo; \
	if [ -n "$$failed" ]; then printf '== failed before the tests:%s see above\n' "$$failed"; fi; \
	step $(BIN)/python -m pytest $(SIDE_BY_SIDE) --tier quick $(ARGS); \
	test -z "$$failed"

# Whole builds, soaks, the demo; `make test-slow SEED=7` runs them in another order.
test-slow: $(READY)
	@printf '== pytest --tier thorough --shuffle %s\n' '$(SEED)'
	@$(BIN)/python -m pytest $(SIDE_BY_SIDE) --tier thorough --shuffle $(SEED) $(ARGS)

test-pythons: $(READY)
	@$(BIN)/python tests/pythons.py

format: $(READY)
	@$(BIN)/ruff format .
	@$(BIN)/ruff check --fix .

docs: $(READY)
	@$(BIN)/python docs/make_cli.py
	@$(BIN)/python docs/make_takers.py

languages: $(READY)
	@$(BIN)/python languages/update.py

bench: $(BENCH_READY)
	@$(BIN)/python -m benchmarks

soak: $(READY)
	@$(BIN)/python -m benchmarks.soak
	@$(BIN)/python -m benchmarks.soak_points
	@$(BIN)/python -m benchmarks.soak_postfix
	@$(BIN)/python -m benchmarks.soak_postfix --mails 2000 --fault early
	@$(BIN)/python -m benchmarks.soak_postfix --mails 2000 --fault keyless
	@$(BIN)/python -m benchmarks.soak_mailbox
	@$(BIN)/python -m benchmarks.soak_picture
	@$(BIN)/python -m benchmarks.soak_attacks
	@$(BIN)/python -m pytest -q -n auto --dist loadfile tests/app --database postgresql

compiled: build/compiled/.ready
	@echo 'To run it: PYTHONSAFEPATH=1 PYTHONPATH=$(CURDIR)/build/compiled $(BIN)/python -m gm'

pure:
	rm -rf build/compiled build/mypyc build/wheel

clean:
	rm -rf .venv build dist demo-data .mypy_cache .pytest_cache .ruff_cache .hypothesis \
		.import_linter_cache
	find gm tests benchmarks -name __pycache__ -type d -prune -exec rm -rf {} +

help:
	@sed -n 's/^# \(make .*\)/\1/p' Makefile

$(READY): pyproject.toml constraints.txt
	@python=$$($(FIND_PYTHON)); \
	if [ -z "$$python" ]; then \
		echo 'gm needs Python 3.11, 3.12 or 3.13; none was found. PYTHON=/path/to/python names one.' >&2; \
		exit 1; \
	fi; \
	if ! $(BIN)/python -m pip --version >/dev/null 2>&1; then \
		rm -rf .venv; \
		echo "Making .venv with $$($$python --version)"; \
		$$python -m venv .venv || { rm -rf .venv; \
			echo 'Python has no venv module here. On Debian and Ubuntu: apt-get install python3-venv' >&2; \
			exit 1; }; \
	fi; \
	echo 'Installing what gm needs into .venv'; \
	$(BIN)/python -m pip install -q --disable-pip-version-check -c constraints.txt -e '.[dev]'
	@touch $(READY)

# Only the benchmarks need the programs that gm is measured against.
$(BENCH_READY): $(READY)
	@echo 'Installing what the benchmarks need into .venv'
	@$(BIN)/python -m pip install -q --disable-pip-version-check -c constraints.txt -e '.[dev,bench]'
	@touch $(BENCH_READY)

# The wheel that an installation would use, unpacked: never beside the sources, where an extension
# module would hide an edited one. See docs/adr/0013.
build/compiled/.ready: $(READY) hatch_build.py $(shell find gm grammar maps templates -type f \
		-not -name '*.pyc')
	@rm -rf build/wheel build/compiled
	@HATCH_BUILD_HOOKS_ENABLE=1 $(BIN)/python -m hatchling build -t wheel -d build/wheel
	@$(BIN)/python -m zipfile -e build/wheel/*.whl build/compiled
	@touch $@
