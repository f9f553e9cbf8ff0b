#!/usr/bin/env bash
# Lines and branches of the C core that the portable tests and the committed corpora of the C fuzzers reach, on every
# backend, by clang's source-based profile. What is not reached is listed with its reason in
# Tests/Coverage/unreached.txt; anything else that is not reached fails, and so does an entry that no longer applies.
#
#   Scripts/coverage.sh [report | figures]
#
# report prints every line and branch that is not reached, the explained ones too. figures fails only when less than 99.8 % of
# the lines or 98 % of the branches are reached, as CI does. LE_CASES scales the number of random
# cases (0.1). The AVX-512 kernels run on any processor. Needs the clang that belongs to swift, with llvm-profdata and
# llvm-cov, and Python.
#
# Counters are not atomic, because atomic ones take several times as long, but some tests have threads. The count of one
# side of a branch is the difference of two counters. In code that threads run, a lost count can therefore show a side as
# reached that is not, or the other way round. Then run it again.
set -euo pipefail
cd "$(dirname "$0")/.."
bin=$(dirname "$(readlink -f "$(command -v swift)")")
out=.build-coverage
mkdir -p "$out/core" "$out/tests"
rm -f "$out"/*.profraw

flags=(-std=c11 -D_DEFAULT_SOURCE -O1 -DNDEBUG=1 -DLE_COUNT_PATHS=1 -DLE_EMULATE_AVX512=1
    -ICSources/CListEngine -ICSources/CListEngine/include -ITests/CListEngineTesting/include)
profile=(-fprofile-instr-generate -fcoverage-mapping)
wrap=(-Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc,--wrap=aligned_alloc)
linker=()
[ ! -x "$bin/ld.lld" ] || linker=(-fuse-ld=lld)

# compile FOLDER OUT [FLAG...]: compiles sources newer than their objects; a changed header recompiles all.
compile() {
    local newest source object
    newest=$(find CSources Tests -name '*.h' -printf '%T@ %p\n' | sort -n | tail -1 | cut -d' ' -f2)
    find "$1" -name '*.c' | sort | while read -r source; do
        object=$2/$(echo "$source" | tr / _).o
        echo "$object" >>"$2/objects"
        if [ ! "$object" -nt "$source" ] || [ ! "$object" -nt "$newest" ]; then echo "$source -o $object"; fi
    done | xargs -r -P "$(nproc)" -L 1 sh -c '"$@"' sh "$bin/clang" "${flags[@]}" "${@:3}" -c
}

rm -f "$out/core/objects" "$out/tests/objects"
compile CSources/CListEngine "$out/core" "${profile[@]}"
compile Tests/CListEnginePortable "$out/tests"
compile Tests/CListEngineTesting "$out/tests"
"$bin/clang" "${profile[@]}" "${linker[@]}" @"$out/core/objects" @"$out/tests/objects" "${wrap[@]}" -o "$out/portable" \
    -lpthread -lm
LE_CASES=${LE_CASES:-0.1} LLVM_PROFILE_FILE=$out/portable.profraw "$out/portable" >"$out/portable.log"
binaries=("$out/portable")

# The C fuzzers, only on their corpora: FuzzDiff reads Fuzz/Corpus/diff, and so on.
for folder in Fuzz/Sources/*/; do
    compgen -G "$folder*.c" >/dev/null || continue
    name=$(basename "$folder")
    corpus=Fuzz/Corpus/$(echo "${name#Fuzz}" | tr '[:upper:]' '[:lower:]')
    sources=("$folder"*.c)
    for helper in naive_layout visits; do
        ! grep -q "$helper.h" "${sources[@]}" "$folder"*.h 2>/dev/null || sources+=(Tests/CListEnginePortable/$helper.c)
    done
    mapfile -t wraps < <(grep -oh '__wrap_[a-z_]*' "${sources[@]}" | sort -u | sed 's/__wrap_/-Wl,--wrap=/')
    "$bin/clang" "${flags[@]}" "${profile[@]}" -ITests/CListEnginePortable -fsanitize=fuzzer "${linker[@]}" \
        "${sources[@]}" @"$out/core/objects" "${wraps[@]}" -o "$out/$name" -lpthread -lm
    for backend in scalar sse2 avx2 avx512; do
        LE_BACKEND=$backend LLVM_PROFILE_FILE=$out/$name-$backend.profraw "$out/$name" -runs=0 "$corpus" 2>"$out/$name.log" ||
            { tail -20 "$out/$name.log" >&2; exit 1; }
    done
    binaries+=("-object" "$out/$name")
done

"$bin/llvm-profdata" merge -o "$out/all.profdata" "$out"/*.profraw
"$bin/llvm-cov" export -format=text -instr-profile="$out/all.profdata" "${binaries[@]}" CSources >"$out/coverage.json"
python3 Scripts/coverage.py "$out/coverage.json" Tests/Coverage/unreached.txt "${1:-}"
