#!/usr/bin/env bash
# usage: Scripts/named-libraries.sh [FILTER]
# Compares diffs with DifferenceKit and with ListDiff, a port of IGListKit's algorithm to Swift. Their sources are cloned
# into .bench/libraries, unless LISTENGINE_LIBRARIES names a folder with checkouts of both. FILTER is a regular expression
# for names of measures, by default `diff\.collection.*/(uint64|string)/1000+$`.
set -euo pipefail
cd "$(dirname "$0")/.."
export LISTENGINE_LIBRARIES=${LISTENGINE_LIBRARIES:-$PWD/.bench/libraries}
checkout() {
    [ -e "$LISTENGINE_LIBRARIES/$1" ] || git clone -q --depth 1 "$2" "$LISTENGINE_LIBRARIES/$1"
}
checkout DifferenceKit https://github.com/ra1028/DifferenceKit.git
checkout ListDiff https://github.com/lxcid/ListDiff.git
# A folder of its own: the other benchmarks are compiled without these libraries.
LISTENGINE_BENCH=tables swift build -c release --package-path Benchmarks --scratch-path .build-named --product Benchmarks
.build-named/release/Benchmarks --filter "${1:-diff\.collection.*/(uint64|string)/1000+$}" --results .bench/named.json
