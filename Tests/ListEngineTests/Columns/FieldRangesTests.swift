import Foundation
import ListEngineLayout
import Testing

@testable import ListEngine

/// Several ranges of fields, which the user selects with the control key.
@MainActor
@Suite("Ranges of fields")
struct FieldRangesTests {
    private let view = CollectionView(size: CGSize(width: 300, height: 300))
    private let host = RecorderHost()
    private let list: ListDataSource

    init() {
        list = ListDataSource(in: view)
        view.host = host
        show(Array(0..<8))
        view.focusedIndexPath = IndexPath(item: 0, section: 0)
        view.focusedColumn = "c0"
    }

    private func show(_ items: [Int]) {
        list.build(animatingDifferences: false) {
            ListBlock("items", items, id: \.self).height(20).columns {
                (0..<5).map { number in
                    ListColumn("c\(number)", width: .points(50)) { (item: Int) in ItemContent("\(item)c\(number)") }
                }
            }
        }
        view.layoutIfNeeded()
    }

    private func click(_ item: Int, _ column: Int, _ modifiers: InputModifiers = []) {
        let point = CGPoint(
            x: CGFloat(column) * 50 + 25, y: view.layout.frame(ofItem: item, inSection: 0).midY)
        for phase in [CollectionViewTouch.Phase.began, .ended] {
            var touch = CollectionViewTouch(phase, at: point)
            (touch.pointer, touch.modifiers) = (.mouse, modifiers)
            view.hostTouch(touch)
        }
        view.layoutIfNeeded()
    }

    /// The mark of an item selects the item, although it is in a field. The other range stays, and the focus goes to the item.
    @Test func aMarkSelectsItsItem() {
        view.allowsMultipleSelection = true
        click(2, 3, .toggle)
        let ranges = view.fieldRanges
        #expect(ranges.count == 2)
        let point = CGPoint(x: 75, y: view.layout.frame(ofItem: 4, inSection: 0).midY)
        for phase in [CollectionViewTouch.Phase.began, .ended] {
            var touch = CollectionViewTouch(phase, at: point)
            (touch.pointer, touch.modifiers, touch.isOnSelectionMark) = (.mouse, .toggle, true)
            view.hostTouch(touch)
        }
        #expect(view.indexPathsForSelectedItems == [IndexPath(item: 4, section: 0)])
        #expect(view.fieldRanges.first == ranges.first)
        #expect(view.fieldRanges.last?.last == IndexPath(item: 4, section: 0))
    }

    /// The selected fields on the screen: item and column.
    private var selected: Set<String> {
        var found: Set<String> = []
        for cell in view.visibleCells {
            for field in cell.fields {
                guard let cell = field.view as? ContentCell,
                    !cell.fieldState.isDisjoint(with: [.selected, .focused])
                else { continue }
                found.insert(cell.content.title)
            }
        }
        return found
    }

    private func range(_ first: Int, _ last: Int, _ columns: String...) -> FieldRange {
        FieldRange(
            first: IndexPath(item: first, section: 0), last: IndexPath(item: last, section: 0), columns: columns)
    }

    @Test func controlBeginsAnotherRange() {
        click(0, 0)
        click(1, 1, .extend)
        #expect(view.fieldRanges == [range(0, 1, "c0", "c1")])
        click(3, 3, .toggle)
        click(4, 3, .extend)
        #expect(view.fieldRanges == [range(0, 1, "c0", "c1"), range(3, 4, "c3")])
        #expect(view.fieldRange == range(3, 4, "c3"))
        #expect(selected == ["0c0", "0c1", "1c0", "1c1", "3c3", "4c3"])
        #expect(view.copiedFields() == nil && view.diagnostics.count(of: .unusableColumns) == 1)
        // A click or a key without control ends all but the new one.
        click(2, 2)
        #expect(view.fieldRanges == [range(2, 2, "c2")] && selected == ["2c2"])
        click(3, 3, .toggle)
        #expect(view.fieldRanges.count == 2)
        view.hostKey(.down)
        view.layoutIfNeeded()
        #expect(view.fieldRanges == [range(4, 4, "c3")] && selected == ["4c3"])
    }

