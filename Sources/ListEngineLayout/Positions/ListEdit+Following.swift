// The edits of a layout as values, for the anchors that it follows. An edit that changes only sizes needs none.
//
// Impossible counts are refused after anchors were looked up, so they are left out here.

extension ListEdit {
    static func insertItems(section: Int, at index: Int, count: Int) -> ListEdit {
        var edit = ListEdit()
        edit.insert(count, at: index, inSection: section)
        return edit
    }

    static func removeItems(section: Int, items: Range<Int>) -> ListEdit {
        var edit = ListEdit()
        if !items.isEmpty { edit.items.deleted.add(items, inSection: section) }
        return edit
    }

    /// - Parameter index: The new index of the first moved item, counted without the moved items.
    static func moveItems(section: Int, items: Range<Int>, to index: Int) -> ListEdit {
        var edit = removeItems(section: section, items: items)
        edit.insert(items.count, at: index, inSection: section)
        edit.moves.add(
            from: .item(items.lowerBound, inSection: section), to: .item(index, inSection: section), count: items.count)
        edit.moves.sort()
        return edit
    }

    /// Moves an item to another section.
    static func moveItem(from: ElementPath, to: ElementPath) -> ListEdit {
        var edit = removeItems(section: from.section, items: from.item..<from.item + 1)
        edit.insert(1, at: to.item, inSection: to.section)
        edit.moves.add(from: from, to: to, count: 1)
        edit.moves.sort()
        return edit
    }

    /// - Parameter script: A sorted script whose edits do not overlap.
    static func script(section: Int, _ script: EditScript) -> ListEdit {
        var edit = ListEdit()
        var shift = 0
        for part in script.edits {
            if part.removed > 0 { edit.items.deleted.add(part.index..<part.index + part.removed, inSection: section) }
            guard edit.insert(part.inserted, at: part.index + shift, inSection: section) else { return ListEdit() }
            if part.isMove {
                edit.moves.add(
                    from: .item(part.source, inSection: section), to: .item(part.index + shift, inSection: section),
                    count: part.inserted)
            }
            shift += part.inserted - part.removed
        }
        edit.moves.sort()
        return edit
    }

    /// Replaces the contents of a section. Items keep their indices, as far as the new section has them.
    static func replaceSection(_ section: Int, from old: Int, to new: Int) -> ListEdit {
        var edit = removeItems(section: section, items: min(old, max(0, new))..<old)
        edit.insert(new - old, at: old, inSection: section)
        return edit
    }

    static func insertSections(at index: Int, count: Int) -> ListEdit {
        var edit = ListEdit()
        edit.insertedSections = Array(index..<index + count)
        edit.sort()
        return edit
    }

    static func removeSections(_ sections: Range<Int>) -> ListEdit {
        var edit = ListEdit()
        edit.deletedSections = Array(sections)
        edit.sort()
        return edit
    }

    /// - Parameter index: The new index of the first moved section, counted without the moved sections.
    static func moveSections(_ sections: Range<Int>, to index: Int) -> ListEdit {
        var edit = ListEdit()
        for section in sections { edit.move(section: section, to: index + section - sections.lowerBound) }
        edit.sort()
        return edit
    }

    /// - Returns: False if no layout is that large, so that the edit will be refused.
    @discardableResult
    private mutating func insert(_ count: Int, at index: Int, inSection section: Int) -> Bool {
        guard count <= ItemNumbers.mostItems, 0...ItemNumbers.mostItems ~= index else { return false }
        if count > 0 { items.inserted.add(index..<index + count, inSection: section) }
        return true
    }

    /// The element that an anchor of a layout follows: the element itself, or if it is deleted, the first of these that exists:
    /// the next kept item of its section; the last kept item before it in its section; the start of its section; the start of the
    /// next kept section; the end of the last kept section before it. A supplementary item follows the item that it belongs to.
    /// - Parameter layout: The layout before the edit.
    /// - Returns: The old and the new position; nil if nothing is left.
    func followed(_ path: ElementPath, in layout: LayoutStorage) -> (before: ElementPath, after: ElementPath)? {
        if path.section == ElementPath.wholeList { return (path, path) }
        guard let section = newSection(path.section) else {
            let deleted = sections.deleted.run(around: path.section) ?? path.section..<path.section + 1
            if deleted.upperBound < layout.sectionCount, let next = newSection(deleted.upperBound) {
                return (.header(ofSection: deleted.upperBound), .header(ofSection: next))
            }
            guard let last = newSection(deleted.lowerBound - 1), last >= 0 else { return nil }
            return (.footer(ofSection: deleted.lowerBound - 1), .footer(ofSection: last))
        }
        var after = path
        after.section = section
        guard path.category == .item || path.category == .supplementary else { return (path, after) }
        let item = ElementPath.item(path.item, inSection: path.section)
        if let kept = newPath(item) {
            (after.section, after.item) = (kept.section, kept.item)
            return (path, after)
        }
        return nearestKept(to: item, count: layout.itemCount(inSection: path.section))
            ?? (.header(ofSection: path.section), .header(ofSection: section))
    }

    /// The kept item that replaces a deleted one in its section: the next one, or the last one before it.
    func nearestKept(to path: ElementPath, count: Int) -> (before: ElementPath, after: ElementPath)? {
        let map = items[path.section] ?? IndexMap()
        guard let section = newSection(path.section),
            let item = map.firstKept(from: path.item, count: count) ?? map.lastKept(upTo: path.item),
            let after = map.newIndex(ofKept: item)
        else { return nil }
        return (.item(item, inSection: path.section), .item(after, inSection: section))
    }
}
