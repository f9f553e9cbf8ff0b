#!/usr/bin/env bash
# usage: Scripts/test.sh [full]
# The tests in a debug build, with a part of every law; programs that must not compile; the tests in C. `full` adds the
# laws at their full number of random cases, in a release build. LE_C_CASES scales the random cases in C. Ends with the number
# of tests that ran.
set -euo pipefail
cd "$(dirname "$0")/.."
log=$(mktemp)
trap 'rm -f "$log"' EXIT
step() {
    echo "== $* ($SECONDS s)"
    "$@" 2>&1 | tee -a "$log"
}

step swift test ${SWIFT_OPTIONS:-}
step Scripts/compile-fail.sh
if [ "${1:-}" = full ]; then
    step make laws LE_CASES=1
    step env LE_CASES="${LE_C_CASES:-0.25}" Scripts/portable-tests.sh native
else
    step env LE_CASES="${LE_C_CASES:-0.05}" Scripts/portable-tests.sh native
fi

# XCTest prints a sum for each suite and then for all; the last line of a run counts.
awk -v seconds=$SECONDS '
    /Executed [0-9]+ tests?, with/ { run = $2 }
    /Test run with [0-9]+ tests?/ { match($0, /with [0-9]+/); xctest += run; run = 0
                                    swift += substr($0, RSTART + 5, RLENGTH - 5) }
    /^[0-9]+ tests in C passed/ { c += $1 }
    END { printf "all passed in %d s: %d XCTest tests, %d Swift Testing tests, %d tests in C\n", seconds, xctest + run, swift, c }
' "$log"
