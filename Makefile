# `make test` and `make bench` each do their own set-up on a fresh Debian machine.
.PHONY: setup test bench format lint

setup:
	@Scripts/setup.sh

test: setup
	swift test

# FILTER=regex chooses measures, FULL=1 adds the sizes 10^7 and 10^9, LE_BACKEND=avx2 forces an instruction set.
bench: setup
	swift build -c release --package-path Benchmarks --scratch-path .build-bench --product Benchmarks
	$(if $(LE_BACKEND),LE_BACKEND=$(LE_BACKEND) ).build-bench/release/Benchmarks \
		$(if $(FILTER),--filter '$(FILTER)') $(if $(filter 1,$(FULL)),--full)

format:
	swift format -i -r -p Package.swift Sources Tests
	clang-format -i $$(git ls-files "CSources/*.[ch]" "Tests/*.[ch]")

lint:
	swift format lint --strict -r -p Package.swift Sources Tests
