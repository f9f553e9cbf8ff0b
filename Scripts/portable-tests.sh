#!/usr/bin/env bash
# Builds the C core with its portable tests, without Swift, and runs them.
#
#   Scripts/portable-tests.sh [native | sanitize | thread | memory | lto | warnings | aarch64]
#
# native    optimised, with asserts and path counters; and the shared library, loaded and unloaded
# sanitize  AddressSanitizer with its leak check, and UndefinedBehaviorSanitizer, on a pool with red zones
# thread    ThreadSanitizer
# memory    MemorySanitizer: reads of memory that was never written
# lto       optimised at link time, and a program in C++ besides
# warnings  compiles the core alone, with more warnings, and a bound on the stack of each function; runs nothing
# aarch64   cross-compiled, in qemu; once without SIMDe (as on a phone) and once with it
#
# CC names the compiler (the toolchain's clang when there is one), CXX that of C++, LE_CASES scales the number of random cases,
# LE_NO_SIMDE=1 builds on the compiler's vector types. LE_EMULATE_AVX512=1 runs the text of the AVX-512 kernels where the
# processor lacks the instructions.
set -euo pipefail
cd "$(dirname "$0")/.."
mode=${1:-native}

CC_GIVEN=${CC:-}
if [ -z "$CC_GIVEN" ]; then
    # Not the first clang on PATH: sanitizers need the clang of the Swift toolchain.
    swift_clang=$(dirname "$(readlink -f "$(command -v swift || echo /)")")/clang
    if [ -x "$swift_clang" ]; then CC=$swift_clang; else CC=cc; fi
fi
flags=(-std=c11 -D_DEFAULT_SOURCE -Wall -Wextra -Werror -DLE_COUNT_PATHS=1
    -ICSources/CListEngine -ICSources/CListEngine/include -ITests/CListEngineTesting/include)
tests=(Tests/CListEnginePortable Tests/CListEngineTesting)
[ -z "${LE_NO_SIMDE:-}" ] || flags+=(-DLE_NO_SIMDE=1)
[ -z "${LE_EMULATE_AVX512:-}" ] || flags+=(-DLE_EMULATE_AVX512=1)
linker=()
[ ! -x "$(dirname "$CC")/ld.lld" ] || linker=(-fuse-ld=lld)
# The tests intercept allocations and can make them fail.
wrap=(-Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc,--wrap=aligned_alloc)
out=.build-portable/$mode${CC_GIVEN:+-${CC##*/}}${LE_NO_SIMDE:+-no-simde}${LE_EMULATE_AVX512:+-avx512}

# No function of the core uses more stack than this, so that threads with 128 KB of stack can call it. Sanitizers make
# stack frames larger.
frames=
case $mode in native | warnings | aarch64) frames=" -Wframe-larger-than=16384" ;; esac

# Compiles each source that is newer than its object; a changed header recompiles all.
build() {
    mkdir -p "$out"
    local newest_header objects=() source object
    newest_header=$(find CSources "${tests[@]}" -name '*.h' -printf '%T@ %p\n' | sort -n | tail -1 | cut -d' ' -f2)
    while read -r source; do
        object=$out/$(echo "$source" | tr '/' '_').o
        objects+=("$object")
        if [ ! "$object" -nt "$source" ] || [ ! "$object" -nt "$newest_header" ]; then echo "$source $object"; fi
    done < <(find CSources/CListEngine "${tests[@]}" -name '*.c' | sort) > "$out/stale"
    objects=()
    while read -r source; do objects+=("$out/$(echo "$source" | tr '/' '_').o"); done \
        < <(find CSources/CListEngine "${tests[@]}" -name '*.c' | sort)
    xargs -r -P "$(nproc)" -L 1 sh -c '"$@"' sh "$CC" "${flags[@]}" "$@" -c < <(sed "s/ / -o /; /^CSources/s/\$/$frames/" "$out/stale")
    rm -f "$out/stale"
    printf '%s\n' "${objects[@]}" > "$out/objects"
}

case $mode in
native)
    build -O2
    "$CC" @"$out/objects" "${wrap[@]}" -o "$out/tests" -lpthread -lm
    "$out/tests"
    # The program counts what the library allocates and frees.
    make -s -C CSources OUT="$PWD/$out/shared" CC="$CC" CFLAGS=-O1 SHARED_FLAGS=-shared LDFLAGS="${wrap[*]} -Wl,--wrap=free" all
    "$CC" "${flags[@]}" -rdynamic Tests/CListEngineUnloading/unload_test.c -o "$out/unload_test" -ldl -lpthread
    "$out/unload_test" "$(echo "$out"/shared/libclistengine.so.*)"
    ;;
