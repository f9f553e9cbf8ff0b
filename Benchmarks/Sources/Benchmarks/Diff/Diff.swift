import CListEngine
import Foundation
import ListEngineDiff
import ListEngineReference

/// The differ against the standard library, Heckel's algorithm, a plain hash join, and copying both inputs.
func diffMeasures(_ sizes: Sizes) -> [Measure] {
    var all: [Measure] = []
    for workload in DiffWorkload.allCases {
        for n in sizes.ordinary {
            if workload != .updates { all.append(coreMeasure(workload, n)) }
            all.append(collectionMeasure(workload, n, DiffElements.uint64))
            all.append(collectionMeasure(workload, n, DiffElements.uuid))
            all.append(collectionMeasure(workload, n, DiffElements.string))
        }
    }
    return all + unihanDiffMeasures()
}

/// An old and a new list.
struct DiffPair<Element> {
    let old: [Element]
    let new: [Element]
}

/// The C core alone.
private func coreMeasure(_ workload: DiffWorkload, _ n: Int) -> Measure {
    Measure("diff.core.\(workload)/uint64", n) {
        var seed: UInt64 = 0
        let pairs = Instances(of: n) {
            seed += 1
            let lists = workload.lists(n, seed: seed)
            return DiffPair(old: lists.old.map(DiffElements.uint64.make), new: lists.new.map(DiffElements.uint64.make))
        }
        let workspace = le_diff_workspace_create()
        func diff(_ pair: DiffPair<UInt64>) -> le_diff_result {
            pair.old.withUnsafeBufferPointer { old in
                pair.new.withUnsafeBufferPointer { new in
                    var oldSide = le_diff_side()
                    oldSide.keys = old.baseAddress
                    oldSide.count = old.count
                    var newSide = le_diff_side()
                    newSide.keys = new.baseAddress
                    newSide.count = new.count
                    var options = le_diff_options()
                    options.unique = workload.isUnique
                    var result = le_diff_result()
                    precondition(le_diff(workspace, &oldSide, &newSide, &options, &result) == LE_OK)
                    return result
                }
            }
        }
        var field = Field(
            Contestant(.product) { calls in
                for _ in 0..<calls { pairs.withNext { keep(diff($0).moves.count) } }
            }, copying(pairs))
        field.extra["moves"] = .number(Double(pairs.withNext { diff($0).moves.count }))
        return field
    }
}

private func collectionMeasure<Element: Hashable>(
    _ workload: DiffWorkload, _ n: Int, _ element: DiffElement<Element>
) -> Measure {
    Measure("diff.collection.\(workload)/\(element.name)", n) {
        var seed: UInt64 = 0
        let pairs = Instances(of: n) {
            seed += 1
            let lists = workload.lists(n, seed: seed)
            return DiffPair(old: lists.old.map(element.make), new: lists.new.map(element.make))
        }
        if workload == .updates { return updatesField(pairs) }
        return collectionField(
            pairs, unique: workload.isUnique, standardLibraryEnds: workload.standardLibraryEnds(n))
    }
}

private func collectionField<Element: Hashable>(
    _ pairs: Instances<DiffPair<Element>>, unique: Bool, standardLibraryEnds: Bool
) -> Field {
    let options: ChangesetOptions = unique ? .assumingUnique : []
    var field = Field(
        Contestant(.product) { calls in
            for _ in 0..<calls { pairs.withNext { keep($0.new.changeset(from: $0.old, options: options).moves.count) } }
        },
        standardLibraryEnds
            ? Contestant(.rival("stdlib")) { calls in
                for _ in 0..<calls {
                    pairs.withNext { keep($0.new.difference(from: $0.old).inferringMoves().count) }
                }
            } : nil,
        Contestant(.rival("heckel")) { calls in
            for _ in 0..<calls { pairs.withNext { keep(heckelDiff(from: $0.old, to: $0.new).moves.count) } }
        },
        Contestant(.reference) { calls in
            for _ in 0..<calls { pairs.withNext { keep(hashJoinDiff(from: $0.old, to: $0.new).moves.count) } }
        }, copying(pairs), comparing(pairs))
    pairs.withNext { pair in
        let changes = pair.new.changeset(from: pair.old, options: options)
        field.extra["moves"] = .number(Double(changes.moves.count))
        field.extra["deletes"] = .number(Double(changes.deletes.count))
        field.extra["inserts"] = .number(Double(changes.inserts.count))
        field.extra["minimal"] = .text(changes.isMinimal ? "proven" : "not proven")
        field.extra["moves of heckel"] = .number(Double(heckelDiff(from: pair.old, to: pair.new).moves.count))
    }
    return field
}

