#!/usr/bin/env bash
# Shows that programs with a mistake do not compile, and that the same programs without it do. Uses what `swift build`
# has made.
set -euo pipefail
cd "$(dirname "$0")/.."
build=${BUILD:-.build/debug}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Type-checks the program on standard input.
check() {
    cat >"$work/snippet.swift"
    swiftc -typecheck -swift-version 6 -I "$build/Modules" -Xcc -ICSources/CListEngine/include \
        "$work/snippet.swift" 2>&1
}

# refused WHAT PATTERN: the program on standard input must not compile, for the reason in PATTERN.
refused() {
    if message=$(check); then
        echo "compiles: $1"
        exit 1
    fi
    if ! grep -Eq "$2" <<<"$message"; then
        printf '%s: another error than expected:\n%s\n' "$1" "$message"
        exit 1
    fi
    echo "does not compile, as it should be: $1"
}

# provider IDENTIFIER: a provider of items of that type beside a controller of UUIDs.
provider() {
    cat <<SWIFT
import Foundation
import ListEngineCompatibility

final class SectionController: CollectionSectionController<String, UUID> {}

final class SectionProvider: CollectionSectionProvider {
    typealias SectionIdentifierType = String
    typealias ItemIdentifierType = $1
    func cellProvider(
        _ controller: CollectionSectionController<String, $1>, indexPath: IndexPath, item: $1
    ) -> CollectionViewCell? { nil }
    func layoutSectionProvider(section: Int, environment: CollectionLayoutEnvironment) -> CollectionLayoutSection? { nil }
}

@MainActor func add() { SectionController().addSectionProvider(SectionProvider()) }
SWIFT
}

# host METHODS...: a host with these methods beside the two that show views.
host() {
    cat <<SWIFT
import ListEngine

final class Host: CollectionViewHost {
    func makeView(for view: CollectionReusableView) -> AnyObject? { nil }
    func place(_ view: CollectionReusableView, at placement: ElementPlacement) {}
$(printf '    func %s(_ view: CollectionReusableView) {}\n' "$@")
}
SWIFT
}

# loader AWAIT: an asynchronous function of a section that shows a page that it loaded.
loader() {
    cat <<SWIFT
import ListEngine

extension ClosureSection {
    func load(_ page: [Item]) async {
        $1 append(items: page)
        append(items: page, completion: nil)
    }
}
SWIFT
}

provider UUID | check
provider String | refused "a provider of other identifiers than its controller's" \
    "'SectionProvider.ItemIdentifierType' \(aka 'String'\)|ItemIdentifierType.*UUID"

host recycle remove | check
host recycle | refused "a host that removes no views" "remove"
host remove | refused "a host that recycles no views" "recycle"

loader await | check
loader "" | refused "an update in an asynchronous function that is not awaited" "'async' but is not marked with 'await'"

# library CODE: a program that uses ListEngineCompatibility.
library() {
    printf 'import Foundation\nimport ListEngineCompatibility\nimport ListEngineLayout\n\n%s\n' "$1"
}

library '@MainActor func attach(_ view: CollectionView) { view.collectionViewLayout = CollectionViewMainLayout() }' | check
library '@MainActor func attach(_ view: CollectionView) { view.collectionViewLayout = CollectionViewLayout(crossExtent: 9) }' |
    refused "the main layout of ListKit's document by its old name" "CollectionViewLayoutRecipe"
library 'final class Cell: CollectionViewCell, P9CollectionViewCellObjcProtocol {}' |
    refused "the protocol of cells in Objective-C" "cannot find type 'P9CollectionViewCellObjcProtocol'"
library 'final class Description: ListSection {}' |
    refused "a section of ListKit's document by its old name" "does not conform to protocol 'ListSection'"
library 'final class Cell: CollectionViewCell { override func touchesEnded(_ touches: Set<Int>, with event: Int?) {} }' |
    refused "the touches of P9CollectionViewHandler's document" "does not override any method"
