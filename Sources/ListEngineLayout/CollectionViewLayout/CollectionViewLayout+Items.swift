import Foundation

// An edit of one item is a single call into the core. The general form of each operation handles all other cases: errors,
// and operations that a kind of section does not support. The short form falls back to it.

// MARK: - Sizes

extension CollectionViewLayout {
    /// Gives an item a new extent along the scroll axis, in points: a new height where the list is vertical. In a
    /// flow its other length stays. In a compositional section it counts as measured, where it is an estimate.
    /// - Complexity: O(log *S* + log *n*); a flow adds the lines re-flowed until breaks coincide.
    /// - Throws: ``LayoutError/unusableValue(section:item:value:)``; ``LayoutError/uniformSize(section:)`` in a uniform
    ///   grid; ``LayoutError/exactSize(section:item:)`` in a compositional section where the extent is no estimate;
    ///   ``LayoutError/needsRecipe(section:)`` in a section of a user's layout; ``LayoutError/tooLarge(section:)``.
    /// - Precondition: The item is in the layout.
    @discardableResult
    public mutating func resizeItem(
        _ item: Int, inSection section: Int, to extent: CGFloat
    ) throws(LayoutError) -> LayoutChange {
        if storage.columns.measured == nil,
            uniqueCore().resizeItem(item, inSection: section, main: Double(extent), cross: nil)
        {
            return LayoutChange(item: item, inSection: section)
        }
        return try resize(item, inSection: section, to: .extents([Double(extent)]))
    }

    /// Gives an item of a flow a new size, in points. In a list only the length along the scroll axis counts.
    ///
    /// See ``resizeItem(_:inSection:to:)-(_,_,CGFloat)`` for cost and errors.
    @discardableResult
    public mutating func resizeItem(
        _ item: Int, inSection section: Int, to size: CGSize
    ) throws(LayoutError) -> LayoutChange {
        let (main, cross) = storage.isHorizontal ? (size.width, size.height) : (size.height, size.width)
        if storage.columns.measured == nil,
            uniqueCore().resizeItem(item, inSection: section, main: Double(main), cross: Double(cross))
        {
            return LayoutChange(item: item, inSection: section)
        }
        return try resize(item, inSection: section, to: .sizes([size]))
    }

    /// Gives consecutive items new sizes, the first of them at an index.
    /// - Complexity: O(log *S* + log *n* + sizes); a flow adds the lines re-flowed until breaks coincide.
    /// - Throws: As ``resizeItem(_:inSection:to:)-(_,_,CGFloat)``.
    /// - Precondition: The items are in the layout.
    @discardableResult
    public mutating func resizeItems(
        startingAt first: Int, inSection section: Int, to sizes: ItemSizes
    ) throws(LayoutError) -> LayoutChange {
        try resize(first, inSection: section, to: sizes)
    }

    @inline(never)
    private mutating func resize(
        _ first: Int, inSection section: Int, to sizes: ItemSizes
    ) throws(LayoutError) -> LayoutChange {
        if let bad = sizes.negativeCount { throw .unusableValue(section: section, item: nil, value: Double(bad)) }
        let count = sizes.count
        storage.checkItems(first, count: count, inSection: section)
        let items = first..<first + count
        if try !uniqueStorage().resizeItems(startingAt: first, inSection: section, to: sizes) {
            try resizeElsewhere(items, inSection: section, to: sizes)
        }
        return LayoutChange(items: items, inSection: section)
    }

    /// Gives consecutive items new extents along the scroll axis, in points, the first of them at an index.
    @discardableResult
    public mutating func resizeItems(
        startingAt first: Int, inSection section: Int, to extents: [Double]
    ) throws(LayoutError) -> LayoutChange {
        try resizeItems(startingAt: first, inSection: section, to: .extents(extents))
    }

    /// Takes new sizes for a range of items, whose contents are others. The same as resizing them; the name says why.
    @discardableResult
    public mutating func reloadItems(
        _ items: Range<Int>, inSection section: Int, with sizes: ItemSizes
    ) throws(LayoutError) -> LayoutChange {
        guard sizes.count == items.count else {
            throw .inconsistentCounts(items: items.count, sizes: sizes.count)
        }
        return try resizeItems(startingAt: items.lowerBound, inSection: section, to: sizes)
    }
}

// MARK: - Insertions and removals

