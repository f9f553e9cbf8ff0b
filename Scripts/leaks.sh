#!/usr/bin/env bash
# Looks for leaks with plain executables, because XCTest itself leaks: the example that uses the package, built with
# AddressSanitizer and run with its leak check.
set -euo pipefail
cd "$(dirname "$0")/.."
swift build -c release --sanitize=address --package-path Examples/consumer-swift --scratch-path .build-leaks
ASAN_OPTIONS=detect_leaks=1 .build-leaks/release/Consumer
