#!/usr/bin/env bash
# Checks that a provider with other identifiers than its controller does not compile. Uses the output of
# `swift build`.
set -euo pipefail
cd "$(dirname "$0")/.."
build=${BUILD:-.build/debug}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# check IDENTIFIER: type-checks a provider of items of that type beside a controller of UUIDs.
check() {
    cat >"$work/snippet.swift" <<SWIFT
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
    swiftc -typecheck -swift-version 6 -I "$build/Modules" -Xcc -ICSources/CListEngine/include \
        "$work/snippet.swift" 2>&1
}

check UUID
if message=$(check String); then
    echo "a provider of strings compiles beside a controller of UUIDs"
    exit 1
fi
case $message in
    *"'SectionProvider.ItemIdentifierType' (aka 'String')"* | *"ItemIdentifierType"*UUID*)
        echo "a provider of another identifier type does not compile, as it should be" ;;
    *)
        printf 'another error than expected:\n%s\n' "$message"
        exit 1 ;;
esac
