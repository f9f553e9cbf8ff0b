import ListEngineUIKit
import Testing
import UIKit

/// Simulates a carelessly written program.
@MainActor
@Suite struct HastyTests {
    @Test func snapshotsAppliedInTheMiddleAreShownInTheirOrder() {
        let fixture = Fixture(rows())
        fixture.show([("a", Array(0..<100))])
        var ended: [Int] = []
        // The batch lays out first, which makes cells. Their provider applies more snapshots.
        var hasApplied = false
        fixture.view.contentOffset.y = 2_000
        fixture.preferredHeight = { [weak fixture] item in
            if !hasApplied, let fixture {
                hasApplied = true
                fixture.source.apply(fixture.snapshot([("a", [1, 2, 3])])) {
                    ended.append(1)
                    fixture.source.apply(fixture.snapshot([("a", [9])])) { ended.append(3) }
                }
                fixture.source.apply(fixture.snapshot([("a", [4])])) { ended.append(2) }
                // The latest snapshot is the one to edit.
                #expect(fixture.source.snapshot().itemIdentifiers == [4])
            }
            return nil
        }
        fixture.source.apply(fixture.snapshot([("a", [1] + Array(0..<100).filter { $0 != 1 })]))
        #expect(hasApplied)
        for _ in 0..<4 {
            fixture.view.layoutIfNeeded()
            fixture.view.finishAnimations()
        }
        #expect(ended == [1, 2, 3])
        #expect(fixture.source.snapshot().itemIdentifiers == [9])
        fixture.checkCells()
    }

    @Test func aDataSourceReleasedInTheMiddleIsReleased() {
        weak var released: Fixture.Source?
        var ended = false
        do {
            let fixture = Fixture(rows())
            fixture.show([("a", [1])])
            fixture.source.apply(fixture.snapshot([("a", [1, 2])])) { ended = true }
            released = fixture.source
            fixture.view.finishAnimations()
        }
        #expect(released == nil)
        #expect(ended)
    }

    @Test func anAwaitedSnapshotEndsWhenTheCollectionViewIsReleased() async {
        let source: Fixture.Source
        let next: Fixture.Source.Snapshot
        do {
            let fixture = Fixture(rows())
            source = fixture.source
            next = fixture.snapshot([("a", [1, 2])])
        }
        await source.apply(next)
        #expect(source.snapshot().itemIdentifiers == [1, 2])
    }

    @Test func unusableSizesOfADelegateAreReportedAndReplaced() {
        final class Sizes: UICollectionViewDelegateFlowLayout {
            var collectionView: FlowLayoutMethods?
        }
        let sizes = Sizes()
        sizes.collectionView = FlowLayoutMethods()
        sizes.collectionView?.size = {
            CGSize(width: $0[1] == 1 ? CGFloat.nan : 320, height: $0[1] == 2 ? -.infinity : 10)
        }
        let fixture = Fixture(CollectionViewFlowLayout())
        fixture.view.delegate = sizes
        fixture.show([("a", [0, 1, 2, 3])])
        #expect(fixture.layout.layoutError == nil)
        #expect(!fixture.layout.layout.diagnostics.recent.isEmpty)
        #expect(fixture.layout.collectionViewContentSize.height.isFinite)
        fixture.checkCells()
    }

    @Test func anUnusablePreferredSizeIsIgnored() {
        let fixture = Fixture(rows(estimated: true))
        fixture.preferredHeight = { $0 % 2 == 0 ? .nan : -.infinity }
        fixture.show([("a", Array(0..<100))])
        #expect(fixture.layout.collectionViewContentSize.height == 4_000)
        fixture.checkCells()
    }

    /// A recipe whose layout cannot be made shows nothing, and the next one is used.
    @Test func anErrorOfTheRecipeEmptiesTheList() {
        let flow = rows()
        let fixture = Fixture(flow)
        fixture.show([("a", Array(0..<100))])
        flow.itemSize = CGSize(width: 320, height: CGFloat.nan)
        fixture.layout.invalidateLayout()
        fixture.view.layoutIfNeeded()
        #expect(fixture.layout.layoutError != nil)
        fixture.show([("a", Array(0..<90))])
        flow.itemSize = CGSize(width: 320, height: 40)
        fixture.layout.invalidateLayout()
        fixture.view.layoutIfNeeded()
        #expect(fixture.layout.layoutError == nil)
        #expect(fixture.layout.collectionViewContentSize.height == 3_600)
        fixture.checkCells()
    }

    /// The view controller has a collection view; its data source is replaced while cells are visible.
    @Test func anotherDataSourceTakesOver() {
        let fixture = Fixture(rows())
        fixture.show([("a", Array(0..<100))])
        fixture.scroll(to: 1_000)
        let other = EngineDiffableDataSource<Int, Int>(collectionView: fixture.view) { view, path, _ in
            view.dequeueReusableCell(withReuseIdentifier: "cell", for: path)
        }
        var snapshot = DiffableSnapshot<Int, Int>()
        snapshot.appendSections([0])
        snapshot.appendItems([1])
        other.apply(snapshot)
        fixture.view.layoutIfNeeded()
        #expect(fixture.layout.collectionViewContentSize.height == 40)
    }
}
