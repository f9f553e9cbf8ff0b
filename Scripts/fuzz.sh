#!/usr/bin/env bash
# usage: Scripts/fuzz.sh [NAME [SECONDS]]
# Runs the fuzzer NAME (snapshots) for SECONDS (60) on its committed corpus. What it finds stays in .build-fuzz.
set -euo pipefail
cd "$(dirname "$0")/.."
name=${1:-snapshots}
seconds=${2:-60}
case $name in
snapshots) product=FuzzSnapshots ;;
*) echo "no fuzzer $name" >&2; exit 2 ;;
esac
swift build -c release --package-path Fuzz --scratch-path .build-fuzz --product "$product"
mkdir -p ".build-fuzz/corpus/$name"
.build-fuzz/release/"$product" -max_total_time="$seconds" -max_len=4096 -rss_limit_mb=4096 \
    -artifact_prefix=.build-fuzz/ ".build-fuzz/corpus/$name" "Fuzz/Corpus/$name"
