import ListEngineUIKit
import Testing
import UIKit

/// Programs that replace data sources, release views and apply snapshots where no one expects it.
@MainActor
@Suite struct ReleasedAndReplacedTests {
    private typealias Source = Fixture.Source

    /// The other data source of a view: three items.
    private func makeOther(_ view: UICollectionView) -> EngineDiffableDataSource<Int, Int> {
        let other = EngineDiffableDataSource<Int, Int>(collectionView: view) { view, path, _ in
            view.dequeueReusableCell(withReuseIdentifier: "cell", for: path)
        }
        var snapshot = DiffableSnapshot<Int, Int>()
        snapshot.appendSections([0])
        snapshot.appendItems([1, 2, 3])
        other.apply(snapshot)
        return other
    }

    private func isReplaced(_ result: UpdateResult?) -> Bool {
        if case .failed(UpdateError.dataSourceReplaced)? = result { true } else { false }
    }

    @Test(arguments: [false, true]) func aReplacedDataSourceChangesOnlyItsData(reloads: Bool) {
        let fixture = Fixture(rows())
        fixture.show([("a", Array(0..<100))])
        let other = makeOther(fixture.view)
        fixture.view.layoutIfNeeded()
        var result: UpdateResult?
        let next = fixture.snapshot([("a", Array(1..<100))])
        if reloads {
            fixture.source.applySnapshotUsingReloadData(next) { result = $0 }
        } else {
            fixture.source.apply(next) { result = $0 }
        }
        fixture.view.layoutIfNeeded()
        #expect(isReplaced(result))
        #expect(fixture.source.snapshot().itemIdentifiers == Array(1..<100))
        #expect(fixture.source.indexPath(for: 1) == [0, 0])
        #expect(fixture.view.numberOfItems(inSection: 0) == 3)
        #expect(other.snapshot().numberOfItems == 3)
    }

