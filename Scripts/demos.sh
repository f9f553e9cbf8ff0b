#!/usr/bin/env bash
# The tests of the demos, which use the public API. Demos is a package of its own, but it is built where `swift build` builds
# this package, and uses the modules that are there.
set -euo pipefail
cd "$(dirname "$0")/.."
options=(--package-path Demos --scratch-path "$PWD/.build" ${SWIFT_OPTIONS:-})
swift test "${options[@]}" --disable-xctest
swift build "${options[@]}" --product le-pick
Scripts/pick-in-terminal.py .build/debug/le-pick
# The pictures of compositions in the documentation are what the demo draws.
swift build "${options[@]}" --product Picture
for layout in nested badges orthogonal background; do
    .build/debug/Picture "Demos/Layouts/$layout.json" |
        diff -q - "Sources/ListEngineLayout/ListEngineLayout.docc/Resources/compositional-$layout.svg" ||
        { echo "demos: compositional-$layout.svg is out of date: make pictures"; exit 1; }
done
