import Foundation

/// Many edits of a section's items, applied at once. All positions are those before the script.
///
///     var script = EditScript()
///     script.remove(10..<20)
///     script.insert(extents: [40, 52], at: 30)
///     script.move(3..<5, to: 90)
///     try layout.apply(script, inSection: 0)
///
/// Edits may be added in any order, but may not overlap. Items of lists are inserted with extents, or by a rule with
/// numbers, items of flows with sizes, items of uniform grids and compositional sections by count. A script with items in several forms is refused.
public struct EditScript: Sendable {
    /// At an index, so many items go and so many come.
    package struct Edit: Sendable {
        package var index: Int
        package var removed: Int
        package var inserted: Int
        /// Where what is inserted comes from: the script's sizes, or for a move the items before the script.
        package var source: Int
        package var isMove = false
    }

    package private(set) var edits: [Edit] = []
    package internal(set) var sizes: ItemSizes = .extents([])
    private var isSorted = true

    /// Items were added in another form than those before.
    package private(set) var hasMixedForms = false

    public init() {}

    public var isEmpty: Bool { edits.isEmpty }

    /// Removes a range of items.
    public mutating func remove(_ items: Range<Int>) {
        add(Edit(index: items.lowerBound, removed: items.count, inserted: 0, source: 0))
    }

    /// Inserts items of these extents before the item at an index.
    public mutating func insert(extents: [Double], at index: Int) { replace(index..<index, extents: extents) }

    /// Inserts items of these sizes before the item at an index.
    public mutating func insert(sizes: [CGSize], at index: Int) { replace(index..<index, sizes: sizes) }

    /// Inserts items of these numbers before the item at an index of a list by an ``ExtentRule``.
    public mutating func insert(numbers: [Double], at index: Int) {
        add(Edit(index: index, removed: 0, inserted: numbers.count, source: append(.numbers(numbers))))
    }

    /// Inserts items without sizes of their own before the item at an index.
    public mutating func insert(count: Int, at index: Int) {
        add(Edit(index: index, removed: 0, inserted: count, source: append(.count(count))))
    }

    /// Puts items of these extents where a range of items is.
    public mutating func replace(_ items: Range<Int>, extents: [Double]) {
        add(
            Edit(
                index: items.lowerBound, removed: items.count, inserted: extents.count,
                source: append(.extents(extents))))
    }

    /// Puts items of these sizes where a range of items is.
    public mutating func replace(_ items: Range<Int>, sizes: [CGSize]) {
        add(
            Edit(
                index: items.lowerBound, removed: items.count, inserted: sizes.count, source: append(.sizes(sizes))))
    }

    /// Moves a range of items before the item that stands at an index.
    public mutating func move(_ items: Range<Int>, to index: Int) {
        add(Edit(index: items.lowerBound, removed: items.count, inserted: 0, source: 0))
        add(Edit(index: index, removed: 0, inserted: items.count, source: items.lowerBound, isMove: true))
    }

    /// Inserts items before the item at an index that the script also removes, where they stand: the second half of a move.
    /// Edits that are added in ascending order of position need not be sorted.
    public mutating func insert(movedFrom items: Range<Int>, at index: Int) {
        add(Edit(index: index, removed: 0, inserted: items.count, source: items.lowerBound, isMove: true))
    }

    private mutating func add(_ edit: Edit) {
        if let last = edits.last, !Self.isOrdered(last, edit) { isSorted = false }
        edits.append(edit)
    }

    /// Takes sizes in. Returns where they start.
    private mutating func append(_ more: ItemSizes) -> Int {
        let start = sizes.count
        switch (sizes, more) {
        case (.extents(var extents), .extents(let new)):
            sizes = .count(0)  // the array stays unshared while it grows
            extents.append(contentsOf: new)
            sizes = .extents(extents)
        case (.sizes(var all), .sizes(let new)):
            sizes = .count(0)
            all.append(contentsOf: new)
            sizes = .sizes(all)
        case (.numbers(var all), .numbers(let new)):
            sizes = .count(0)
            all.append(contentsOf: new)
            sizes = .numbers(all)
        case (.count(let count), .count(let new)): sizes = .count(count.saturatingSum(new))
        case _ where start == 0: sizes = more
        default: hasMixedForms = true
        }
        return start
    }

    /// At one index what is inserted stands before what is removed, which is where it lands in either order.
    private static func isOrdered(_ a: Edit, _ b: Edit) -> Bool {
        (a.index, a.removed == 0 ? 0 : 1) <= (b.index, b.removed == 0 ? 0 : 1)
    }

    /// The script in ascending order of position, edits at one index as they were added.
    func sorted() -> EditScript {
        if isSorted { return self }
        var script = self
        script.edits = edits.enumerated().sorted { a, b in
            let before = Self.isOrdered(a.element, b.element)
            let after = Self.isOrdered(b.element, a.element)
            return before == after ? a.offset < b.offset : before
        }.map(\.element)
        script.isSorted = true
        return script
    }

    /// The index after the script of the item at an index before it; nil when it is removed. The script is sorted.
    /// Counts that cannot be are refused after an anchor was looked up, so sums may wrap.
    /// - Complexity: O(edits).
    func newIndex(of item: Int) -> Int? {
        var shiftBefore = 0
        var shift = 0
        var isRemoved = false
        var moved: Int?
        for edit in edits {
            if edit.isMove, edit.source <= item, item < edit.source + edit.inserted {
                moved = edit.index &+ shift &+ (item - edit.source)
            }
            if edit.index <= item, item < edit.index + edit.removed {
                isRemoved = true
            } else if edit.index <= item {
                shiftBefore &+= edit.inserted &- edit.removed
            }
            shift &+= edit.inserted &- edit.removed
        }
        return isRemoved ? moved : item &+ shiftBefore
    }

    /// The first index from `item` on whose item the script leaves where it is; the number of items when there is none.
    func firstKept(from item: Int) -> Int {
        var item = item
        for edit in edits where edit.index <= item && item < edit.index + edit.removed {
            item = edit.index + edit.removed
        }
        return item
    }

    /// The last index up to `item` whose item the script leaves where it is; -1 when there is none.
    func lastKept(upTo item: Int) -> Int {
        var item = item
        for edit in edits.reversed() where edit.index <= item && item < edit.index + edit.removed {
            item = edit.index - 1
        }
        return item
    }

    /// Items after the script between its first and its last edit.
    var changedItems: Range<Int> {
        guard let first = edits.first, let last = edits.last else { return 0..<0 }
        let growth = edits.reduce(0) { $0 + $1.inserted - $1.removed }
        return first.index..<max(first.index, last.index + last.removed + growth)
    }
}