    /// The first of two stages is performed; then the program replaces the data source.
    @Test func aDataSourceReplacedBetweenTwoStages() {
        final class View: UICollectionView {
            var afterBatch: () -> Void = {}
            override func performBatchUpdates(_ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil) {
                super.performBatchUpdates(updates, completion: completion)
                afterBatch()
            }
        }
        let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 320, height: 480))
        let view = View(frame: window.bounds, collectionViewLayout: EngineLayout(rows()))
        window.addSubview(view)
        view.register(UICollectionViewCell.self, forCellWithReuseIdentifier: "cell")
        let source = Source(collectionView: view) { view, path, _ in
            view.dequeueReusableCell(withReuseIdentifier: "cell", for: path)
        }
        func snapshot(_ sections: [(String, [Int])]) -> Source.Snapshot {
            var snapshot = Source.Snapshot()
            for (section, items) in sections {
                snapshot.appendSections([section])
                snapshot.appendItems(items, toSection: section)
            }
            return snapshot
        }
        source.apply(snapshot([("a", [1, 2]), ("b", [3])]))
        view.layoutIfNeeded()
        view.finishAnimations()
        var others: [EngineDiffableDataSource<Int, Int>] = []
        view.afterBatch = {
            guard others.isEmpty else { return }
            view.afterBatch = {}
            others.append(makeOther(view))
        }
        var results: [UpdateResult] = []
        source.apply(snapshot([("b", [3, 2])])) { results.append($0) }
        view.layoutIfNeeded()
        view.finishAnimations()
        #expect(results.count == 1)
        #expect(isReplaced(results.first))
        #expect(source.snapshot().itemIdentifiers == [3, 2])
        #expect(source.indexPath(for: 2) == [0, 1])
        #expect(view.numberOfItems(inSection: 0) == 3)
    }

    /// The toolkit drops its completions with the view. Those of the program are called, once.
    @Test(arguments: [false, true]) func completionsAreCalledIfTheViewIsReleasedInItsAnimation(ends: Bool) async {
        var fixture: Fixture! = Fixture(rows())
        fixture.show([("a", [1])])
        let source = fixture.source
        weak let view = fixture.view
        var results: [UpdateResult] = []
        source.apply(fixture.snapshot([("a", [1, 2])])) { results.append($0) }
        source.apply(fixture.snapshot([("a", [3])])) { results.append($0) }
        if ends { fixture.view.finishAnimations() }
        fixture = nil
        #expect(view == nil)
        for _ in 0..<1_000_000 where results.count < 2 { await Task.yield() }
        #expect(results.count == 2)
        #expect(source.snapshot().itemIdentifiers == [3])
        source.apply(Source.Snapshot()) { results.append($0) }
        #expect(results.count == 3)
    }

    /// A view makes cells while it is laid out, and cannot perform a batch then. The snapshot waits for the end of the pass.
    @Test func aSnapshotAppliedByAProviderWaitsForTheEndOfThePass() async {
        let fixture = Fixture(rows())
        fixture.show([("a", Array(0..<100))])
        var ended = 0
        var hasApplied = false
        fixture.preferredHeight = { [weak fixture] _ in
            if !hasApplied, let fixture {
                hasApplied = true
                fixture.source.apply(fixture.snapshot([("a", [1, 2, 3])])) { ended += 1 }
                // The data that the view shows has not changed.
                #expect(fixture.source.itemIdentifier(for: [0, 99]) == 99)
                #expect(fixture.source.snapshot().itemIdentifiers == [1, 2, 3])
            }
            return nil
        }
        fixture.scroll(to: 2_000)
        #expect(hasApplied)
        fixture.checkCells()
        for _ in 0..<1_000_000 where fixture.source.itemIdentifier(for: [0, 99]) != nil { await Task.yield() }
        fixture.view.layoutIfNeeded()
        fixture.view.finishAnimations()
        #expect(ended == 1)
        #expect(fixture.view.numberOfItems(inSection: 0) == 3)
        fixture.checkCells()
    }

    /// Snapshots come from tasks, completions and providers, while animations run and end at any time. Completions are called
    /// once, and the view shows the last snapshot.
    @Test(arguments: 0..<20) func snapshotsFromEverywhere(seed: Int) async {
        var random = Generator(state: UInt64(seed) * 2 + 1)
        let fixture = Fixture(rows())
        var (applied, ended) = (0, 0)
        var ends: [Int: Int] = [:]
        func next() -> Source.Snapshot {
            var items = Array(0..<40).shuffled(using: &random).prefix(Int.random(in: 0...40, using: &random))
            var sections: [(String, [Int])] = []
            for name in ["a", "b", "c"].shuffled(using: &random).prefix(Int.random(in: 1...3, using: &random)) {
                let count = min(items.count, Int.random(in: 0...15, using: &random))
                sections.append((name, Array(items.prefix(count))))
                items.removeFirst(count)
            }
            return fixture.snapshot(sections)
        }
        func apply(depth: Int) {
            let number = applied
            applied += 1
            fixture.source.apply(next()) {
                ended += 1
                ends[number, default: 0] += 1
                if depth > 0, Bool.random(using: &random) { apply(depth: depth - 1) }
            }
        }
        fixture.preferredHeight = { _ in
            if Int.random(in: 0..<60, using: &random) == 0 { apply(depth: 1) }
            return nil
        }
        for _ in 0..<40 {
            switch Int.random(in: 0..<6, using: &random) {
            case 0: apply(depth: 2)
            case 1:
                applied += 1
                let snapshot = next()
                Task {
                    await fixture.source.apply(snapshot)
                    ended += 1
                }
            case 2: fixture.view.finishAnimations()
            case 3: fixture.view.layoutIfNeeded()
            case 4: fixture.scroll(to: CGFloat(Int.random(in: 0...400, using: &random)))
            default: await Task.yield()
            }
        }
        fixture.preferredHeight = { _ in nil }
        for _ in 0..<100_000 where ended < applied {
            fixture.view.layoutIfNeeded()
            fixture.view.finishAnimations()
            await Task.yield()
        }
        #expect(ended == applied, "seed \(seed)")
        #expect(ends.values.allSatisfy { $0 == 1 }, "seed \(seed)")
        fixture.view.layoutIfNeeded()
        let shown = fixture.source.snapshot()
        #expect(fixture.view.numberOfSections == shown.numberOfSections)
        #expect(
            (0..<shown.numberOfSections).allSatisfy {
                fixture.view.numberOfItems(inSection: $0) == shown.numberOfItems(inSectionAt: $0)
            })
        fixture.checkCells()
    }
}