extension CollectionViewLayout {
    /// Inserts an item of an extent along the scroll axis before the item at an index, in points.
    /// - Complexity: O(log *S* + log *n*).
    /// - Throws: ``LayoutError/unusableValue(section:item:value:)``; ``LayoutError/uniformSize(section:)`` in a uniform
    ///   grid, which takes ``insertItems(count:at:inSection:)``; ``LayoutError/needsSizes(section:)`` in
    ///   a flow; ``LayoutError/needsRecipe(section:)`` in a section of a user's layout;
    ///   ``LayoutError/tooLarge(section:)``.
    /// - Precondition: The index is in 0...*n*.
    @discardableResult
    public mutating func insertItem(
        at index: Int, inSection section: Int, extent: CGFloat
    ) throws(LayoutError) -> LayoutChange {
        if storage.columns.isEmpty {
            prepareAnchors(for: .insertItems(section: section, at: index, count: 1))
            if uniqueCore().insertItem(at: index, inSection: section, main: Double(extent), cross: nil) {
                moveAnchors()
                return LayoutChange(item: index, inSection: section)
            }
        }
        return try insertItems(.extents([Double(extent)]), at: index, inSection: section)
    }

    /// Inserts an item of a size before the item at an index, in points. In a list only the length along the scroll axis
    /// counts.
    /// - Complexity: O(log *S* + log *n*); a flow adds the lines re-flowed until breaks coincide.
    /// - Throws: As ``insertItem(at:inSection:extent:)``.
    /// - Precondition: The index is in 0...*n*.
    @discardableResult
    public mutating func insertItem(
        at index: Int, inSection section: Int, size: CGSize
    ) throws(LayoutError) -> LayoutChange {
        let (main, cross) = storage.isHorizontal ? (size.width, size.height) : (size.height, size.width)
        if storage.columns.isEmpty {
            prepareAnchors(for: .insertItems(section: section, at: index, count: 1))
            if uniqueCore().insertItem(at: index, inSection: section, main: Double(main), cross: Double(cross)) {
                moveAnchors()
                return LayoutChange(item: index, inSection: section)
            }
        }
        return try insertItems(.sizes([size]), at: index, inSection: section)
    }

    /// Inserts items before the item at an index.
    /// - Complexity: O(log *S* + log *n* + items); a flow adds the lines re-flowed until breaks coincide.
    /// - Throws: As ``insertItem(at:inSection:extent:)``.
    /// - Precondition: The index is in 0...*n*.
    @discardableResult
    public mutating func insertItems(
        _ sizes: ItemSizes, at index: Int, inSection section: Int
    ) throws(LayoutError) -> LayoutChange {
        if let bad = sizes.negativeCount { throw .unusableValue(section: section, item: nil, value: Double(bad)) }
        let count = sizes.count
        storage.checkInsertion(at: index, inSection: section)
        prepareAnchors(for: .insertItems(section: section, at: index, count: count))
        if try !uniqueStorage().insertItems(sizes, at: index, inSection: section) {
            try insertElsewhere(sizes, at: index, inSection: section)
        }
        moveAnchors()
        return LayoutChange(items: index..<index + count, inSection: section)
    }

    /// Inserts items of these extents along the scroll axis, in points, before the item at an index.
    @discardableResult
    public mutating func insertItems(
        _ extents: [Double], at index: Int, inSection section: Int
    ) throws(LayoutError) -> LayoutChange {
        try insertItems(.extents(extents), at: index, inSection: section)
    }

    /// Inserts items of these sizes, in points, before the item at an index.
    @discardableResult
    public mutating func insertItems(
        _ sizes: [CGSize], at index: Int, inSection section: Int
    ) throws(LayoutError) -> LayoutChange {
        try insertItems(.sizes(sizes), at: index, inSection: section)
    }

    /// Inserts items of a uniform grid, or of a compositional section, before the item at an index.
    /// - Complexity: O(log *S*); in a compositional section also the measured groups after the index.
    @discardableResult
    public mutating func insertItems(
        count: Int, at index: Int, inSection section: Int
    ) throws(LayoutError) -> LayoutChange {
        try insertItems(.count(count), at: index, inSection: section)
    }

    /// Removes a range of items.
    /// - Complexity: O(log *S* + log *n*), and what is freed; a flow adds the lines re-flowed until breaks coincide.
    /// - Throws: ``LayoutError/needsRecipe(section:)`` in a section of a user's layout.
    /// - Precondition: The items are in the layout.
    @discardableResult
    public mutating func removeItems(_ items: Range<Int>, inSection section: Int) throws(LayoutError) -> LayoutChange {
        let place = items.lowerBound
        let change = LayoutChange(items: place..<place, inSection: section)
        if storage.columns.isEmpty {
            prepareAnchors(for: .removeItems(section: section, items: items))
            if uniqueCore().removeItems(items, inSection: section) {
                moveAnchors()
                return change
            }
        }
        return try remove(items, inSection: section, change)
    }

