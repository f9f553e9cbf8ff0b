import Foundation
import ListEngineDiff
import ListEngineReference

/// Snapshots: a state is built on the previous one, compared with it, converted to a batch and applied, as a data
/// source does for each change. Instances alternate, so after the first round inserted identifiers are known, but never
/// expected.
func snapshotMeasures(_ sizes: Sizes) -> [Measure] {
    let workloads = DiffWorkload.allCases.filter { $0.isUnique && $0 != .updates }
    return sizes.ordinary.flatMap { n in
        workloads.flatMap { workload in
            [snapshotMeasure(workload, n, DiffElements.string), snapshotMeasure(workload, n, DiffElements.uint64)]
        } + [buildMeasure(n), copyMeasure(n), statedMeasure(n), lookUpMeasure(n)]
    }
}

/// The current list in one section, and the next one.
struct SnapshotPair<Element: Hashable> {
    let old: [Element]
    let new: [Element]
    let shown: DiffableSnapshot<Int, Element>

    init(old: [Element], new: [Element]) {
        self.old = old
        self.new = new
        var shown = DiffableSnapshot<Int, Element>()
        shown.appendSections([0])
        shown.appendItems(old)
        shown.settle()
        self.shown = shown
    }

    /// Builds the new state on the old one, and returns the number of operations for a view.
    @inline(never)
    func apply() -> Int {
        var next = DiffableSnapshot(basedOn: shown)
        next.appendSections([0])
        next.appendItems(new)
        let batch = BatchUpdates(next.changeset(from: shown))
        next.settle()
        return batch.operationCount
    }
}

private func snapshotMeasure<Element: Hashable>(
    _ workload: DiffWorkload, _ n: Int, _ element: DiffElement<Element>
) -> Measure {
    Measure("diff.snapshot.\(workload)/\(element.name)", n) {
        var seed: UInt64 = 0
        let pairs = Instances(of: n) {
            seed += 1
            let lists = DiffLists.of(workload, n, seed: seed)
            return SnapshotPair(old: lists.old.map(element.make), new: lists.new.map(element.make))
        }
        return snapshotField(pairs)
    }
}

func snapshotField<Element: Hashable>(_ pairs: Instances<SnapshotPair<Element>>) -> Field {
    var field = Field(
        Contestant(.product) { calls in
            for _ in 0..<calls { pairs.withNext { keep($0.apply()) } }
        },
        Contestant(.rival("heckel")) { calls in
            for _ in 0..<calls { pairs.withNext { keep(heckelDiff(from: $0.old, to: $0.new).moves.count) } }
        })
    field.extra["moves"] = .number(
        Double(pairs.withNext { $0.new.changeset(from: $0.old, options: .assumingUnique).moves.count }))
    return field
}

private func shownLists(_ n: Int) -> Instances<SnapshotPair<String>> {
    var seed: UInt64 = 0
    // Two lists of a million exceed every cache, and take seconds to make.
    return Instances(of: n, count: n >= 1_000_000 ? 2 : nil) {
        seed += 1
        let lists = DiffLists.of(.identical, n, seed: seed)
        return SnapshotPair(old: lists.old.map(DiffElements.string.make), new: [])
    }
}

/// The first state of a list: every identifier is hashed.
private func buildMeasure(_ n: Int) -> Measure {
    Measure("diff.snapshot.build/string", n) {
        let pairs = shownLists(n)
        return Field(
            Contestant(.product) { calls in
                for _ in 0..<calls {
                    pairs.withNext { pair in
                        var snapshot = DiffableSnapshot<Int, String>()
                        snapshot.appendSections([0])
                        snapshot.appendItems(pair.old)
                        keep(snapshot.numberOfItems)
                    }
                }
            },
            Contestant(.column("Set")) { calls in
                for _ in 0..<calls { pairs.withNext { keep(Set($0.old).count) } }
            })
    }
}

/// An unchanged copy.
private func copyMeasure(_ n: Int) -> Measure {
    Measure("diff.snapshot.copy/string", n) {
        let pairs = shownLists(n)
        return Field(
            Contestant(.product) { calls in
                for _ in 0..<calls {
                    pairs.withNext { pair in
                        var copy = pair.shown
                        let batch = BatchUpdates(copy.changeset(from: pair.shown))
                        copy.settle()
                        keep(batch.stages.count)
                    }
                }
            })
    }
}

/// A copy with one explicit insert in the middle.
private func statedMeasure(_ n: Int) -> Measure {
    Measure("diff.snapshot.stated/string", n) {
        let pairs = shownLists(n)
        return Field(
            Contestant(.product) { calls in
                for _ in 0..<calls {
                    pairs.withNext { pair in
                        var copy = pair.shown
                        copy.insertItems(["inserted"], beforeItem: pair.old[n / 2])
                        let batch = BatchUpdates(copy.changeset(from: pair.shown))
                        copy.settle()
                        keep(batch.operationCount)
                    }
                }
            })
    }
}

/// The index path of an item, and the item there.
private func lookUpMeasure(_ n: Int) -> Measure {
    Measure("diff.snapshot.lookup/string", n) {
        let pairs = shownLists(n)
        let random = Random(seed: 7)
        let places = (0..<1024).map { _ in random.below(n) }
        var field = Field(
            Contestant(.product) { calls in
                for _ in 0..<calls {
                    pairs.withNext { pair in
                        var sum = 0
                        for place in places {
                            let path = pair.shown.indexPath(of: pair.old[place])!
                            sum &+= path.item &+ pair.shown.itemIdentifier(at: path).utf8.count
                        }
                        keep(sum)
                    }
                }
            })
        field.operationsPerCall = places.count
        return field
    }
}
