import Foundation

/// A way to go from one element to the next.
public enum MoveDirection: Sendable, Hashable {
    /// The next in reading order: header, items, footer, next section.
    case next
    case previous
    case up
    case down
    case left
    case right
}

/// Which element of how many, as a screen reader says it: counted from 0.
public struct ElementPosition: Sendable, Hashable {
    /// For an item, its index in the section; for a header or footer, the index of its section.
    public var index: Int
    /// For an item, the items of its section; for a header or footer, the number of sections.
    public var count: Int
    /// For an item, its index among the items of all sections; for a header or footer, the items before it.
    public var indexInList: Int
    /// The items of all sections.
    public var countInList: Int

    public init(index: Int, count: Int, indexInList: Int, countInList: Int) {
        self.index = index
        self.count = count
        self.indexInList = indexInList
        self.countInList = countInList
    }
}

extension CollectionViewLayout {
    /// The place of an item among the items of its section and of the list.
    /// - Complexity: O(log *S*).
    /// - Precondition: The item is in the layout.
    public func position(ofItem item: Int, inSection section: Int) -> ElementPosition {
        position(of: .item(item, inSection: section))
    }

    /// The place of any element in reading order.
    /// - Complexity: O(log *S*).
    /// - Precondition: The element is in the layout.
    public func position(of element: ElementPath) -> ElementPosition {
        storage.checkElement(element)
        let place = storage.placement(ofSection: element.section)
        switch element.category {
        case .item:
            return ElementPosition(
                index: element.item, count: place.itemCount, indexInList: place.itemsBefore + element.item,
                countInList: numberOfItems)
        case .header, .footer:
            return ElementPosition(
                index: element.section, count: numberOfSections,
                indexInList: place.itemsBefore + (element.category == .footer ? place.itemCount : 0),
                countInList: numberOfItems)
        }
    }

    /// The item to go to from an item; nil at the end of the way.
    ///
    /// Up, down, left and right go by what is seen. Along a line they go to the neighbour on it, across lines to the item
    /// of the next line whose centre is nearest; past the first or last line, into the next section that has items. In a
    /// section of a user's layout they go to the nearest item on that side.
    /// - Complexity: O(log *S* + log *n* + items of a line) and the empty sections passed; O(*n*) in a section of a
    ///   user's layout.
    /// - Precondition: The item is in the layout.
    public func nextItem(from item: ElementPath, toward direction: MoveDirection) -> ElementPath? {
        guard item.category == .item else {
            fatalError("nextItem(from: \(item)): valid are items")
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

    /// The element after or before another in reading order, headers and footers included; nil at the end.
    /// - Complexity: O(log *S* + log *n*) and the empty sections passed.
    /// - Precondition: The element is in the layout.
    public func nextElement(after element: ElementPath) -> ElementPath? { self.element(from: element, by: 1) }

    /// The element before another in reading order. See ``nextElement(after:)``.
    public func previousElement(before element: ElementPath) -> ElementPath? { self.element(from: element, by: -1) }

    private func element(from start: ElementPath, by step: Int) -> ElementPath? {
        storage.checkElement(start)
        if start.category == .item, let next = sibling(of: start, by: step) { return next }
        // The places left in this section, then all places of the sections on the way.
        let order: [ElementCategory] = step > 0 ? [.header, .item, .footer] : [.footer, .item, .header]
        var section = start.section
        var places = order.drop { $0 != start.category }.dropFirst()
        while (0..<numberOfSections).contains(section) {
            for place in places {
                if let found = firstElement(place, inSection: section, by: step) { return found }
            }
            places = order[...]
            section += step
        }
        return nil
    }

    /// The header or footer, or the item that is met first.
    private func firstElement(_ category: ElementCategory, inSection section: Int, by step: Int) -> ElementPath? {
        switch category {
        case .header:
            return storage.headerFrame(ofSection: section, visible: nil).map { _ in .header(ofSection: section) }
        case .footer:
            return storage.footerFrame(ofSection: section, visible: nil).map { _ in .footer(ofSection: section) }
        case .item:
            let count = storage.itemCount(inSection: section)
            return count == 0 ? nil : .item(step > 0 ? 0 : count - 1, inSection: section)
        }
    }

    /// The next or previous item of the same section.
    private func sibling(of item: ElementPath, by step: Int) -> ElementPath? {
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

    private func isUserSection(_ section: Int) -> Bool {
        storage.frameSections.count > 0 && storage.spec(ofSection: section).kind == .frames
    }

    /// The neighbour on the same line; nil at its ends.
    private func along(_ item: ElementPath, by step: Int) -> ElementPath? {
        if isUserSection(item.section) { return nearestBeside(item, by: step, mainAxis: false) }
        let line = storage.line(ofItem: item.item, inSection: item.section)
        return line.contains(item.item + step) ? .item(item.item + step, inSection: item.section) : nil
    }

    /// The item of the next line whose centre is nearest across.
    private func across(_ item: ElementPath, by step: Int) -> ElementPath? {
        if isUserSection(item.section), let found = nearestBeside(item, by: step, mainAxis: true) { return found }
        let line =
            isUserSection(item.section) ? nil : storage.line(ofItem: item.item, inSection: item.section)
        let target = line.map { step > 0 ? $0.upperBound : $0.lowerBound - 1 } ?? -1
        let landing: ElementPath
        if (0..<storage.itemCount(inSection: item.section)).contains(target) {
            landing = .item(target, inSection: item.section)
        } else if let next = itemInNextSection(from: item.section, by: step) {
            landing = next
        } else {
            return nil
        }
        if isUserSection(landing.section) { return landing }
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

    /// In a section of frames in any order: the item whose centre lies on that side, nearest by the distance along the
    /// way and twice the distance beside it; ties to the lower index.
    private func nearestBeside(_ item: ElementPath, by step: Int, mainAxis: Bool) -> ElementPath? {
        let from = doubledCentre(storage.itemFrame(item.item, inSection: item.section))
        var best: (item: Int, distance: Double)?
        for candidate in 0..<storage.itemCount(inSection: item.section) where candidate != item.item {
            let to = doubledCentre(storage.itemFrame(candidate, inSection: item.section))
            let (main, cross) = (Double(to.main - from.main), Double(to.cross - from.cross))
            let (way, beside) = mainAxis ? (main * Double(step), cross) : (cross * Double(step), main)
            guard way > 0 else { continue }
            let distance = way + 2 * abs(beside)
            if best.map({ distance < $0.distance }) ?? true { best = (candidate, distance) }
        }
        return best.map { .item($0.item, inSection: item.section) }
    }
}
