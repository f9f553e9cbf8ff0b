#!/usr/bin/env bash
# Counts the instructions of single operations by callgrind: those of the C core (Benchmarks/Instructions/core.c), and those
# of lists and snapshots in Swift, whose measures are the benchmarks'. Counts do not depend on what else the machine does, so
# they compare where times do not.
#
#   Scripts/instructions.sh [count [TREE [FILTER]]]
#       prints `measure instructions` for one operation of each measure in C of the checkout TREE (this one)
#   Scripts/instructions.sh swift [TREE [FILTER]]
#       the same for the measures in Swift, after a release build, which takes minutes
#   Scripts/instructions.sh compare OLDTREE NEWTREE [FILTER]
#       prints `measure old new ratio` in C for two checkouts, and fails when one grew by more than 5 %
#   Scripts/instructions.sh tables OLD NEW
#       the same for two tables that `count` has printed
#   Scripts/instructions.sh check
#       counts the measures of Benchmarks/instructions.txt, and fails when one grew by more than 3 %. Counts of another
#       compiler or C library do not compare, so the check passes there and says so
#   Scripts/instructions.sh record
#       writes the counts into that file
#
# LE_BACKEND names the instruction set (avx2; Valgrind has no AVX-512), CC the compiler (swift's clang when there is
# one), LIMIT the ratio that fails (1.05; 1.03 for `check`). Needs Valgrind, and Swift for the measures in Swift.
set -euo pipefail
here=$(cd "$(dirname "$0")/.." && pwd)
export LE_BACKEND=${LE_BACKEND:-avx2}
table=$here/Benchmarks/instructions.txt
[ "${1:-}" != check ] || command -v valgrind >/dev/null || { echo "instructions: not counted: Valgrind is not installed"; exit 0; }
command -v valgrind >/dev/null || { echo "instructions: needs valgrind, which is not installed" >&2; exit 2; }

if [ -z "${CC:-}" ]; then
    swift_clang=$(dirname "$(readlink -f "$(command -v swift || echo /)")")/clang
    if [ -x "$swift_clang" ]; then CC=$swift_clang; else CC=cc; fi
fi