/// Identifier and content.
private struct Versioned<ID: Hashable> {
    var id: ID
    var version: Int
}

private func updatesField<Element: Hashable>(_ pairs: Instances<DiffPair<Element>>) -> Field {
    var rows: [DiffPair<Versioned<Element>>] = []
    pairs.withEach { pair in
        let random = Random(seed: UInt64(rows.count))
        rows.append(
            DiffPair(
                old: pair.old.map { Versioned(id: $0, version: 0) },
                new: pair.new.map { Versioned(id: $0, version: random.below(20) == 0 ? 1 : 0) }))
    }
    var made = 0
    let instances = Instances(of: rows[0].old.count, count: rows.count) {
        defer { made += 1 }
        return rows[made]
    }
    rows = []
    return Field(
        Contestant(.product) { calls in
            for _ in 0..<calls {
                instances.withNext { pair in
                    let changes = pair.new.changeset(
                        from: pair.old, by: \.id, options: .assumingUnique, comparing: { $0.version == $1.version })
                    keep(changes.updates.count)
                }
            }
        }, copying(instances))
}

/// What the memory of the machine allows: copying both lists.
private func copying<Element>(_ pairs: Instances<DiffPair<Element>>) -> Contestant {
    var bytes = 0
    pairs.withEach { bytes = max(bytes, max($0.old.count, $0.new.count) * MemoryLayout<Element>.stride) }
    let buffer = UnsafeMutableRawPointer.allocate(byteCount: max(1, bytes), alignment: 64)
    memset(buffer, 0, bytes)
    return Contestant(.limit) { calls in
        for _ in 0..<calls {
            pairs.withNext { pair in
                pair.old.withUnsafeBytes { if $0.count > 0 { memcpy(buffer, $0.baseAddress!, $0.count) } }
                pair.new.withUnsafeBytes { if $0.count > 0 { memcpy(buffer, $0.baseAddress!, $0.count) } }
            }
            keep(Int(buffer.load(as: UInt8.self)))
        }
    }
}

/// What `==` over all pairs alone takes, which no differ of such elements can be faster than on equal lists.
private func comparing<Element: Hashable>(_ pairs: Instances<DiffPair<Element>>) -> Contestant {
    Contestant(.column("==")) { calls in
        for _ in 0..<calls {
            pairs.withNext { pair in
                var equal = 0
                for i in 0..<min(pair.old.count, pair.new.count) where pair.old[i] == pair.new[i] { equal += 1 }
                keep(equal)
            }
        }
    }
}

/// Real strings: code point and property of each record of the Unihan database, sorted in one way and in another.
private func unihanDiffMeasures() -> [Measure] {
    func measure(_ name: String, _ lists: @escaping (Unihan) -> (old: [String], new: [String])) -> Measure {
        Measure("diff.collection.\(name)/unihan", Unihan.recordCount) {
            let (old, new) = lists(try Unihan.load())
            let pairs = Instances(of: old.count, count: 2) { DiffPair(old: copied(old), new: copied(new)) }
            return collectionField(pairs, unique: true, standardLibraryEnds: false)
        }
    }
    func key(_ record: Unihan.Record, in unihan: Unihan) -> String {
        "U+\(String(record.codePoint, radix: 16)) \(unihan.properties[Int(record.property)])"
    }
    return [
        measure("identical") { unihan in
            let list = unihan.sortedByCodePoint().map { key($0, in: unihan) }
            return (list, list)
        },
        measure("byproperty") { unihan in
            (
                unihan.sortedByCodePoint().map { key($0, in: unihan) },
                unihan.sortedByProperty().map { key($0, in: unihan) }
            )
        },
        measure("filter") { unihan in
            // One letter more is typed.
            let list = unihan.sortedByCodePoint().map { key($0, in: unihan) }
            return (list.filter { $0.utf8.contains(UInt8(ascii: "e")) }, list.filter { $0.contains("er") })
        },
    ]
}

/// The same strings in storage of their own.
private func copied(_ strings: [String]) -> [String] {
    strings.map { String(decoding: Array($0.utf8), as: UTF8.self) }
}
