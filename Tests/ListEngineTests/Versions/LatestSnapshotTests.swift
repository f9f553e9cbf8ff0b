import Foundation
import Testing

@testable import ListEngine

@MainActor
@Suite("Snapshots computed on another thread")
struct LatestSnapshotTests {
    private let view = CollectionView()
    private let results = UpdateResults()

    private func source() -> DiffableDataSource<Int, Int> {
        view.bounds.size = CGSize(width: 300, height: 2_000)
        let source = DiffableDataSource<Int, Int>(collectionView: view) { view, indexPath, number in
            let cell = view.dequeueReusableCell(ContentCell.self, for: indexPath)
            cell.content = ItemContent("\(number)")
            return cell
        }
        source.edit(animatingDifferences: false) {
            $0.appendSections([0])
            $0.appendItems(1...6)
        }
        return source
    }

    @Test func aFilterIsShown() async {
        let source = source()
        let result = await source.applyLatest { shown in
            #expect(!Thread.isMainThread)
            var next = shown
            next.replaceItems(inSection: 0, with: [6, 2])
            return next
        }
        guard case .applied = result else {
            Issue.record("\(result)")
            return
        }
        view.layoutIfNeeded()
        #expect(titles(view) == ["6", "2"])
    }

    @Test func aChangeInTheMeantimeIsComputedAgain() async {
        let source = source()
        let gate = Gate()
        source.applyLatest(completion: results["filter"]) { shown in
            await gate.pass()
            var next = shown
            next.replaceItems(inSection: 0, with: shown.itemIdentifiers.filter { $0 % 2 == 0 })
            return next
        }
        await gate.arrived(1)
        source.edit(animatingDifferences: false, { $0.appendItems([8]) }, completion: nil)
        await gate.open()
        await eventually({ results.count("filter") == 1 }, "no end")
        view.layoutIfNeeded()
        #expect(titles(view) == ["2", "4", "6", "8"])
        #expect(await gate.arrivals == 2)
    }

    @Test func aListThatAlwaysChangesIsShownAfterThreeAttempts() async {
        let source = source()
        let gate = Gate()
        await gate.open()
        source.applyLatest(completion: results["filter"]) { shown in
            await gate.pass()
            await MainActor.run {
                source.edit(animatingDifferences: false) { $0.appendItems([$0.numberOfItems + 100]) }
            }
            return shown
        }
        await eventually({ results.count("filter") == 1 }, "no end")
        #expect(results.text("filter") == "applied")
        #expect(await gate.arrivals == 3)
    }

    @Test func aLaterCallSupersedesAndAReleasedSourceEnds() async {
        var source: DiffableDataSource<Int, Int>? = source()
        let gate = Gate()
        source?.applyLatest(completion: results["first"]) { shown in
            await gate.pass()
            return shown
        }
        await gate.arrived(1)
        source?.applyLatest(completion: results["second"]) { shown in
            await gate.pass()
            return shown
        }
        #expect(results.text("first") == "superseded")
        await gate.arrived(2)
        source = nil
        await gate.open()
        await eventually({ results.count("second") == 1 }, "no end")
        #expect(results.text("second") == "\(UpdateError.dataSourceReleased)")
        #expect(results.count("first") == 1)
    }
}
