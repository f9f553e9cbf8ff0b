#!/usr/bin/env bash
# Checks the Swift modules for Apple's systems without an Apple SDK: see Documentation/Apple.md.
#
#   Scripts/apple.sh          type-checks all modules with the UIKit of Tests/AppleStubs, and looks for declarations that are
#                             newer than the oldest systems in Package.swift
#   Scripts/apple.sh tests    runs the tests of the modules for UIKit and AppKit on the doubles
set -euo pipefail
cd "$(dirname "$0")/.."
scratch=$PWD/.build-apple

if [ "${1:-}" = tests ]; then
    swift test --package-path Tests/AppleStubs --scratch-path "$scratch/tests" -debug-info-format none ${SWIFT_OPTIONS:-}
    exit
fi

modules=(ListEngineDiff ListEngineLayout ListEngine ListEngineCompatibility ListEngineTrace ListEngineData ListEngineAdapters ListEngineUIKit
    ListEngineSwiftUI ListEngineCompatibilityUIKit)
rm -rf "$scratch/check"
mkdir -p "$scratch/check" "$scratch/symbols"

# check MODULE FILE...: makes the module, and checks all bodies. The references in it go to an index. `more` has further options.
more=()
check() {
    local module=$1 options
    shift
    options=(-swift-version 6 -package-name listengine -module-name "$module" -parse-as-library -I "$scratch/check"
        -I CSources/CListEngine/include -warnings-as-errors "${more[@]}")
    # With the code that the compiler derives, for its hashes.
    swiftc -emit-silgen -wmo "${options[@]}" -emit-module -emit-module-path "$scratch/check/$module.swiftmodule" \
        -o "$scratch/check/$module.sil" "$@"
    swiftc -typecheck -enable-batch-mode -driver-batch-count 1 -j1 "${options[@]}" \
        -index-store-path "$scratch/check/$module.index" -index-ignore-system-modules "$@"
    printf '%s\n' "$@" > "$scratch/check/$module.files"
}

for module in CollectionViewRules UniformTypeIdentifiers UIKit AppKit SwiftUI; do check "$module" "Tests/AppleStubs/Sources/$module"/*.swift; done
more=(-D LISTENGINE_APPKIT)
check SwiftUIForAppKit Tests/AppleStubs/Sources/SwiftUIForAppKit/*.swift
more=()
check Planted Tests/AppleStubs/Planted/Planted.swift
# check_folder MODULE [FOLDER]: checks the files of a folder in Sources.
check_folder() {
    local files
    mapfile -t files < <(find "Sources/${2:-$1}" -name '*.swift' | sort)
    check "$1" "${files[@]}"
}
for module in "${modules[@]}"; do check_folder "$module"; done
# Here UIKit and AppKit both exist, so what is built for each of them is a module of its own for AppKit: see
# Tests/AppleStubs/Package.swift.
more=(-D LISTENGINE_APPKIT)
check_folder ListEngineAdaptersForAppKit ListEngineAdapters
more=(-module-alias ListEngineAdapters=ListEngineAdaptersForAppKit)
check_folder ListEngineAppKit
more+=(-D LISTENGINE_APPKIT -module-alias SwiftUI=SwiftUIForAppKit)
check_folder ListEngineSwiftUIForAppKit ListEngineSwiftUI
more+=(-module-alias ListEngineSwiftUI=ListEngineSwiftUIForAppKit)
check ListEngineMacExamples Examples/mac-app/Sources/ListEngineMacExamples/*.swift
more=()
check ListEngineExamples Examples/ios-app/Sources/ListEngineExamples/*.swift
check UIKitProbes Examples/uikit-probes/Sources/UIKitProbes/*.swift

target=$(swiftc -print-target-info | python3 -c 'import json, sys; print(json.load(sys.stdin)["target"]["triple"])')
# What each declaration of the standard library and of Foundation needs is in the toolchain's modules. The doubles have it, too.
version=$(swiftc --version 2>/dev/null | head -1 | cksum | cut -d' ' -f1)
if [ ! -e "$scratch/symbols/$version" ]; then
    rm -rf "$scratch/symbols"
    mkdir -p "$scratch/symbols"
    for module in Swift _Concurrency Synchronization FoundationEssentials Foundation Dispatch; do
        swift symbolgraph-extract -module-name $module -target "$target" -output-dir "$scratch/symbols" \
            -minimum-access-level public
    done
    touch "$scratch/symbols/$version"
fi
for module in UIKit AppKit SwiftUI SwiftUIForAppKit; do
    swift symbolgraph-extract -module-name $module -I "$scratch/check" -target "$target" -output-dir "$scratch/check" \
        -minimum-access-level public
done
Scripts/apple-floor.py "$scratch"
python3 Scripts/documentation-code.py apple "$scratch/check"
