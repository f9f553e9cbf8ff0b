import Foundation
import ListEngineLayout
import ListEngineTestSupport
import Testing

@testable import ListEngine

/// Cells know whether they have the focus.
@MainActor
@Suite("Focus")
struct FocusTests {
    private final class FocusCell: CollectionViewCell {
        var item = 0
        var didChange: (() -> Void)?
        override var isFocused: Bool { didSet { didChange?() } }
    }

    @MainActor
    private final class Program: CollectionViewDataSource {
        var items = Array(0..<100)
        let view = CollectionView(
            frame: CGRect(x: 0, y: 0, width: 100, height: 100), collectionViewLayout: ListRecipe(height: 20))
        var didChange: (() -> Void)?

        init() {
            view.dataSource = self
            view.layoutIfNeeded()
        }

        /// The items of the cells that have the focus.
        var focused: [Int] { view.visibleCells.compactMap { $0 as? FocusCell }.filter(\.isFocused).map(\.item) }

        func collectionView(_ collectionView: CollectionView, numberOfItemsInSection section: Int) -> Int {
            items.count
        }
        func collectionView(
            _ collectionView: CollectionView, cellForItemAt indexPath: IndexPath
        ) -> CollectionViewCell {
            let cell = collectionView.dequeueReusableCell(FocusCell.self, for: indexPath)
            cell.item = items[indexPath.item]
            cell.didChange = { [weak self] in self?.didChange?() }
            return cell
        }
        func collectionView(_ collectionView: CollectionView, textForItemAt indexPath: IndexPath) -> String? { nil }
    }

    @Test func theFocusMovesFromCellToCell() {
        let program = Program()
        #expect(program.focused.isEmpty)
        program.view.hostKey(.down)
        #expect(program.focused == [0])
        program.view.hostKey(.down)
        #expect(program.focused == [1])
        // Its cell is not on the screen yet.
        program.view.hostKey(.end)
        #expect(program.focused == [99])
        program.view.focusedIndexPath = indexPath(0, 96)
        #expect(program.focused == [96])
        program.view.focusedIndexPath = nil
        #expect(program.focused.isEmpty)
    }

    @Test func aCellThatIsUsedAgainHasNoFocus() {
        let program = Program()
        program.view.focusedIndexPath = indexPath(0, 2)
        for offset in stride(from: 0, through: 1_000, by: 50) { program.view.hostDidScroll(to: point(CGFloat(offset))) }
        #expect(program.focused.isEmpty)
        program.view.hostDidScroll(to: point(0))
        #expect(program.focused == [2])
    }

    @Test func theFocusFollowsItsItem() {
        let program = Program()
        program.view.focusedIndexPath = indexPath(0, 2)
        program.items.insert(1_000, at: 0)
        program.view.performBatchUpdates { program.view.insertItems(at: [indexPath(0, 0)]) }
        program.view.layoutIfNeeded()
        #expect(program.view.focusedIndexPath == indexPath(0, 3))
        #expect(program.focused == [2])
    }

    /// A cell that deletes the item that gets the focus, while the focus moves to it.
    @Test func aCellMayChangeTheListWhileTheFocusMoves() {
        let program = Program()
        program.view.hostKey(.down)
        program.didChange = {
            program.didChange = nil
            program.items.remove(at: 1)
            program.view.performBatchUpdates { program.view.deleteItems(at: [indexPath(0, 1)]) }
        }
        program.view.hostKey(.down)
        #expect(program.view.focusedIndexPath == nil)
        #expect(program.focused.isEmpty)
        #expect(program.view.visibleCells.count == 5)
    }
}
