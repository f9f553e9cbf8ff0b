#!/usr/bin/env bash
# The C core for systems that this machine is not.
#
#   Scripts/other-platforms.sh [apple | windows | wasm]     without an argument: all three
#
# apple    compiles every file for Apple's systems against the headers in Tests/CListEnginePortable/freestanding, which
#          declare what the core uses of the C library. It shows that the core has no other needs and that its vector code
#          compiles. It runs nothing.
# windows  compiles every file against MinGW's headers, for x86-64 and arm64. It runs nothing.
# wasm     builds the core with its portable tests for WebAssembly, 32-bit, with Debian's C library for it, and runs them.
#          The system has no threads: tests that create threads run them one after the other.
#
# LE_CASES scales the number of random cases of the run, LE_TESTS chooses tests. Needs the clang, wasm-ld and wasmkit of the Swift toolchain, and the
# packages mingw-w64-x86-64-dev, wasi-libc and libclang-rt-dev-wasm32.
set -euo pipefail
cd "$(dirname "$0")/.."

bin=$(dirname "$(readlink -f "$(command -v swift)")")
core=CSources/CListEngine
flags=(-std=c11 -Wall -Wextra -Werror -I"$core" -I"$core/include")
out=.build-portable/wasm
mkdir -p "$out"

# compile ARGUMENT...: compiles all files of the core, as many at once as there are processors.
compile() {
    find "$core" -name '*.c' -print0 | xargs -0 -P "$(nproc)" -n 1 "$bin/clang" "${flags[@]}" "$@"
}

apple() {
    local target
    for target in arm64-apple-ios16 arm64-apple-ios16-simulator arm64-apple-ios16-macabi arm64-apple-tvos16 \
        arm64-apple-xros1 arm64-apple-macos13 x86_64-apple-macos13; do
        compile --target=$target -ffreestanding -nostdlibinc -isystem Tests/CListEnginePortable/freestanding -fsyntax-only
        echo "the C core is accepted for $target"
    done
}

windows() {
    local target
    for target in x86_64-w64-windows-gnu aarch64-w64-windows-gnu; do
        compile --target=$target -nostdlibinc -isystem /usr/x86_64-w64-mingw32/include -fsyntax-only
        echo "the C core is accepted for $target"
    done
}

wasm() {
    local library
    library=$(printf '%s\n' /usr/lib/llvm-*/lib/clang/*/lib/wasi/libclang_rt.builtins-wasm32.a | tail -1)
    # A length or an index of 64 bits is never shortened silently to an address's 32. The tests know their numbers to fit.
    find "$core" -name '*.c' -printf '%p\n-Wshorten-64-to-32\n' > "$out/sources"
    find Tests/CListEnginePortable Tests/CListEngineTesting -name '*.c' -printf '%p\n-Wall\n' >> "$out/sources"
    rm -f "$out"/*.o
    out=$out xargs -P "$(nproc)" -L 2 sh -c 'clang=$0 source=$1 warning=$2
        exec $clang $warning -c "$source" -o "$out/$(echo "$source" | tr / _).o"' \
        "$bin/clang --target=wasm32-wasi -nostdlibinc -isystem /usr/include/wasm32-wasi -ITests/CListEnginePortable/one-thread
        -ITests/CListEngineTesting/include -O2 -D_DEFAULT_SOURCE -D_GNU_SOURCE -DLE_COUNT_PATHS=1 ${flags[*]}" < "$out/sources"
    "$bin/wasm-ld" --wrap=malloc --wrap=calloc --wrap=realloc --wrap=aligned_alloc -z stack-size=1048576 \
        -L/usr/lib/wasm32-wasi /usr/lib/wasm32-wasi/crt1-command.o "$out"/*.o -lc -lm "$library" -o "$out/tests.wasm"
    "$bin/wasmkit" run --stack-size 67108864 --env "LE_CASES=${LE_CASES:-0.001}" \
        ${LE_TESTS:+--env "LE_TESTS=$LE_TESTS"} "$out/tests.wasm"
}

case ${1:-all} in
apple | windows | wasm) "$1" ;;
all)
    apple
    windows
    wasm
    ;;
*)
    echo "usage: $0 [apple | windows | wasm]" >&2
    exit 2
    ;;
esac
