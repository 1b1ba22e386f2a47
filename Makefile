# Developer commands. Each is a part of `python3 start.py`, which also works without make.
.PHONY: play test check lint types unit slow web browser format pictures help
help:    ## this list
	@grep -E '^[a-z]+: *##' Makefile | sed 's/: *## */\t/'
play:    ## install and open Gamut
	python3 start.py
test:    ## everything CI runs
	python3 start.py test
check:   ## the inner loop: lint, types, unit tests
	python3 start.py check
lint:    ## ruff and import-linter
	python3 start.py lint
types:   ## mypy --strict
	python3 start.py types
unit:    ## fast tests
	python3 start.py unit
slow:    ## thousands of whole games
	python3 start.py slow
web:     ## types, lint and tests of the web pages
	python3 start.py web
browser: ## whole games in a real browser
	python3 start.py browser
pictures: ## the pictures of the README, from the running product
	.venv/bin/python web/dev/pictures.py docs/pictures
format:  ## rewrite the sources in our format
	.venv/bin/ruff format && .venv/bin/ruff check --fix
