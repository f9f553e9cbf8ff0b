# `make test` and `make bench` each do their own set-up on a fresh Debian machine.
.PHONY: setup setup-ci test laws programs bench figures format lint docs documentation-code pictures portable no-simde asan asan-package asan-portable tsan tsan-package tsan-portable aarch64 other-platforms apple consumers demos gtk sqlite postgres grdb bench-data bench-postgres bench-window comparison fuzz install coverage planted-faults planted-faults-swift warnings gcc memory instructions instructions-check

# They say what is missing before they install it. INSTALL=no installs nothing.
export INSTALL
setup:
	@Scripts/setup.sh

setup-ci:
	@Scripts/setup.sh ci

# The tests in a debug build, with a part of every law, and those of the C core. FULL=1 adds the laws at their full count of
# random cases, in a release build.
test: setup
	Scripts/test.sh $(if $(filter 1,$(FULL)),full)

# SWIFT_OPTIONS are more options of every build in Swift, here and in Scripts: `-j 1`, say.
# LE_CASES scales the number of random cases, LE_SEED=n runs one of them, FILTER=regex chooses tests.
# Without the tests of the collection view, unless LISTENGINE_TESTS=all.
RELEASE_TESTS = LISTENGINE_TESTS=$(or $(LISTENGINE_TESTS),core) swift test -c release -Xswiftc -enable-testing \
	-debug-info-format none $(SWIFT_OPTIONS) $(if $(FILTER),--filter '$(FILTER)')
laws:
	LE_CASES=$(or $(LE_CASES),0.1) $(if $(LE_SEED),LE_SEED=$(LE_SEED)) $(RELEASE_TESTS) \
		-Xcc -DLE_COUNT_PATHS=1 --scratch-path .build-laws

# Random programs that call back into a list from its callbacks, in a release build: LE_CASES=1 is 500,000 steps.
programs: LISTENGINE_TESTS = programs
programs:
	LE_CASES=$(or $(LE_CASES),1) $(RELEASE_TESTS) --scratch-path .build-programs

# The C core alone, with portable tests in C: see Scripts/portable-tests.sh.
portable:
	Scripts/portable-tests.sh native

# Below LE_CASES=0.05 the tests in C do not insist that random cases took every path: `make test` and `make gcc` do.

# The C core on the compiler's vector types, as on a phone, where SIMDe is not; the AVX-512 kernels on any machine. The package
# is tested on the vector types by asan-package.
no-simde:
	LE_CASES=$(or $(LE_CASES),0.04) LE_NO_SIMDE=1 LE_EMULATE_AVX512=1 Scripts/portable-tests.sh native

# AddressSanitizer on Swift and C, and the C core's undefined behaviour (a trap: signal 4). XCTest leaks on its own, so
# leaks are looked for in a plain program (`make consumers`). The laws of the C core alone are asan-portable's, which has
# the AVX-512 kernels on any machine.
asan: asan-package asan-portable
asan-package: LISTENGINE_TESTS = wrappers
asan-package:
	LE_CASES=$(or $(LE_CASES),0.05) LE_EXPECT_PROVIDER=vector ASAN_OPTIONS=detect_leaks=0 $(RELEASE_TESTS) --sanitize=address \
		-Xcc -fsanitize=undefined -Xcc -fsanitize-trap=undefined -Xcc -DLE_NO_SIMDE=1 --scratch-path .build-asan
asan-portable:
	LE_CASES=$(or $(LE_CASES),0.02) LE_EMULATE_AVX512=1 Scripts/portable-tests.sh sanitize

# Values shared between threads, and whole sessions with updates from several, under ThreadSanitizer.
tsan: tsan-package tsan-portable
tsan-package:
	LE_CASES=$(or $(LE_CASES),0.02) LISTENGINE_TESTS=threads swift test --sanitize=thread \
		-debug-info-format none $(SWIFT_OPTIONS) --scratch-path .build-tsan
tsan-portable:
	LE_CASES=$(or $(LE_CASES),0.02) Scripts/portable-tests.sh thread