# build TREE OUT: compiles the C core of a checkout and the measures: those of this checkout, or the tree's own if its
# interface differs. No debug information, because this Valgrind cannot read that of current compilers.
build() {
    local tree=$1 out=$2 core=$1/CSources/CListEngine
    mkdir -p "$out"
    local flags=(-std=c11 -D_DEFAULT_SOURCE -O2 -DNDEBUG=1 -g0 -I"$core" -I"$core/include")
    find "$core" -name '*.c' | sort | while read -r source; do
        echo "$source -o $out/$(echo "${source#"$core"/}" | tr / _).o"
    done | xargs -r -P 2 -L 1 sh -c '"$@"' sh "$CC" "${flags[@]}" -c
    "$CC" "${flags[@]}" -c "$here/Benchmarks/Instructions/core.c" -o "$out/measures.o" 2>"$out/errors" ||
        "$CC" "${flags[@]}" -c "$tree/Benchmarks/Instructions/core.c" -o "$out/measures.o" ||
        { cat "$out/errors" >&2; exit 1; }
    "$CC" "$out"/*.o -o "$out/core" -lpthread -lm
}

# count TREE FILTER: prints the table.
count() {
    local tree=$1 filter=${2:-} out
    out=$(mktemp -d)
    build "$tree" "$out"
    counts "$out" ./core $filter
    rm -rf "$out"
}

# swift_count TREE FILTER: prints the table of the measures in Swift.
swift_count() {
    local tree=$1 filter=${2:-} out options
    options=(-c release --package-path "$tree/Benchmarks" --scratch-path "$tree/.build-release"
        --product Benchmarks -debug-info-format none ${SWIFT_OPTIONS:-})
    out=$(mktemp -d)
    LISTENGINE_BENCH=instructions swift build "${options[@]}" >"$out/log" 2>&1 || { cat "$out/log" >&2; exit 1; }
    # The hashes of identifiers are otherwise different in each run.
    hashing=SWIFT_DETERMINISTIC_HASHING=1 counts "$out" "$tree/.build-release/release/Benchmarks" $filter
    rm -rf "$out"
}

# counts FOLDER COMMAND: runs a program of measures under callgrind, and prints the table.
counts() {
    local out=$1
    shift
    # An empty environment, because its size moves the stack, which changes the counts of copies.
    (cd "$out" && env -i PATH="$PATH" LE_BACKEND="$LE_BACKEND" ${hashing:-} valgrind --tool=callgrind \
        --instr-atstart=no --callgrind-out-file=counts.%n "$@" >log 2>&1) || { cat "$out/log" >&2; exit 1; }
    # One dump for each measure: "desc: Trigger: Client Request: NAME OPERATIONS", then "totals: INSTRUCTIONS".
    find "$out" -name 'counts.*' | xargs awk '
        /^desc: Trigger: Client Request: / { name = $5; operations = $6 }
        /^totals: / && name != "" { printf "%-44s %12.0f\n", name, $2 / operations; name = "" }' | sort
}

# tables OLD NEW: ratios, the largest last.
tables() {
    awk -v limit="${LIMIT:-1.05}" '
        NR == FNR { old[$1] = $2; next }
        !($1 in old) { missing = missing "  only new: " $1 "\n"; next }
        { ratio = $2 / old[$1]; printf "%-44s %12d %12d %8.3f\n", $1, old[$1], $2, ratio | "sort -k4,4n"
          sum += log(ratio); n++; delete old[$1]
          if (ratio > limit) over = over sprintf("  %-44s %8.3f\n", $1, ratio) }
        END {
            close("sort -k4,4n")
            for (name in old) missing = missing "  only old: " name "\n"
            printf "%s%d measures, geometric mean %.3f\n", missing, n, n ? exp(sum / n) : 1
            if (over != "") { printf "grew by more than %.0f %%:\n%s", (limit - 1) * 100, over; exit 1 }
        }' "$1" "$2"
}

# toolchain: what the counts depend on besides the sources, in one line.
toolchain() {
    local simde=none header=/usr/include/simde/simde-common.h
    if [ -e $header ]; then
        simde=$(awk '/define SIMDE_VERSION_(MAJOR|MINOR|MICRO) / { v = v "." $3 } END { print substr(v, 2) }' $header)
    fi
    echo "$("$CC" --version | head -1); $(uname -m); SIMDe $simde; $(ldd --version 2>&1 | head -1); $(valgrind --version)"
}

# recorded: counts the measures that the table names.
recorded() { { count "$here" "@$table" && swift_count "$here" "@$table"; } | sort; }

case ${1:-count} in
check)
    # Valgrind shows programs the instructions that the processor has.
    if ! grep -qw avx2 /proc/cpuinfo; then echo "instructions: not counted: this processor has no AVX2"; exit 0; fi
    if ! grep -qxF "# $(toolchain)" "$table"; then
        echo "instructions: not counted: the table was made with another toolchain"
        echo "  table: $(sed -n '2s/^# //p' "$table")"
        echo "  here:  $(toolchain)"
        exit 0
    fi
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
    recorded >"$work/new"
    grep -v '^#' "$table" >"$work/old"
    if missing=$(awk 'NR == FNR { counted[$1]; next } !($1 in counted) { print "  " $1; n++ } END { exit !n }' \
        "$work/new" "$work/old"); then
        echo "instructions: the table has measures that do not exist:"
        echo "$missing"
        exit 1
    fi
    LIMIT=${LIMIT:-1.03} tables "$work/old" "$work/new" ||
        { echo "See \"Instruction counts\" in CONTRIBUTING.md." >&2; exit 1; }
    ;;
record)
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
    recorded >"$work/new"
    { sed -n 1p "$table"; echo "# $(toolchain)"; cat "$work/new"; } >"$work/table"
    cp "$work/table" "$table"
    ;;
count) count "$(cd "${2:-$here}" && pwd)" "${3:-}" ;;
swift) swift_count "$(cd "${2:-$here}" && pwd)" "${3:-}" ;;
compare)
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
    count "$(cd "$2" && pwd)" "${4:-}" >"$work/old"
    count "$(cd "$3" && pwd)" "${4:-}" >"$work/new"
    tables "$work/old" "$work/new"
    ;;
tables) tables "$2" "$3" ;;
*) sed -n '6,19s/^# \{0,1\}//p' "$0" >&2; exit 2 ;;
esac
