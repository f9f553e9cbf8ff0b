import Foundation

/// A direction in which to move from one element to another.
public enum MoveDirection: Sendable, Hashable {
    /// The next element in reading order: header, items, footer, next section.
    case next
    case previous
    case up
    case down
    case left
    case right
}

/// The position of an element among all elements of its kind, as a screen reader announces it. Indices start at 0.
public struct ElementPosition: Sendable, Hashable {
    /// For an item, its index in the section. For a section's header or footer, the index of the section. For a
    /// header or footer of the list itself, its own index.
    public var index: Int
    /// For an item, the number of items in its section. For a section's header or footer, the number of sections. For
    /// a header or footer of the list itself, the number of those.
    public var count: Int
    /// For an item, its index among the items of all sections. For a header or footer, the number of items before it.
    public var indexInList: Int
    /// The number of items in all sections.
    public var countInList: Int

    public init(index: Int, count: Int, indexInList: Int, countInList: Int) {
        self.index = index
        self.count = count
        self.indexInList = indexInList
        self.countInList = countInList
    }
}

extension CollectionViewLayout {
    /// Returns the position of an item in its section and in the list.
    /// - Complexity: O(log *S*).
    /// - Precondition: The item is in the layout.
    public func position(ofItem item: Int, inSection section: Int) -> ElementPosition {
        position(of: .item(item, inSection: section))
    }

    /// Returns the position of any element in its section and in the list.
    /// - Complexity: O(log *S*).
    /// - Precondition: The element is in the layout.
    public func position(of element: ElementPath) -> ElementPosition {
        storage.checkElement(element)
        if element.section == ElementPath.wholeList {
            return ElementPosition(
                index: element.item, count: storage.boundaries.count,
                indexInList: element.category == .footer ? numberOfItems : 0, countInList: numberOfItems)
        }
        let place = storage.placement(ofSection: element.section)
        switch element.category {
        case .item, .supplementary:
            return ElementPosition(
                index: element.item, count: place.itemCount, indexInList: place.itemsBefore + element.item,
                countInList: numberOfItems)
        case .header, .footer, .decoration:
            return ElementPosition(
                index: element.section, count: numberOfSections,
                indexInList: place.itemsBefore + (element.category == .footer ? place.itemCount : 0),
                countInList: numberOfItems)
        }
    }

    /// Returns the next item from an item in a direction. Nil if there is no item in that direction.
    ///
    /// Up, down, left and right follow the visual order. A move along a line goes to the next item on that line. A
    /// move across lines goes to the item of the next line whose centre is nearest. After the first or last line it
    /// goes to the next section that has items.
    ///
    /// In a section that loops, the first group follows the last one, except in reading order.
    ///
    /// In a section of a user's layout, the move goes to the nearest item on that side. In a compositional section it
    /// goes to the nearest item on that side in the same group, the group before and the group after.
    /// - Complexity: O(log *S* + log *n* + items of a line), plus the number of empty sections skipped. O(items of a
    ///   group) in a compositional section; O(*n*) in a section of a user's layout.
    /// - Precondition: The item is in the layout.
    public func nextItem(from item: ElementPath, toward direction: MoveDirection) -> ElementPath? {
        guard item.category == .item else {
            fatalError("nextItem(from: \(item)): expected an item; valid are items")
        }
        storage.checkElement(item)
        switch direction {
        case .next: return neighbour(of: item, by: 1)
        case .previous: return neighbour(of: item, by: -1)
        case .up: return storage.isHorizontal ? along(item, by: -1) : across(item, by: -1)
        case .down: return storage.isHorizontal ? along(item, by: 1) : across(item, by: 1)
        case .left, .right:
            let step = (direction == .right) == (flowDirection == .leftToRight) ? 1 : -1
            return storage.isHorizontal ? across(item, by: step) : along(item, by: step)
        }
    }

    /// Returns the element after another in reading order, including headers and footers. Those of the list itself
    /// come last. Nil at the end. Decorations and supplementary items are skipped.
    /// - Complexity: O(log *S* + log *n*), plus the number of empty sections skipped.
    /// - Precondition: The element is in the layout.
    public func nextElement(after element: ElementPath) -> ElementPath? { self.element(from: element, by: 1) }

    /// Returns the element before another in reading order. See ``nextElement(after:)``.
    public func previousElement(before element: ElementPath) -> ElementPath? { self.element(from: element, by: -1) }