# More warnings about the C core, and a bound on the stack of its functions, by both compilers.
warnings:
	Scripts/portable-tests.sh warnings
	CC=gcc Scripts/portable-tests.sh warnings

# GCC, with link-time optimisation; and a program in C++.
gcc:
	LE_CASES=$(or $(LE_CASES),0.05) CC=gcc Scripts/portable-tests.sh lto

# Reads of memory that was never written, in the C core.
memory:
	LE_CASES=$(or $(LE_CASES),0.02) Scripts/portable-tests.sh memory

# Counts the instructions of the measures in Benchmarks/instructions.txt and compares them with the counts there; or writes
# new counts into the file.
instructions-check:
	Scripts/instructions.sh check
instructions:
	Scripts/instructions.sh record

# In an emulator, as on a phone: on the compiler's vector types.
aarch64:
	LE_CASES=$(or $(LE_CASES),0.012) LE_NO_SIMDE=1 Scripts/portable-tests.sh aarch64

# The C core for Apple's systems and Windows (compiled) and for WebAssembly (its portable tests run).
other-platforms:
	Scripts/other-platforms.sh

# The Swift modules for Apple's systems: type-checked with UIKit's double, and ListEngineUIKit's tests on it.
apple:
	Scripts/workflow.py
	Scripts/apple.sh
	Scripts/apple.sh tests

# Programs that use the package from outside, with a look for leaks.
consumers:
	Scripts/consumers.sh

# The tests of the demos, and the pictures that they draw for the documentation.
demos:
	Scripts/demos.sh

# Lists in GTK windows, with real input on a display server without a screen.
gtk:
	Scripts/gtk.sh

# Lists over SQLite files.
sqlite:
	Scripts/sqlite.sh

# Lists over a PostgreSQL server, which the tests start.
postgres:
	Scripts/postgres.sh

# Lists over the databases of GRDB, which is fetched. CI does not run it: the build takes minutes, and a network.
grdb:
	Scripts/grdb.sh

# Lists in GTK windows beside GTK's own: a table of times and memory. WRITE=1 puts it into Documentation/Window.md.
bench-window:
	Scripts/bench-window.sh $(if $(filter 1,$(WRITE)),--write)

# What a person waits for, next to other programs: the tables of Benchmarks/README.md. WRITE=1 puts them there, PARTS=terminal chooses.
comparison: setup-ci
	Scripts/comparison.sh $(if $(filter 1,$(WRITE)),--write) $(PARTS)

# Measures lists over SQLite files, the same tasks in plain SQL, and GTK's models, which keep all rows in memory. Prints a table of times.
# ROWS are the numbers of rows of the tables; 10^7 rows need 2 GB in FOLDER. GRDB=1 fetches GRDB and measures its observation.
ROWS ?= 100000 1000000
FOLDER ?= /tmp
bench-data: setup-ci
	swift build -c release --package-path Benchmarks/Data --scratch-path .build-bench-data --product DataBenchmark
	$(if $(filter 1,$(GRDB)),swift build -c release --package-path Benchmarks/GRDB --scratch-path .build-bench-grdb)
	if pkg-config --exists gtk4; then \
		cc -std=c11 -O2 -o .build-bench-data/gtk_models Benchmarks/Data/Rivals/gtk_models.c \
			$$(pkg-config --cflags --libs gtk4 sqlite3) && export GTK_RIVAL=.build-bench-data/gtk_models || exit 1; \
	else echo "bench-data: GTK's models skipped, there is no libgtk-4-dev"; fi; \
	$(if $(filter 1,$(GRDB)),GRDB_RIVAL=.build-bench-grdb/release/GRDBBenchmark) \
		.build-bench-data/release/DataBenchmark $(FOLDER) $(ROWS)

# Measures lists over tables of a PostgreSQL server, which it starts, and the same tasks in SQL. Prints a table of times. ROWS are the
# numbers of rows of the tables: 1000000, if nothing else is said. 10^7 rows need 3 GB in /tmp.
bench-postgres: ROWS = 1000000
bench-postgres: setup-ci
	Scripts/postgres.sh bench $(ROWS)

