# `make test` and `make bench` each do their own set-up on a fresh Debian machine.
.PHONY: setup test bench format lint

setup:
	@Scripts/setup.sh

test: setup
	swift test

format:
	swift format -i -r -p Package.swift Sources Tests
	clang-format -i $$(git ls-files 'CSources/*.[ch]')

lint:
	swift format lint --strict -r -p Package.swift Sources Tests
