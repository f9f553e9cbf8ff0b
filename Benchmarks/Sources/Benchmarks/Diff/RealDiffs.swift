import ListEngineDiff
import ListEngineReference

/// Lists that exist: the Unihan database sorted by another property and filtered letter by letter, the archive's packages with their
/// security updates, the files of repositories.
func realDiffMeasures() -> [Measure] {
    unihanDiffMeasures() + packageMeasures() + fileMeasures()
}

// MARK: - Unihan

private func unihanDiffMeasures() -> [Measure] {
    typealias Numbers = (old: [Int], new: [Int])
    func measure(_ name: String, _ numbers: @escaping (UnihanLists) -> Numbers) -> Measure {
        Measure("diff.collection.\(name)/unihan", Unihan.recordCount) {
            let lists = try UnihanLists.load()
            let (old, new) = numbers(lists)
            let pairs = Instances(of: old.count, count: 2) {
                DiffPair(old: lists.freshKeys(old), new: lists.freshKeys(new))
            }
            var field = collectionField(
                pairs, unique: true, standardLibraryEnds: name == "identical", reference: name == "byproperty")
            field.extra["moves of heckel"] = .number(Double(heckelDiff(from: old, to: new).moves.count))
            return field
        }
    }
    /// The list in a search field after each letter, compared with the list before.
    let word = "water"
    let filters = word.indices.map { index in
        let before = String(word[..<index])
        let typed = String(word[...index])
        return measure("filter-\(typed)") { lists in
            let shown = lists.holding(before, among: lists.byCodePoint())
            return (shown, lists.holding(typed, among: shown))
        }
    }
    return [
        measure("identical") { lists in
            let list = lists.byCodePoint()
            return (list, list)
        },
        measure("byproperty") { lists in (lists.byCodePoint(), lists.byProperty()) },
        measure("byreading") { lists in (lists.byCodePoint(), lists.byReading()) },
    ] + filters
        + [unihanSnapshotMeasure("byproperty") { lists in (lists.byCodePoint(), lists.byProperty()) }]
        + [
            unihanSnapshotMeasure("filter-wat") { lists in
                let shown = lists.holding("wa", among: lists.byCodePoint())
                return (shown, lists.holding("wat", among: shown))
            }
        ]
}

private func unihanSnapshotMeasure(
    _ name: String, _ numbers: @escaping (UnihanLists) -> (old: [Int], new: [Int])
) -> Measure {
    Measure("diff.snapshot.\(name)/unihan", Unihan.recordCount) {
        let lists = try UnihanLists.load()
        let (old, new) = numbers(lists)
        let pairs = Instances(of: old.count, count: 2) {
            SnapshotPair(old: lists.freshKeys(old), new: lists.freshKeys(new))
        }
        return snapshotField(pairs)
    }
}

// MARK: - Packages and files

private func packageMeasures() -> [Measure] {
    [
        Measure("diff.collection.security/packages", nil) {
            let packages = try Packages.load()
            return contentField(
                packages.released, packages.secured, by: { $0.name }, comparing: { $0.version == $1.version })
        },
        Measure("diff.collection.security/packageversions", nil) {
            // A package with another version is another element.
            let packages = try Packages.load()
            return listField(
                packages.released.map { "\($0.name) \($0.version)" },
                packages.secured.map { "\($0.name) \($0.version)" },
                unique: true)
        },
    ]
}

private func fileMeasures() -> [Measure] {
    let repositories: [(name: String, files: () throws -> FileLists)] = [
        (
            "swiftcollections",
            { try FileLists(of: ".build-bench/checkouts/swift-collections", from: "1.0.0", to: "1.6.0") }
        ),
        (
            "argumentparser",
            { try FileLists(of: ".build-bench/checkouts/swift-argument-parser", from: "1.0.0", to: "1.8.2") }
        ),
        ("listengine", FileLists.ofThisProject),
    ]
    return repositories.flatMap { name, files in
        [
            Measure("diff.collection.paths/\(name)", nil) {
                let lists = try files()
                return contentField(
                    lists.old, lists.new, by: { $0.path }, comparing: { $0.content == $1.content })
            },
            Measure("diff.collection.contents/\(name)", nil) {
                // A renamed file is identified by its contents, and moves; some files have the same contents.
                let lists = try files()
                return listField(lists.old.map(\.content), lists.new.map(\.content), unique: false)
            },
        ]
    }
}

/// Diffs two lists of elements unchanged.
private func listField<Element: Hashable>(_ old: [Element], _ new: [Element], unique: Bool) -> Field {
    var field = collectionField(
        Instances(of: max(1, old.count)) { DiffPair(old: old.map { $0 }, new: new.map { $0 }) }, unique: unique,
        standardLibraryEnds: true, reference: true)
    field.n = old.count
    field.extra["moves of heckel"] = .number(Double(heckelDiff(from: old, to: new).moves.count))
    return field
}

/// Two lists of elements with an identifier and a content. Heckel's algorithm looks at identifiers only.
private func contentField<Element, ID: Hashable>(
    _ old: [Element], _ new: [Element], by identifier: @escaping (Element) -> ID,
    comparing isSame: @escaping (Element, Element) -> Bool
) -> Field {
    let pairs = Instances(of: max(1, old.count)) { DiffPair(old: old.map { $0 }, new: new.map { $0 }) }
    func changes(_ pair: DiffPair<Element>) -> Changeset {
        pair.new.changeset(from: pair.old, by: identifier, options: .assumingUnique, comparing: isSame)
    }
    var field = Field(
        Contestant(.product) { calls in
            for _ in 0..<calls { pairs.withNext { keep(changes($0).updates.count) } }
        },
        Contestant(.rival("heckel")) { calls in
            for _ in 0..<calls {
                pairs.withNext {
                    keep(heckelDiff(from: $0.old.map(identifier), to: $0.new.map(identifier)).moves.count)
                }
            }
        })
    field.n = old.count
    describe(changes(DiffPair(old: old, new: new)), in: &field)
    return field
}