sanitize)
    build -O1 -gline-tables-only -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=undefined \
        -DLE_POOL_GUARD=1
    "$CC" "${linker[@]}" -fsanitize=address,undefined @"$out/objects" "${wrap[@]}" -o "$out/tests" -lpthread -lm
    ASAN_OPTIONS=detect_leaks=1 "$out/tests"
    ;;
thread)
    build -O1 -gline-tables-only -fsanitize=thread
    # The sanitizer runtime of Swift's clang uses dispatch, so it needs its libraries.
    dispatch=$(dirname "$CC")/../lib/swift/linux
    [ ! -d "$dispatch" ] || linker+=(-L"$dispatch" -Wl,-rpath,"$dispatch" -ldispatch -lBlocksRuntime)
    "$CC" -fsanitize=thread @"$out/objects" "${wrap[@]}" -o "$out/tests" "${linker[@]}" -lpthread -lm
    "$out/tests"
    ;;
memory)
    # The runtime knows what the C library writes and supports vector types, but not the vector instructions of SIMDe.
    build -O1 -gline-tables-only -fno-omit-frame-pointer -fsanitize=memory -DLE_NO_SIMDE=1
    "$CC" "${linker[@]}" -fsanitize=memory @"$out/objects" "${wrap[@]}" -o "$out/tests" -lpthread -lm
    "$out/tests"
    ;;
lto)
    flto=-flto
    case $("$CC" --version) in *"Free Software Foundation"*) flto=-flto=auto ;; esac
    build -O2 "$flto"
    "$CC" "${linker[@]}" -O2 "$flto" -Werror @"$out/objects" -o "$out/tests" "${wrap[@]}" -lpthread -lm
    "$out/tests"
    # The C++ compiler of the same toolchain, which can read its intermediate code.
    if [ -z "${CXX:-}" ]; then if [ -x "$CC++" ]; then CXX=$CC++; else CXX=g++; fi; fi
    "$CXX" -std=c++17 -Wall -Wextra -Werror -ICSources/CListEngine/include -c Tests/CPlusPlus/link_test.cpp \
        -o "$out/link_test.o"
    grep -v Tests_ "$out/objects" > "$out/core"
    "$CXX" "${linker[@]}" -O2 "$flto" "$out/link_test.o" @"$out/core" -o "$out/link_test" -lpthread -lm
    "$out/link_test"
    ;;
warnings)
    tests=()
    build -O2 -DNDEBUG -Wconversion -Wno-sign-conversion
    echo "no warnings of $CC"
    ;;
aarch64)
    # The cross gcc links, because it knows the path of its C library.
    build -O2 -target aarch64-linux-gnu --sysroot=/usr/aarch64-linux-gnu -isystem /usr/aarch64-linux-gnu/include \
        -idirafter /usr/include
    aarch64-linux-gnu-gcc -static @"$out/objects" "${wrap[@]}" -o "$out/tests" -lpthread -lm
    qemu-aarch64 "$out/tests"
    ;;
*)
    echo "usage: $0 [native | sanitize | thread | memory | lto | warnings | aarch64]" >&2
    exit 2
    ;;
esac
