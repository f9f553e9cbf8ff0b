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
    return all + realDiffMeasures()
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
            let lists = DiffLists.of(workload, n, seed: seed)
            return DiffPair(old: lists.old.map(DiffElements.uint64.make), new: lists.new.map(DiffElements.uint64.make))
        }
        let workspace = CoreWorkspace()
        let unique = workload.isUnique
        var field = Field(
            Contestant(.product) { calls in
                for _ in 0..<calls { pairs.withNext { keep(coreDiff($0, in: workspace, unique: unique).moves.count) } }
            }, copying(pairs))
        field.extra["moves"] = .number(
            Double(pairs.withNext { coreDiff($0, in: workspace, unique: unique).moves.count }))
        return field
    }
}

private func coreDiff(_ pair: DiffPair<UInt64>, in workspace: CoreWorkspace, unique: Bool) -> le_diff_result {
    pair.old.withUnsafeBufferPointer { old in
        pair.new.withUnsafeBufferPointer { new in
            var oldSide = le_diff_side()
            oldSide.keys = old.baseAddress
            oldSide.count = old.count
            var newSide = le_diff_side()
            newSide.keys = new.baseAddress
            newSide.count = new.count
            var options = le_diff_options()
            options.unique = unique
            var result = le_diff_result()
            precondition(le_diff(workspace.pointer, &oldSide, &newSide, &options, &result) == LE_OK)
            return result
        }
    }
}

/// Scratch and script of the core, released with it.
private final class CoreWorkspace {
    let pointer = le_diff_workspace_create()!

    deinit { le_diff_workspace_release(pointer) }
}

/// The memory of the core's workspace: scratch and script of a diff of two lists of a million elements.
var diffFootprints: Footprint.Makers {
    func maker(_ workload: DiffWorkload) -> () throws -> () throws -> Footprint.Made {
        {
            let lists = workload.lists(1_000_000, seed: 1)
            let pair = DiffPair(
                old: lists.old.map(DiffElements.uint64.make), new: lists.new.map(DiffElements.uint64.make))
            return {
                let before = Footprint.residentBytes()
                let workspace = CoreWorkspace()
                keep(coreDiff(pair, in: workspace, unique: true).moves.count)
                return (workspace, Footprint.residentBytes() - before)
            }
        }
    }
    let workloads: [DiffWorkload] = [.scattered, .shuffle, .disjoint]
    var all = Dictionary(uniqueKeysWithValues: workloads.map { ("diff.core.memory/\($0)/1000000", maker($0)) })
    all["diff.snapshot.memory/uint64/1000000"] = snapshotMaker(DiffElements.uint64)
    all["diff.snapshot.memory/string/1000000"] = snapshotMaker(DiffElements.string)
    all["diff.snapshot.memory/row/1000000"] = snapshotMaker(DiffElement<UInt64>(name: "row") { UInt64($0) })
    return all
}

/// The memory of a snapshot of a million items, besides the array that they are given in.
private func snapshotMaker<Element: Hashable>(
    _ element: DiffElement<Element>
) -> () throws -> () throws -> Footprint.Made {
    {
        let items = (0..<1_000_000).map(element.make)
        return {
            let before = Footprint.residentBytes()
            var snapshot = DiffableSnapshot<Int, Element>()
            snapshot.appendSections([0])
            snapshot.appendItems(items)
            return (snapshot, Footprint.residentBytes() - before)
        }
    }
}

private func collectionMeasure<Element: Hashable>(
    _ workload: DiffWorkload, _ n: Int, _ element: DiffElement<Element>
) -> Measure {
    Measure("diff.collection.\(workload)/\(element.name)", n) {
        var seed: UInt64 = 0
        let pairs = Instances(of: n) {
            seed += 1
            let lists = DiffLists.of(workload, n, seed: seed)
            return DiffPair(old: lists.old.map(element.make), new: lists.new.map(element.make))
        }
        if workload == .updates { return updatesField(pairs) }
        // The reference joins a million elements in a second, whatever they are.
        var field = collectionField(
            pairs, unique: workload.isUnique, standardLibraryEnds: workload.standardLibraryEnds(n),
            reference: n < 1_000_000 || Element.self == UInt64.self)
        field.extra["moves of heckel"] = .number(Double(DiffLists.movesOfHeckel(workload, n)))
        return field
    }
}

/// The contestants for some pairs of lists.
func collectionField<Element: Hashable>(
    _ pairs: Instances<DiffPair<Element>>, unique: Bool, standardLibraryEnds: Bool, reference: Bool
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
        reference
            ? Contestant(.reference) { calls in
                for _ in 0..<calls { pairs.withNext { keep(hashJoinDiff(from: $0.old, to: $0.new).moves.count) } }
            } : nil,
        copying(pairs), comparing(pairs))
    field.contestants += namedLibraries(pairs)
    pairs.withNext { pair in
        describe(pair.new.changeset(from: pair.old, options: options), in: &field)
    }
    return field
}

/// The contents of a changeset, as facts.
func describe(_ changes: Changeset, in field: inout Field) {
    field.extra["moves"] = .number(Double(changes.moves.count))
    field.extra["deletes"] = .number(Double(changes.deletes.count))
    field.extra["inserts"] = .number(Double(changes.inserts.count))
    field.extra["minimal"] = .text(changes.isMinimal ? "proven" : "not proven")
    if !changes.updates.isEmpty { field.extra["updates"] = .number(Double(changes.updates.count)) }
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

/// The limit of the machine's memory: copying both lists.
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

/// The time of `==` over all pairs, which is a lower bound for every differ of such elements on equal lists.
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