    private func drag(from first: (Int, Int), to last: (Int, Int), _ modifiers: InputModifiers = []) {
        let points = [first, last].map { item, column in
            CGPoint(x: CGFloat(column) * 50 + 25, y: view.layout.frame(ofItem: item, inSection: 0).midY)
        }
        #expect(view.hostBeginFieldRange(at: points[0], modifiers: modifiers))
        #expect(view.hostExtendFieldRange(to: points[1]))
        view.layoutIfNeeded()
    }

    @Test func aDragBeginsARangeAndWithControlAnotherOne() {
        drag(from: (0, 0), to: (1, 1))
        #expect(view.fieldRanges == [range(0, 1, "c0", "c1")])
        drag(from: (3, 3), to: (4, 3), .toggle)
        #expect(view.fieldRanges == [range(0, 1, "c0", "c1"), range(3, 4, "c3")])
        #expect(selected == ["0c0", "0c1", "1c0", "1c1", "3c3", "4c3"])
        // With shift it begins where the last one has begun.
        drag(from: (5, 3), to: (6, 4), .extend)
        #expect(view.fieldRanges == [range(0, 1, "c0", "c1"), range(3, 6, "c3", "c4")])
        drag(from: (2, 2), to: (2, 3))
        #expect(view.fieldRanges == [range(2, 2, "c2", "c3")] && selected == ["2c2", "2c3"])
        #expect(!view.hostBeginFieldRange(at: CGPoint(x: 25, y: CGFloat.nan)))
        view.focusedColumn = nil
        #expect(!view.hostBeginFieldRange(at: CGPoint(x: 25, y: 50)), "no field has the focus")
    }

    /// As any other movement of the focus, one by typing ends the ranges, and so does one by the program.
    @Test func typingAheadEndsTheRanges() {
        view.sortHandler = { _ in }
        view.sort(by: [ColumnSort("c0")])
        click(2, 3, .toggle)
        click(3, 4, .extend)
        #expect(view.fieldRanges.count == 2)
        #expect(view.hostKey(.character("5")))
        view.layoutIfNeeded()
        #expect(view.fieldRanges == [range(5, 5, "c4")] && selected == ["5c4"])
        view.hostKey(.up, modifiers: .extend)
        view.focusedIndexPath = IndexPath(item: 1, section: 0)
        view.layoutIfNeeded()
        #expect(view.fieldRanges == [range(1, 1, "c4")] && selected == ["1c4"])
    }

    @Test func rangesFollowTheirItems() throws {
        click(2, 0)
        click(4, 2, .toggle)
        show([9] + Array(0..<8))
        #expect(view.fieldRanges == [range(3, 3, "c0"), range(5, 5, "c2")])
        show([9, 0, 1, 3, 4, 5, 6, 7])
        #expect(view.fieldRanges == [range(4, 4, "c2")], "its item was deleted")
        click(2, 0, .toggle)
        click(3, 1, .toggle)
        try view.editColumns { try $0.setHidden(true, "c0") }
        #expect(view.fieldRanges == [range(4, 4, "c2"), range(3, 3, "c1")])
        view.reloadData()
        view.layoutIfNeeded()
        #expect(view.fieldRanges.count <= 1)
    }

    @Test func rangesOfTheSameItemsOrColumnsAreCopied() {
        click(0, 0)
        click(1, 1, .extend)
        click(1, 0, .toggle)
        click(3, 1, .extend)
        #expect(view.copiedFields()?.tabSeparated == "0c0\t0c1\n1c0\t1c1\n2c0\t2c1\n3c0\t3c1\n")
        click(0, 0)
        click(1, 0, .extend)
        click(0, 3, .toggle)
        click(1, 4, .extend)
        #expect(view.copiedFields()?.tabSeparated == "0c0\t0c3\t0c4\n1c0\t1c3\t1c4\n")
    }
}