    @inline(never)
    private mutating func remove(
        _ items: Range<Int>, inSection section: Int, _ change: LayoutChange
    ) throws(LayoutError) -> LayoutChange {
        storage.checkItems(items, inSection: section)
        prepareAnchors(for: .removeItems(section: section, items: items))
        if try !uniqueStorage().removeItems(items, inSection: section) {
            try repack(section) { $0.removeSubrange(items) }
        }
        moveAnchors()
        return change
    }

    /// Removes one item. See ``removeItems(_:inSection:)``.
    @discardableResult
    public mutating func removeItem(_ item: Int, inSection section: Int) throws(LayoutError) -> LayoutChange {
        let next = item < .max ? item + 1 : item
        return try removeItems(item..<next, inSection: section)
    }
}

// MARK: - Moves and scripts

extension CollectionViewLayout {
    /// Moves items so that the first of them gets an index, counted without them.
    /// - Complexity: O(log *S* + log *n*), and the items moved; a flow adds the lines re-flowed until breaks coincide.
    /// - Throws: ``LayoutError/needsRecipe(section:)`` in a section of a user's layout.
    /// - Precondition: The items are in the layout, and the index is in 0...*n* - items.
    @discardableResult
    public mutating func moveItems(
        _ items: Range<Int>, to index: Int, inSection section: Int
    ) throws(LayoutError) -> LayoutChange {
        storage.checkItems(items, inSection: section)
        let last = numberOfItems(inSection: section) - items.count
        guard index >= 0, index <= last else {
            fatalError("section \(section): index \(index) is out of range; valid are \(0...last)")
        }
        prepareAnchors(for: .moveItems(section: section, items: items, to: index))
        if try !uniqueStorage().moveItems(items, to: index, inSection: section) {
            try repack(section) { sizes in
                let moved = Array(sizes[items])
                sizes.removeSubrange(items)
                sizes.insert(contentsOf: moved, at: index)
            }
        }
        let changed = min(items.lowerBound, index)..<max(items.upperBound, index + items.count)
        moveAnchors()
        return LayoutChange(items: items.isEmpty ? index..<index : changed, inSection: section)
    }

    /// Moves an item to a place in its section or in another. The target is counted without the item.
    ///
    /// Between sections the item takes its size along. A uniform grid or a compositional section gives it a size; a list
    /// takes the extent along the scroll axis; an item of a list takes the width that it has there into a flow.
    /// - Complexity: As a removal and an insertion.
    /// - Throws: ``LayoutError/needsRecipe(section:)`` where a section is of a user's layout;
    ///   ``LayoutError/unusableValue(section:item:value:)`` where the size does not go with the target's spacing.
    /// - Precondition: The item is in the layout, and the target is an item or the end of a section.
    @discardableResult
    public mutating func moveItem(
        from source: ElementPath, to target: ElementPath
    ) throws(LayoutError) -> LayoutChange {
        if source.section == target.section {
            return try moveItems(source.item..<source.item + 1, to: target.item, inSection: source.section)
        }
        storage.checkElement(source)
        let room = numberOfItems(inSection: target.section)
        guard target.item >= 0, target.item <= room else {
            fatalError("section \(target.section): index \(target.item) is out of range; valid are \(0...room)")
        }
        prepareAnchors(for: .moveItem(from: source, to: target))
        let frame = storage.frame(storage.itemFrame(source.item, inSection: source.section))
        let takesNoSize = storage.spec(ofSection: target.section).kind.row.items == .counted
        var sizes: ItemSizes = takesNoSize ? .count(1) : .sizes([frame.size])
        if storage.spec(ofSection: target.section).kind == .waterfall, let columns = spans(of: source) {
            let (extent, across) =
                storage.isHorizontal ? (frame.width, frame.height) : (frame.height, frame.width)
            // A picture takes its shape along.
            let isByRatio = storage.spec(ofSection: target.section).isByRatio
            let ratio = across > 0 ? extent / across : 0
            sizes = .spanning([SpanningExtent(Double(isByRatio ? ratio : extent), columns: columns)])
        }
        let rule = storage.rule(ofSection: target.section)
        if rule != nil, let number = number(ofItem: source.item, inSection: source.section) {
            sizes = .numbers([number])
        }
        // The edits are one operation, and anchors follow that: all are done, or none.
        var trial = self
        trial.followed = []
        try trial.insertItems(sizes, at: target.item, inSection: target.section)
        let isMeasured = isMeasured(item: source.item, inSection: source.section)
        let hasSameRule = rule != nil && rule == storage.rule(ofSection: source.section)
        if isMeasured && !takesNoSize || hasSameRule && !tracksMeasuredItems {
            // A measured size is kept if it was measured at the target's current extent across the scroll axis.
            let there = trial.storage.frame(trial.storage.itemFrame(target.item, inSection: target.section))
            let isVertical = scrollDirection == .vertical
            if isVertical ? there.width == frame.width : there.height == frame.height {
                let extent = isVertical ? frame.height : frame.width
                try trial.resizeItem(target.item, inSection: target.section, to: extent)
            }
        }
        try trial.removeItems(source.item..<source.item + 1, inSection: source.section)
        storage = trial.storage
        let sections = min(source.section, target.section)..<max(source.section, target.section) + 1
        moveAnchors()
        return LayoutChange(sections: sections)
    }

