#!/usr/bin/env bash
# usage: Scripts/fuzz.sh [NAME [SECONDS]]
# Runs the fuzzer NAME for SECONDS (60) on its committed corpus. What it finds stays in .build-fuzz. LE_SEED=n chooses the
# inputs: CI uses one seed, so that a change is judged by the same inputs as the one before it.
#
#   snapshots   histories of snapshots, through Swift
#   diff        the differ, in C
#   layout      histories of layouts, in C, with failing allocations, on a pool with red zones
#   layouts     histories of layouts, through Swift
#   pages       damaged files of SQLite, in C
set -euo pipefail
cd "$(dirname "$0")/.."
name=${1:-snapshots}
seconds=${2:-60}
limits=(-max_total_time="$seconds" -rss_limit_mb=4096 -artifact_prefix=.build-fuzz/ ${LE_SEED:+-seed=$LE_SEED})
mkdir -p ".build-fuzz/corpus/$name"
case $name in
snapshots) product=FuzzSnapshots ;;
layouts) product=FuzzLayouts ;;
layout)
    # The core and the operations are instrumented for coverage; the model, the scans and the mutator are not.
    bin=$(dirname "$(readlink -f "$(command -v swift)")")
    out=.build-fuzz/layout
    mkdir -p "$out"
    linker=()
    [ ! -x "$bin/ld.lld" ] || linker=(-fuse-ld=lld)
    sanitize=(-fsanitize=address,undefined -fno-sanitize-recover=undefined)
    flags=(-std=c11 -D_DEFAULT_SOURCE -O1 -gline-tables-only -fno-omit-frame-pointer -Wall -Wextra -Werror "${sanitize[@]}"
        -DLE_POOL_GUARD=1 -DLE_COUNT_PATHS=1 -ICSources/CListEngine -ICSources/CListEngine/include
        -ITests/CListEnginePortable -ITests/CListEngineTesting/include)
    headers=(CSources Tests/CListEnginePortable Tests/CListEngineTesting Fuzz/Sources/FuzzLayout)
    newest=$(find "${headers[@]}" -name '*.h' -printf '%T@ %p\n' | sort -n | tail -1 | cut -d' ' -f2)
    find CSources/CListEngine Fuzz/Sources/FuzzLayout Tests/CListEnginePortable/{naive_layout,visits}.c -name '*.c' |
        sort > "$out/sources"
    objects=()
    : > "$out/stale"
    while read -r source; do
        object=$out/$(echo "$source" | tr '/' '_').o
        objects+=("$object")
        if [ "$object" -nt "$source" ] && [ "$object" -nt "$newest" ]; then continue; fi
        case $source in
        Tests/* | Fuzz/*/subject.c | Fuzz/*/questions.c | Fuzz/*/compositions.c | Fuzz/*/mutator.c)
            echo "$source -o $object" ;;
        *) echo "$source -o $object -fsanitize-coverage=inline-8bit-counters,pc-table" ;;
        esac >> "$out/stale"
    done < "$out/sources"
    xargs -r -P "$(nproc)" -L 1 "$bin/clang" "${flags[@]}" -c < "$out/stale"
    "$bin/clang" -fsanitize=fuzzer "${sanitize[@]}" "${linker[@]}" "${objects[@]}" -lpthread -lm \
        -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc,--wrap=aligned_alloc -o .build-fuzz/fuzz-layout
    exec .build-fuzz/fuzz-layout "${limits[@]}" -max_len=400 -len_control=0 -timeout=60 ".build-fuzz/corpus/$name" \
        "Fuzz/Corpus/$name"
    ;;
diff)
    # Plain C: with sanitizers, and poisoned gaps between the blocks of the workspace.
    bin=$(dirname "$(readlink -f "$(command -v swift)")")
    linker=()
    [ ! -x "$bin/ld.lld" ] || linker=(-fuse-ld=lld)
    "$bin/clang" -std=c11 -O1 -g -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=undefined "${linker[@]}" \
        -ICSources/CListEngine -ICSources/CListEngine/include -ITests/CListEngineTesting/include \
        Fuzz/Sources/FuzzDiff/fuzz_diff.c CSources/CListEngine/diff/*.c CSources/CListEngine/kernels/*.c \
        -Wl,--wrap=calloc,--wrap=aligned_alloc -o .build-fuzz/fuzz-diff
    exec .build-fuzz/fuzz-diff "${limits[@]}" -max_len=400 ".build-fuzz/corpus/$name" "Fuzz/Corpus/$name"
    ;;
pages)
    bin=$(dirname "$(readlink -f "$(command -v swift)")")
    linker=()
    [ ! -x "$bin/ld.lld" ] || linker=(-fuse-ld=lld)
    "$bin/clang" -std=c11 -O1 -g -DLE_LIBFUZZER -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=undefined "${linker[@]}" \
        -ICSources/CListEngineSQLite/include Tests/SQLitePrograms/C/pages.c CSources/CListEngineSQLite/{tree,keys}.c -lsqlite3 \
        -o .build-fuzz/fuzz-pages
    exec .build-fuzz/fuzz-pages "${limits[@]}" -max_len=70000 ".build-fuzz/corpus/$name" "Fuzz/Corpus/$name"
    ;;
*) echo "no fuzzer $name" >&2; exit 2 ;;
esac
# Built where Scripts/instructions.sh builds, with the same options, so that the modules are compiled once for both.
swift build -c release --package-path Fuzz --scratch-path .build-release -debug-info-format none ${SWIFT_OPTIONS:-} \
    --product "$product"
.build-release/release/"$product" "${limits[@]}" -max_len=4096 ".build-fuzz/corpus/$name" "Fuzz/Corpus/$name"
