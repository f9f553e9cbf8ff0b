#!/usr/bin/env bash
# Tests of lists over the databases of GRDB, which SwiftPM fetches. Skipped where SQLite's headers are missing, or where GRDB cannot
# be fetched; with LE_EXPECT=grdb a skip fails. FILTER=text chooses cases, LE_SEED=n runs one seed of the random ones, and LE_CASES
# scales their number. CI does not run it: see Documentation/Testing.md.
set -euo pipefail
cd "$(dirname "$0")/.."
skip() {
    echo "grdb: skipped, $1"
    [ "${LE_EXPECT:-}" != grdb ] || exit 1
    exit 0
}
[ -e /usr/include/sqlite3.h ] || skip "there is no libsqlite3-dev (Scripts/setup.sh ci)"
options=(--package-path Tests/GRDBPrograms --scratch-path .build-grdb)
if ! resolved=$(swift package "${options[@]}" resolve 2>&1); then
    GIT_TERMINAL_PROMPT=0 git ls-remote -q https://github.com/groue/GRDB.swift HEAD >/dev/null 2>&1 ||
        skip "GRDB cannot be fetched from https://github.com/groue/GRDB.swift"
    echo "$resolved"
    exit 1
fi
swift build "${options[@]}" -debug-info-format none --disable-index-store ${SWIFT_OPTIONS:-}
# GRDB and the list use one copy of SQLite.
program=.build-grdb/debug/GRDBTests
if [ "$(ldd $program | grep -c libsqlite3)" != 1 ] || nm --defined-only $program | grep -E ' [TW] sqlite3_(open|step)'; then
    echo "grdb: expected one SQLite library"
    exit 1
fi
$program
Scripts/docs.sh grdb .build-grdb
Scripts/documentation-code.py grdb .build-grdb/debug
