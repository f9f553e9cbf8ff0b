import Foundation

/// Several edits of a section's items that are applied together. All positions are positions before the script.
///
///     var script = EditScript()
///     script.remove(10..<20)
///     script.insert(extents: [40, 52], at: 30)
///     script.move(3..<5, to: 90)
///     try layout.apply(script, inSection: 0)
///
/// Edits can be added in any order but must not overlap.
///
/// The form of the inserted items depends on the section. Lists take extents, or numbers where an ``ExtentRule``
/// makes the extents. Waterfalls take extents, with or without spans. Flows take sizes. Uniform grids and compositional sections take counts. A script with items in
/// more than one form is refused.
public struct EditScript: Sendable {
    /// Removes items from an index on and inserts others in their place. It has the memory layout of `le_edit`.
    package struct Edit: Sendable {
        package var index: Int
        package var removed: Int
        package var inserted: Int
        /// Where the inserted items start: an index in the script's sizes, or for a move an index in the section
        /// before the script.
        package var source: Int
        package var isMove = false
    }

    package private(set) var edits: [Edit] = []
    package internal(set) var sizes: ItemSizes = .extents([])
    private(set) var isSorted = true

    /// The script contains items in more than one form.
    package private(set) var hasMixedForms = false

    public init() {}

    public var isEmpty: Bool { edits.isEmpty }

    /// Removes a range of items.
    public mutating func remove(_ items: Range<Int>) {
        add(Edit(index: items.lowerBound, removed: items.count, inserted: 0, source: 0))
    }

    /// Inserts items with the given extents before the item at an index.
    public mutating func insert(extents: [Double], at index: Int) { replace(index..<index, extents: extents) }

    /// Inserts items with the given sizes before the item at an index.
    public mutating func insert(sizes: [CGSize], at index: Int) { replace(index..<index, sizes: sizes) }

    /// Inserts items that span columns of a waterfall before the item at an index.
    public mutating func insert(spanning: [SpanningExtent], at index: Int) {
        replace(index..<index, spanning: spanning)
    }

    /// Inserts items with the given numbers before the item at an index of a list whose extents an ``ExtentRule``
    /// makes.
    public mutating func insert(numbers: [Double], at index: Int) {
        add(Edit(index: index, removed: 0, inserted: numbers.count, source: append(.numbers(numbers))))
    }

    /// Inserts a number of items before the item at an index. The section gives them their sizes.
    public mutating func insert(count: Int, at index: Int) {
        add(Edit(index: index, removed: 0, inserted: count, source: append(.count(count))))
    }

    /// Replaces a range of items with items with the given extents.
    public mutating func replace(_ items: Range<Int>, extents: [Double]) {
        add(
            Edit(
                index: items.lowerBound, removed: items.count, inserted: extents.count,
                source: append(.extents(extents))))
    }

    /// Replaces a range of items with items with the given sizes.
    public mutating func replace(_ items: Range<Int>, sizes: [CGSize]) {
        add(
            Edit(
                index: items.lowerBound, removed: items.count, inserted: sizes.count, source: append(.sizes(sizes))))
    }

    /// Replaces a range of items of a waterfall with items that span columns.
    public mutating func replace(_ items: Range<Int>, spanning: [SpanningExtent]) {
        add(
            Edit(
                index: items.lowerBound, removed: items.count, inserted: spanning.count,
                source: append(.spanning(spanning))))
    }

    /// Moves a range of items in front of the item at an index.
    public mutating func move(_ items: Range<Int>, to index: Int) {
        add(Edit(index: items.lowerBound, removed: items.count, inserted: 0, source: 0))
        add(Edit(index: index, removed: 0, inserted: items.count, source: items.lowerBound, isMove: true))
    }

    /// Inserts items that the script removes elsewhere before the item at an index. This is the second half of a
    /// move; ``remove(_:)`` is the first. The script does not have to be sorted when its edits are added in ascending
    /// order of position.
    public mutating func insert(movedFrom items: Range<Int>, at index: Int) {
        add(Edit(index: index, removed: 0, inserted: items.count, source: items.lowerBound, isMove: true))
    }

    private mutating func add(_ edit: Edit) {
        if let last = edits.last, !Self.isOrdered(last, edit) { isSorted = false }
        edits.append(edit)
    }

    /// Appends sizes to those of the script. Returns the index of the first of them.
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
        case (.spanning(var all), .spanning(let new)):
            sizes = .count(0)
            all.append(contentsOf: new)
            sizes = .spanning(all)
        case (.count(let count), .count(let new)): sizes = .count(count.saturatingSum(new))
        case _ where start == 0: sizes = more
        default: hasMixedForms = true
        }
        return start
    }

    /// At equal indices an insertion is ordered before a removal. The inserted items land there in either order.
    private static func isOrdered(_ a: Edit, _ b: Edit) -> Bool {
        (a.index, a.removed == 0 ? 0 : 1) <= (b.index, b.removed == 0 ? 0 : 1)
    }

    /// The script in ascending order of position. Edits at the same index stay in the order in which they were added.
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

    /// The edits with an offset added to all positions of items.
    func edits(shiftedBy offset: Int) -> [Edit] {
        edits.map { edit in
            var shifted = edit
            shifted.index += offset
            if edit.isMove { shifted.source += offset }
            return shifted
        }
    }

    /// The items between the first and the last edit, by their indices after the script.
    var changedItems: Range<Int> {
        guard let first = edits.first, let last = edits.last else { return 0..<0 }
        let growth = edits.reduce(0) { $0 + $1.inserted - $1.removed }
        return first.index..<max(first.index, last.index + last.removed + growth)
    }
}
