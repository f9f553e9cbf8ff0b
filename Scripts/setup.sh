#!/usr/bin/env bash
# Installs with apt-get what the build, the tests and the benchmarks use and the machine lacks, and says so.
# Nothing here is needed to build the library: without libsimde-dev it uses the compiler's vector types, and without
# the data the benchmarks and tests that want it say "skipped". `Scripts/setup.sh ci` adds what the full checks use: a
# cross compiler and an emulator for aarch64.
set -u

declare -A needed=(
    [libsimde-dev]=/usr/include/simde/x86/avx2.h
    [bzip2]=/usr/bin/bzip2
    [unicode-data]=/usr/share/unicode
    [wamerican-insane]=/usr/share/dict/american-english-insane
    [fortunes]=/usr/share/games/fortunes/work
    [fortunes-min]=/usr/share/games/fortunes/fortunes
)
if [ "${1:-}" = ci ]; then
    needed[gcc-aarch64-linux-gnu]=/usr/bin/aarch64-linux-gnu-gcc
    needed[libc6-dev-arm64-cross]=/usr/aarch64-linux-gnu/include/stdio.h
    needed[qemu-user]=/usr/bin/qemu-aarch64
    needed[gcc]=/usr/bin/gcc
    needed[g++]=/usr/bin/g++
    needed[make]=/usr/bin/make
    needed[pkg-config]=/usr/bin/pkg-config
    needed[python3]=/usr/bin/python3
fi
missing=()
for package in "${!needed[@]}"; do
    [ -e "${needed[$package]}" ] || missing+=("$package")
done
[ ${#missing[@]} -eq 0 ] && exit 0

echo "setup: missing: ${missing[*]}"
if ! command -v apt-get >/dev/null; then
    echo "setup: apt-get is not at hand. Install the equivalents of these packages, or go on without:"
    echo "setup: SIMDe (headers simde/x86/*.h) is optional. unicode-data (with bzip2 to unpack it), wamerican-insane,"
    echo "setup: fortunes and fortunes-min are data of benchmarks and tests, which say \"skipped\" without. The rest is"
    echo "setup: for cross-compiled tests."
    exit 0
fi
run=""
if [ "$(id -u)" -ne 0 ]; then
    if command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
        run="sudo"
    else
        echo "setup: root is needed to install them: sudo apt-get install ${missing[*]}"
        echo "setup: going on without; what needs them says \"skipped\""
        exit 0
    fi
fi
echo "setup: installing ${missing[*]} with apt-get"
$run apt-get update -qq || echo "setup: apt-get update failed; trying with the lists at hand"
if ! DEBIAN_FRONTEND=noninteractive $run apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null; then
    echo "setup: apt-get install failed; going on without"
fi
exit 0
