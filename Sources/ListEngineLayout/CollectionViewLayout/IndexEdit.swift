/// An edit as a map from positions in the old layout to positions in the new one. An edit that changes only sizes needs
/// none: every element keeps its index.
enum IndexEdit {
    case insertItems(section: Int, at: Int, count: Int)
    case removeItems(section: Int, items: Range<Int>)
    /// The first moved item gets the index `to`, counted without the moved items.
    case moveItems(section: Int, items: Range<Int>, to: Int)
    case moveItem(from: ElementPath, to: ElementPath)
    /// The script is sorted.
    case script(section: Int, EditScript)
    /// A section's contents are replaced. Items keep their indices as long as the new section has that many.
    case replaceSection(Int, itemCount: Int)
    case insertSections(at: Int, count: Int)
    case removeSections(Range<Int>)
    case moveSections(Range<Int>, to: Int)
}

extension IndexEdit {
    /// The element that an anchor follows through the edit: the anchor's own element if it survives, else its
    /// successor.
    struct Survivor {
        /// The element's position in the layout before the edit.
        var before: ElementPath
        /// The element's position in the layout after the edit.
        var after: ElementPath
    }

    /// - Returns: The first of these that exists: the element itself; the next surviving item of its section; the
    ///   last surviving item before it; the start of its section; the start of the next surviving section; the end of
    ///   the last surviving section before it. Nil when nothing is left.
    func survivor(of path: ElementPath, in layout: LayoutStorage) -> Survivor? {
        switch self {
        case .insertSections(let index, let count):
            var after = path
            if path.section >= index { after.section += count }
            return Survivor(before: path, after: after)

        case .moveSections(let sections, let index):
            var after = path
            after.section = Self.moved(path.section, sections, to: index)
            return Survivor(before: path, after: after)

        case .removeSections(let sections):
            var after = path
            if path.section >= sections.upperBound { after.section -= sections.count }
            guard sections.contains(path.section) else { return Survivor(before: path, after: after) }
            if sections.upperBound < layout.sectionCount {
                return Survivor(
                    before: .header(ofSection: sections.upperBound), after: .header(ofSection: sections.lowerBound))
            }
            if sections.lowerBound > 0 {
                let last = ElementPath.footer(ofSection: sections.lowerBound - 1)
                return Survivor(before: last, after: last)
            }
            return nil

        default: return survivingItem(path, in: layout)
        }
    }

    /// Handles edits of the items of one section or two.
    private func survivingItem(_ path: ElementPath, in layout: LayoutStorage) -> Survivor? {
        if path.category == .supplementary {
            // A supplementary item shares the fate of the item that it belongs to.
            let item = ElementPath.item(path.item, inSection: path.section)
            guard var survivor = survivingItem(item, in: layout) else { return nil }
            if survivor.before == item, survivor.after.category == .item {
                survivor.before.category = .supplementary
                survivor.after.category = .supplementary
            }
            return survivor
        }
        guard path.category == .item else { return Survivor(before: path, after: path) }
        var after = path
        switch self {
        case .insertItems(path.section, let index, let count):
            // An impossible count is refused only after the anchor was looked up.
            if path.item >= index { after.item &+= count }

        case .removeItems(path.section, let items):
            if path.item >= items.upperBound { after.item -= items.count }
            if items.contains(path.item) {
                return Self.neighbour(
                    inSection: path.section, count: layout.itemCount(inSection: path.section),
                    next: items.upperBound, previous: items.lowerBound - 1
                ) { $0 < items.lowerBound ? $0 : $0 - items.count }
            }

        case .moveItems(path.section, let items, let index): after.item = Self.moved(path.item, items, to: index)

        case .moveItem(let from, let to):
            if path == from { return Survivor(before: path, after: to) }
            if path.section == from.section, path.item > from.item { after.item -= 1 }
            if path.section == to.section, after.item >= to.item { after.item += 1 }

        case .replaceSection(path.section, let count):
            if path.item >= count {
                let last: ElementPath =
                    count > 0 ? .item(count - 1, inSection: path.section) : .header(ofSection: path.section)
                return Survivor(before: last, after: last)
            }

        case .script(path.section, let script):
            guard let item = script.newIndex(of: path.item) else {
                return Self.neighbour(
                    inSection: path.section, count: layout.itemCount(inSection: path.section),
                    next: script.firstKept(from: path.item), previous: script.lastKept(upTo: path.item)
                ) { script.newIndex(of: $0) ?? $0 }
            }
            after.item = item

        default: break
        }
        return Survivor(before: path, after: after)
    }

    /// The next item that survives, else the last surviving item before it, else the section's start.
    private static func neighbour(
        inSection section: Int, count: Int, next: Int, previous: Int, newIndex: (Int) -> Int
    ) -> Survivor {
        guard let kept = next < count ? next : previous >= 0 ? previous : nil else {
            return Survivor(before: .header(ofSection: section), after: .header(ofSection: section))
        }
        return Survivor(before: .item(kept, inSection: section), after: .item(newIndex(kept), inSection: section))
    }

    /// The new position of an index when a range moves so that its first element gets the index `target`, counted
    /// without the range.
    private static func moved(_ index: Int, _ range: Range<Int>, to target: Int) -> Int {
        if range.contains(index) { return index - range.lowerBound + target }
        let without = index < range.lowerBound ? index : index - range.count
        return without < target ? without : without + range.count
    }
}