    private func element(from start: ElementPath, by step: Int) -> ElementPath? {
        storage.checkElement(start)
        var start = start
        if start.category == .supplementary {
            start.category = .item
            if step < 0 { return start }
        }
        if let next = sibling(of: start, by: step) { return next }
        // First the remaining categories of this section, then all categories of the following sections. Decorations
        // come first.
        let order: [ElementCategory] =
            step > 0 ? [.decoration, .header, .item, .footer] : [.footer, .item, .header, .decoration]
        var section = start.section == ElementPath.wholeList ? numberOfSections : start.section
        var places = order.drop { $0 != start.category }.dropFirst()
        while (0...numberOfSections).contains(section) {
            let name = section == numberOfSections ? ElementPath.wholeList : section
            for place in places {
                if let found = firstElement(place, inSection: name, by: step) { return found }
            }
            places = order[...]
            section += step
        }
        return nil
    }

    /// The first header, item or footer of a section in the direction of the step.
    private func firstElement(_ category: ElementCategory, inSection section: Int, by step: Int) -> ElementPath? {
        switch category {
        case .header, .footer:
            let indices = storage.barIndices(category, inSection: section)
            return (step > 0 ? indices.first : indices.last).map {
                ElementPath(section: section, item: $0, category: category)
            }
        case .item:
            let count = section < 0 ? 0 : storage.itemCount(inSection: section)
            return count == 0 ? nil : .item(step > 0 ? 0 : count - 1, inSection: section)
        case .supplementary, .decoration: return nil
        }
    }

    /// The next or previous item, header or footer of the same section.
    private func sibling(of item: ElementPath, by step: Int) -> ElementPath? {
        guard item.category == .item else {
            let indices = storage.barIndices(item.category, inSection: item.section)
            let next = step > 0 ? indices.first { $0 > item.item } : indices.last { $0 < item.item }
            return next.map { ElementPath(section: item.section, item: $0, category: item.category) }
        }
        let target = item.item + step
        guard (0..<storage.itemCount(inSection: item.section)).contains(target) else { return nil }
        return .item(target, inSection: item.section)
    }

    /// The next or previous item of the list.
    private func neighbour(of item: ElementPath, by step: Int) -> ElementPath? {
        sibling(of: item, by: step) ?? itemInNextSection(from: item.section, by: step)
    }

    private func itemInNextSection(from section: Int, by step: Int) -> ElementPath? {
        var section = section + step
        while (0..<numberOfSections).contains(section) {
            if let item = firstElement(.item, inSection: section, by: step) { return item }
            section += step
        }
        return nil
    }

    /// The items among which to search for the nearest one, in sections without lines. In a section of frames these
    /// are all items. In a compositional section they are the items of the group, the group before and the group
    /// after. In a waterfall they are the items on both sides of the item and next to it in its column. Nil in sections of
    /// lines.
    private func surroundings(of item: ElementPath) -> Range<Int>? {
        let count = storage.itemCount(inSection: item.section)
        switch storage.spec(ofSection: item.section).kind.row.neighbours {
        case .line: return nil
        case .all: return 0..<count
        case .column:
            let spacing = max(0, storage.spec(ofSection: item.section).lineSpacing) + 1
            var reach = storage.itemFrame(item.item, inSection: item.section)
            reach.mainMin -= spacing
            reach.mainMax += spacing
            (reach.crossMin, reach.crossMax) = (-Units.lengthLimit, Units.lengthLimit)
            var near = item.item..<item.item + 1
            for element in layoutAttributes(in: storage.frame(reach))
            where element.section == item.section && element.category == .item {
                near = min(near.lowerBound, element.item)..<max(near.upperBound, element.item + 1)
            }
            return near
        case .group:
            let group = storage.line(ofItem: item.item, inSection: item.section)
            let before =
                group.lowerBound > 0 ? storage.line(ofItem: group.lowerBound - 1, inSection: item.section) : group
            let after =
                group.upperBound < count ? storage.line(ofItem: group.upperBound, inSection: item.section) : group
            return before.lowerBound..<after.upperBound
        }
    }

    /// The next item on the same line; nil at its ends.
    private func along(_ item: ElementPath, by step: Int) -> ElementPath? {
        if let candidates = surroundings(of: item) {
            return nearestBeside(item, by: step, mainAxis: false, among: candidates) ?? turning(item, by: step)
        }
        let line = storage.line(ofItem: item.item, inSection: item.section)
        return line.contains(item.item + step) ? .item(item.item + step, inSection: item.section) : nil
    }

