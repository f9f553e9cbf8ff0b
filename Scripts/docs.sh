#!/usr/bin/env bash
# Builds the site of all modules: converts their DocC catalogs, using the symbols of the debug build, and fails on broken links. The
# pages are written to .build/docs, one folder for each module, for a server of files: python3 -m http.server -d .build/docs
#
#     Scripts/docs.sh                  all modules without a trait
#     Scripts/docs.sh sqlite FOLDER    ListEngineSQLite, whose build is in the folder; Scripts/sqlite.sh does so
#     Scripts/docs.sh postgres FOLDER  ListEnginePostgres; Scripts/postgres.sh does so
#     Scripts/docs.sh grdb FOLDER      ListEngineGRDB; Scripts/grdb.sh does so
set -euo pipefail
cd "$(dirname "$0")/.."
if ! command -v docc >/dev/null; then
    echo "docs: this toolchain has no docc; nothing was checked"
    exit 0
fi
names=(ListEngineLayout ListEngineDiff ListEngineTrace ListEngine ListEngineCompatibility ListEngineTerminal ListEngineData ListEngineDataTesting)
maps=()
if [ "${1:-}" = postgres ]; then
    names=(ListEnginePostgres) modules=$2/debug/Modules
    maps=(-Xcc -fmodule-map-file=CSources/CPostgreSQL/module.modulemap)
    for flag in $(pkg-config --cflags libpq); do maps+=(-Xcc "$flag"); done
elif [ $# != 0 ]; then
    names=(ListEngineSQLite) modules=$2/debug/Modules
    maps=(-Xcc -fmodule-map-file=CSources/CSQLite/module.modulemap -I CSources/CListEngineSQLite/include
        -Xcc "-fmodule-map-file=$2/debug/CListEngineSQLite.build/module.modulemap")
    if [ "$1" = grdb ]; then
        names=(ListEngineGRDB)
        maps+=(-Xcc "-fmodule-map-file=$2/checkouts/GRDB.swift/Sources/GRDBSQLite/module.modulemap")
    fi
else
    swift build ${SWIFT_OPTIONS:-}
    modules=$(swift build --show-bin-path)/Modules
fi
target=$(swift -print-target-info | sed -n 's/.*"unversionedTriple": "\(.*\)".*/\1/p' | head -1)
status=0
Scripts/catalogs.py .build/catalogs
for module in "${names[@]}"; do
    graphs=.build/symbol-graphs/$module
    rm -rf "$graphs"
    mkdir -p "$graphs" .build/docs
    swift symbolgraph-extract -module-name "$module" -target "$target" -I "$modules" \
        -Xcc -fmodule-map-file=CSources/CListEngine/include/module.modulemap -I CSources/CListEngine/include \
        -I CSources/CListEngineTerminal/include "${maps[@]}" \
        -minimum-access-level public -output-dir "$graphs"
    catalog=()
    if [ -d ".build/catalogs/$module.docc" ]; then catalog=(".build/catalogs/$module.docc"); fi
    docc convert "${catalog[@]}" --additional-symbol-graph-dir "$graphs" \
        --fallback-display-name "$module" --fallback-bundle-identifier "listengine.$module" \
        --transform-for-static-hosting --hosting-base-path "$module" --output-path ".build/docs/$module" >"$graphs/log" 2>&1 || status=1
    if grep -E "^(warning|error):.*(doesn't exist|ambiguous|fails to resolve|not found)" -A 4 "$graphs/log"; then status=1; fi
    echo "docs: $module"
done
exit $status