# The C core as a static and a shared library, with headers and a pkg-config file, under PREFIX.
PREFIX ?= /usr/local
install:
	$(MAKE) -C CSources install PREFIX=$(abspath $(PREFIX))

# Every fuzzer on its committed corpus, for a minute or `make fuzz SECONDS=3600`.
SECONDS ?= 60
fuzz:
	Scripts/fuzz.sh snapshots $(SECONDS)
	Scripts/fuzz.sh diff $(SECONDS)
	Scripts/fuzz.sh layout $(SECONDS)
	Scripts/fuzz.sh layouts $(SECONDS)
	Scripts/fuzz.sh pages $(SECONDS)

# Lines and branches of the C core that its tests reach.
coverage:
	Scripts/coverage.sh

# Three hundred single faults in the C core, and which of them the tests catch. SEED=n repeats a draw.
planted-faults:
	Scripts/planted-faults.py $(if $(SEED),--seed $(SEED))

# Two hundred single faults in the Swift layers and in GTK's C, all in one build.
planted-faults-swift:
	Scripts/planted-faults-swift.py $(if $(SEED),--seed $(SEED))

# The rows of the published tables: those of layouts as soon as they are compiled, then the rest. FILTER=regex chooses from
# all measures, FULL=1 runs all of them, with the sizes 10^4, 10^7 and 10^9 as well. LE_BACKEND=avx2 forces an instruction
# set.
BUILD_BENCH = swift build -c release --package-path Benchmarks --scratch-path .build-bench --product Benchmarks
BENCH = $(if $(LE_BACKEND),LE_BACKEND=$(LE_BACKEND) ).build-bench/release/Benchmarks
ifeq ($(FILTER)$(filter 1,$(FULL)),)
bench: setup
	LISTENGINE_BENCH=layouts $(BUILD_BENCH)
	$(BENCH) --results .bench/layouts.json
	LISTENGINE_BENCH=tables $(BUILD_BENCH)
	$(BENCH) --except '^layout\.'
else
bench: setup
	$(BUILD_BENCH)
	$(BENCH) $(if $(FILTER),--filter '$(FILTER)') $(if $(filter 1,$(FULL)),--full)
endif

# The same rows in one run, whose tables and chart go into Documentation/Figures.md, and from there into the sentences and tables
# of all pages that quote a figure. With FILTER=diff only the tables of diffs are replaced.
figures: setup
	LISTENGINE_BENCH=tables $(BUILD_BENCH)
	$(BENCH) $(if $(FILTER),--filter '$(FILTER)') --tables Documentation/Figures.md \
		$(if $(FILTER),,--chart Documentation/benchmarks.svg)
	Scripts/pages.py figures

format:
	swift format -i -r -p Package.swift Sources Tests
	clang-format -i $$(git ls-files "CSources/*.[ch]" "Tests/*.[ch]")

# Links in the documentation lead somewhere, and its code compiles. The pages are left in .build/docs.
docs: documentation-code
	Scripts/docs.sh

# Every block of code in the documentation compiles, and the programs in it print what the pages say.
documentation-code:
	Scripts/documentation-code.sh

# The pictures in the documentation are made again: of layouts, of lists in terminals, and of windows (with ImageMagick).
pictures:
	LE_RECORD=1 Scripts/documentation-code.sh
	LE_RECORD=1 Scripts/gtk.sh windows
	LE_RECORD=1 swift test --filter PictureTests
	for layout in nested badges orthogonal background; do \
		swift run --package-path Demos --scratch-path .build Picture Demos/Layouts/$$layout.json \
			>Sources/ListEngineLayout/ListEngineLayout.docc/Resources/compositional-$$layout.svg || exit 1; \
	done

# Format and structure; the names, links, figures and the prose of pages.
lint:
	Scripts/structure.py
	Scripts/structure.py --test
	Scripts/unsafe.py
	Scripts/c-arrows.py
	Scripts/c-arrows.py --test
	swift format lint --strict -r -p Package.swift Sources Tests
	Scripts/pages.py
	Scripts/prose.py