    /// The item next to the last group of a section that loops, in the first one, or the other way round. Nil in other
    /// sections.
    private func turning(_ item: ElementPath, by step: Int) -> ElementPath? {
        guard let scrolling = orthogonalScrolling(ofSection: item.section), scrolling.loops else { return nil }
        let last = storage.itemCount(inSection: item.section) - 1
        let group = storage.line(ofItem: item.item, inSection: item.section)
        guard step > 0 ? group.contains(last) : group.contains(0) else { return nil }
        let section = item.section
        func centre(_ item: Int) -> (main: Int64, cross: Int64) {
            doubledCentre(storage.itemFrame(item, inSection: section))
        }
        let own = centre(item.item).main
        let found = storage.line(ofItem: step > 0 ? 0 : last, inSection: item.section).min { a, b in
            let (a, b) = (centre(a), centre(b))
            return (abs(a.main - own), a.cross * Int64(step)) < (abs(b.main - own), b.cross * Int64(step))
        }
        return found.map { .item($0, inSection: item.section) }
    }

    /// The item of the next line whose centre is nearest across the scroll axis.
    private func across(_ item: ElementPath, by step: Int) -> ElementPath? {
        let landing: ElementPath
        if let candidates = surroundings(of: item) {
            if let found = nearestBeside(item, by: step, mainAxis: true, among: candidates) { return found }
            guard let next = itemInNextSection(from: item.section, by: step) else { return nil }
            landing = next
        } else {
            let line = storage.line(ofItem: item.item, inSection: item.section)
            let target = step > 0 ? line.upperBound : line.lowerBound - 1
            if (0..<storage.itemCount(inSection: item.section)).contains(target) {
                landing = .item(target, inSection: item.section)
            } else if let next = itemInNextSection(from: item.section, by: step) {
                landing = next
            } else {
                return nil
            }
        }
        if storage.spec(ofSection: landing.section).kind.row.neighbours == .all { return landing }
        let centre = doubledCentre(storage.itemFrame(item.item, inSection: item.section))
        let candidates = storage.line(ofItem: landing.item, inSection: landing.section)
        let nearest = candidates.min { a, b in
            abs(doubledCentre(storage.itemFrame(a, inSection: landing.section)).cross - centre.cross)
                < abs(doubledCentre(storage.itemFrame(b, inSection: landing.section)).cross - centre.cross)
        }
        return nearest.map { .item($0, inSection: landing.section) }
    }

    /// Twice the centre, which is an integer.
    private func doubledCentre(_ rect: UnitRect) -> (main: Int64, cross: Int64) {
        (rect.mainMin + rect.mainMax, rect.crossMin + rect.crossMax)
    }

    /// Finds the nearest item on one side, where frames are in no particular order. An item is on that side if its
    /// centre is. The distance is the distance in the direction of the step plus twice the distance at right angles
    /// to it. Of two items with equal distance, the one with the lower index is returned. In a compositional section
    /// the whole item must be on that side, because groups have items of several sizes next to each other.
    private func nearestBeside(
        _ item: ElementPath, by step: Int, mainAxis: Bool, among candidates: Range<Int>
    ) -> ElementPath? {
        let own = storage.itemFrame(item.item, inSection: item.section)
        let from = doubledCentre(own)
        let isClear = storage.spec(ofSection: item.section).kind.row.neighbours == .group
        var best: (item: Int, distance: Double)?
        for candidate in candidates where candidate != item.item {
            let frame = storage.itemFrame(candidate, inSection: item.section)
            let to = doubledCentre(frame)
            let (main, cross) = (Double(to.main - from.main), Double(to.cross - from.cross))
            let (way, beside) = mainAxis ? (main * Double(step), cross) : (cross * Double(step), main)
            guard way > 0, !isClear || frame.isClear(of: own, by: step, mainAxis: mainAxis) else { continue }
            let distance = way + 2 * abs(beside)
            if best.map({ distance < $0.distance }) ?? true { best = (candidate, distance) }
        }
        return best.map { .item($0.item, inSection: item.section) }
    }
}

extension UnitRect {
    /// Whether the whole rectangle lies before or after another one along an axis.
    fileprivate func isClear(of other: UnitRect, by step: Int, mainAxis: Bool) -> Bool {
        switch (mainAxis, step > 0) {
        case (true, true): mainMin >= other.mainMax
        case (true, false): mainMax <= other.mainMin
        case (false, true): crossMin >= other.crossMax
        case (false, false): crossMax <= other.crossMin
        }
    }
}
