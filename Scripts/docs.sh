#!/usr/bin/env bash
# Converts the DocC catalogues of all modules, using the symbols of the debug build, and fails on broken links. The
# pages are written to .build/docs, one folder for each module.
set -euo pipefail
cd "$(dirname "$0")/.."
if ! command -v docc >/dev/null; then
    echo "docs: this toolchain has no docc; nothing was checked"
    exit 0
fi
swift build ${SWIFT_OPTIONS:-}
modules=$(swift build --show-bin-path)/Modules
target=$(swift -print-target-info | sed -n 's/.*"unversionedTriple": "\(.*\)".*/\1/p' | head -1)
status=0
for module in ListEngineLayout ListEngineDiff ListEngineTrace ListEngine ListEngineCompatibility ListEngineTerminal; do
    graphs=.build/symbol-graphs/$module
    rm -rf "$graphs"
    mkdir -p "$graphs" .build/docs
    swift symbolgraph-extract -module-name "$module" -target "$target" -I "$modules" \
        -Xcc -fmodule-map-file=CSources/CListEngine/include/module.modulemap -I CSources/CListEngine/include \
        -I CSources/CListEngineTerminal/include \
        -minimum-access-level public -output-dir "$graphs"
    docc convert "Sources/$module/$module.docc" --additional-symbol-graph-dir "$graphs" \
        --fallback-display-name "$module" --fallback-bundle-identifier "listengine.$module" \
        --output-path ".build/docs/$module" >"$graphs/log" 2>&1 || status=1
    if grep -E "^(warning|error):.*(doesn't exist|ambiguous|fails to resolve|not found)" -A 4 "$graphs/log"; then status=1; fi
    echo "docs: $module"
done
exit $status