    /// The number of columns that an item spans; nil if it spans one.
    private func spans(of item: ElementPath) -> Int? {
        let columns = numberOfSpannedColumns(item.item, inSection: item.section)
        return columns > 1 ? columns : nil
    }

    /// Returns the number of columns that an item of a waterfall spans, 1 to 16: the number that was given, even if the
    /// waterfall has fewer columns. 1 in other sections.
    /// - Complexity: O(log *S* + log *n*).
    /// - Precondition: The item is in the layout.
    public func numberOfSpannedColumns(_ item: Int, inSection section: Int) -> Int {
        storage.checkItems(item, count: 1, inSection: section)
        return storage.spannedColumns(item, inSection: section)
    }

    /// Applies many edits of a section together.
    /// - Complexity: The smaller of O(edits x log *n*) and one pass over the items.
    /// - Throws: ``LayoutError/overlappingEdits(section:edit:)``; ``LayoutError/needsSizes(section:)`` where the script's
    ///   items come in several forms; as ``insertItem(at:inSection:extent:)`` for what is inserted.
    /// - Precondition: The section is in the layout.
    @discardableResult
    public mutating func apply(_ script: EditScript, inSection section: Int) throws(LayoutError) -> LayoutChange {
        storage.checkSection(section)
        guard !script.hasMixedForms else { throw .needsSizes(section: section) }
        // A script that is in order is not copied.
        return script.isSorted
            ? try applySorted(script, inSection: section) : try applySorted(script.sorted(), inSection: section)
    }

    private mutating func applySorted(_ script: EditScript, inSection section: Int) throws(LayoutError) -> LayoutChange
    {
        if case .count = script.sizes, let bad = script.edits.firstIndex(where: { $0.inserted < 0 }) {
            throw .overlappingEdits(section: section, edit: bad)
        }
        if !followed.isEmpty || !storage.columns.isEmpty,
            let bad = script.firstBadEdit(count: numberOfItems(inSection: section))
        {
            throw .overlappingEdits(section: section, edit: bad)
        }
        prepareAnchors(for: .script(section: section, script))
        if try !uniqueStorage().apply(script, inSection: section) { try applyElsewhere(script, inSection: section) }
        moveAnchors()
        return LayoutChange(items: script.changedItems, inSection: section)
    }
}

// MARK: - Operations that a kind of section does not support

extension CollectionViewLayout {
    /// A resize that the core does not support for the section: one extent of an item in a flow, or an item in a
    /// section of frames that the engine packs itself.
    @inline(never)
    private mutating func resizeElsewhere(
        _ items: Range<Int>, inSection section: Int, to sizes: ItemSizes
    ) throws(LayoutError) {
        let kind = storage.spec(ofSection: section).kind
        if case .count = sizes, kind.row.items != .counted { throw .needsSizes(section: section) }
        if case .numbers = sizes {
            throw kind == .grid ? .uniformSize(section: section) : .needsSizes(section: section)
        }
        switch kind {
        case .list, .flow:
            guard var known = storage.sizes(ofItems: items, inSection: section) else {
                throw .needsSizes(section: section)
            }
            known.replaceExtents(by: sizes, horizontal: storage.isHorizontal)
            guard try storage.resizeItems(startingAt: items.lowerBound, inSection: section, to: .sizes(known)) else {
                throw .needsSizes(section: section)
            }
        case .waterfall:
            // A new extent along the scroll axis for an item that is as wide as its column.
            let column = storage.frame(storage.itemFrame(items.lowerBound, inSection: section)).size
            var known = Array(repeating: column, count: items.count)
            known.replaceExtents(by: sizes, horizontal: storage.isHorizontal)
            guard try storage.resizeItems(startingAt: items.lowerBound, inSection: section, to: .sizes(known)) else {
                throw .needsSizes(section: section)
            }
        case .grid: throw kind.refusal(section: section)
        case .compositional: try measureResized(items, inSection: section, to: sizes)
        case .frames:
            let horizontal = storage.isHorizontal
            try repack(section) { all in
                var part = Array(all[items])
                part.replaceExtents(by: sizes, horizontal: horizontal)
                all.replaceSubrange(items, with: part)
            }
        }
    }

