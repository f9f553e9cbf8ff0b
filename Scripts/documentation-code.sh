#!/usr/bin/env bash
# Compiles the code in the documentation: README.md, Documentation/*.md, the DocC catalogs and the comments of Sources.
# Uses what `swift build` has made. What is checked and how: Scripts/documentation-code.py.
set -euo pipefail
cd "$(dirname "$0")/.."
swift build ${SWIFT_OPTIONS:-}
BUILD=$(swift build --show-bin-path) python3 Scripts/documentation-code.py
