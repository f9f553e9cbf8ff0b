#!/usr/bin/env bash
# usage: Scripts/fuzz.sh [NAME [SECONDS]]
# Runs the fuzzer NAME (snapshots, diff) for SECONDS (60) on its committed corpus. What it finds stays in .build-fuzz.
set -euo pipefail
cd "$(dirname "$0")/.."
name=${1:-snapshots}
seconds=${2:-60}
limits=(-max_total_time="$seconds" -rss_limit_mb=4096 -artifact_prefix=.build-fuzz/)
mkdir -p ".build-fuzz/corpus/$name"
case $name in
snapshots) product=FuzzSnapshots ;;
diff)
    # Plain C: with sanitizers, and gaps between the blocks of the workspace that nobody may touch.
    bin=$(dirname "$(readlink -f "$(command -v swift)")")
    linker=()
    [ ! -x "$bin/ld.lld" ] || linker=(-fuse-ld=lld)
    "$bin/clang" -std=c11 -O1 -g -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=undefined "${linker[@]}" \
        -ICSources/CListEngine -ICSources/CListEngine/include -ITests/CListEngineTesting/include \
        Fuzz/Sources/FuzzDiff/fuzz_diff.c CSources/CListEngine/diff/*.c CSources/CListEngine/kernels/*.c \
        -Wl,--wrap=calloc,--wrap=aligned_alloc -o .build-fuzz/fuzz-diff
    exec .build-fuzz/fuzz-diff "${limits[@]}" -max_len=400 ".build-fuzz/corpus/$name" "Fuzz/Corpus/$name"
    ;;
*) echo "no fuzzer $name" >&2; exit 2 ;;
esac
swift build -c release --package-path Fuzz --scratch-path .build-fuzz --product "$product"
.build-fuzz/release/"$product" "${limits[@]}" -max_len=4096 ".build-fuzz/corpus/$name" "Fuzz/Corpus/$name"