    /// An insertion that the core does not support for the section.
    @inline(never)
    private mutating func insertElsewhere(
        _ sizes: ItemSizes, at index: Int, inSection section: Int
    ) throws(LayoutError) {
        let kind = storage.spec(ofSection: section).kind
        if kind == .waterfall, case .runs(let runs) = sizes {
            let extents = runs.flatMap { Array(repeating: $0.extent, count: $0.count) }
            if try storage.insertItems(.extents(extents), at: index, inSection: section) { return }
        }
        guard kind.row.items == .placed else { throw kind.refusal(section: section) }
        _ = try packedRecipe(ofSection: section)
        guard let new = sizes.bothLengths else { throw .needsSizes(section: section) }
        try repack(section) { $0.insert(contentsOf: new, at: index) }
    }

    private mutating func applyElsewhere(_ script: EditScript, inSection section: Int) throws(LayoutError) {
        let kind = storage.spec(ofSection: section).kind
        guard kind.row.items == .placed else { throw kind.refusal(section: section) }
        _ = try packedRecipe(ofSection: section)
        if let bad = script.firstBadEdit(count: numberOfItems(inSection: section)) {
            throw .overlappingEdits(section: section, edit: bad)
        }
        guard script.sizes.count == 0 || script.sizes.bothLengths != nil else {
            throw .needsSizes(section: section)
        }
        try repack(section) { $0 = script.applied(to: $0) }
    }

    /// Edits the sizes of a section of frames that the engine packs itself, and packs the section again.
    /// - Throws: ``LayoutError/needsRecipe(section:)`` where the section is of a user's layout.
    /// - Complexity: O(*n*).
    private mutating func repack(_ section: Int, _ edit: (inout [CGSize]) -> Void) throws(LayoutError) {
        var recipe = try packedRecipe(ofSection: section)
        var sizes = recipe.sizes.expanded(horizontal: storage.isHorizontal)
        edit(&sizes)
        recipe.sizes = .sizes(sizes)
        try replace(section, with: .recipe(recipe))
    }

    /// The recipe of a section of frames that the engine packs itself.
    private func packedRecipe(ofSection section: Int) throws(LayoutError) -> SectionRecipe {
        let spec = storage.spec(ofSection: section)
        guard spec.kind.row.items == .placed, let recipe = storage.frameSections.recipe(token: spec.itemMain) else {
            throw .needsRecipe(section: section)
        }
        return recipe
    }
}

extension ItemSizes {
    /// Width and height of each item; nil where only one length is known.
    fileprivate var bothLengths: [CGSize]? {
        switch self {
        case .sizes, .repeated: expanded(horizontal: false)
        case .count, .extents, .runs, .numbers, .spanning: nil
        }
    }
}

extension [CGSize] {
    /// Replaces both extents if the new sizes have them, else the extent along the scroll axis.
    fileprivate mutating func replaceExtents(by sizes: ItemSizes, horizontal: Bool) {
        if let both = sizes.bothLengths {
            self = both
            return
        }
        for (index, size) in sizes.expanded(horizontal: horizontal).enumerated() {
            if horizontal { self[index].width = size.width } else { self[index].height = size.height }
        }
    }
}

extension EditScript {
    /// The first edit that overlaps the one before it or reaches past the items. The script is sorted.
    func firstBadEdit(count: Int) -> Int? {
        var end = 0
        for (index, edit) in edits.enumerated() {
            let movesBeyond = edit.isMove && (edit.source < 0 || edit.source + edit.inserted > count)
            if edit.index < end || edit.index + edit.removed > count || edit.inserted < 0 || movesBeyond {
                return index
            }
            end = edit.index + edit.removed
        }
        return nil
    }

    /// Applies the script to an array of sizes. The script's own sizes must have the same form.
    fileprivate func applied(to old: [CGSize]) -> [CGSize] {
        let new = sizes.bothLengths ?? []
        var result: [CGSize] = []
        result.reserveCapacity(old.count)
        var next = 0
        for edit in edits {
            result += old[next..<edit.index]
            let source = edit.source..<edit.source + edit.inserted
            result += edit.isMove ? old[source] : new[source]
            next = edit.index + edit.removed
        }
        return result + old[next...]
    }
}
