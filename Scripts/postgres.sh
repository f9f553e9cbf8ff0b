#!/usr/bin/env bash
# Tests of lists over PostgreSQL servers, with a server of their own in a temporary folder. Skipped where libpq's headers or the
# server are missing, or SQLite's headers, which the example needs. FILTER=text chooses cases, LE_SEED=n runs one seed of the
# random ones, LE_CASES scales their number, ROWS is the number of rows of the large table, and with LE_EXPECT=postgres a skip fails.
#
#     Scripts/postgres.sh                 the tests
#     Scripts/postgres.sh bench ROWS...   a table of times of lists over tables with so many rows, in a release build
set -euo pipefail
cd "$(dirname "$0")/.."
skip() {
    echo "postgres: skipped, there is no $1 (Scripts/setup.sh ci)"
    [ "${LE_EXPECT:-}" != postgres ] || exit 1
    exit 0
}
pkg-config --exists libpq || skip libpq-dev
pkg-config --exists sqlite3 || skip libsqlite3-dev
compgen -G '/usr/lib/postgresql/*/bin/postgres' >/dev/null || skip server
# Ports, options and the like are those of the tests.
for variable in "${!PG@}"; do unset "$variable"; done
options=(--package-path Tests/PostgresPrograms -debug-info-format none --disable-index-store ${SWIFT_OPTIONS:-})
if [ "${1:-}" = bench ]; then
    build=.build-bench-postgres
    # The tests and the figures share their tools, which see what the modules do not show.
    swift build -c release -Xswiftc -enable-testing --product PostgresTests --scratch-path $build "${options[@]}"
else
    if [ "${LISTENGINE_TRAITS:-}" = all ]; then build=.build-gtk; else build=.build-postgres; fi
    swift build --scratch-path $build "${options[@]}"
fi
folder=$(mktemp -d /tmp/le-postgres.XXXXXX)
trap 'Tests/PostgresPrograms/server.sh stop "$folder" || true; rm -rf "$folder"' EXIT
Tests/PostgresPrograms/server.sh start "$folder"
if [ "${1:-}" = bench ]; then
    LE_POSTGRES=$folder $build/release/PostgresTests "${@:2}"
    exit
fi
LE_POSTGRES=$folder $build/debug/PostgresTests
Scripts/docs.sh postgres $build
Scripts/documentation-code.py postgres $build/debug

# The same program over four sources.
people="CREATE TABLE person(id integer PRIMARY KEY, name text); INSERT INTO person(id, name) VALUES (1, 'Alan'), (2, 'Bob'), (3, 'Carol')"
psql -X -q -h "$folder" -U postgres -c "$people"
python3 -c 'import sqlite3, sys; sqlite3.connect(sys.argv[1]).executescript(sys.argv[2])' "$folder/people.db" "$people"
for source in array "file $folder/people.db" "server host=$folder\ dbname=postgres\ user=postgres" pages; do
    eval "$build/debug/OneList $source" | diff - <(printf 'Alan\nBob\nCarol\n')
done
echo "one-list shows the same list of an array, a file, a server and pages"
