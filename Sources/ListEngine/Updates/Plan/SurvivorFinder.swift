import ListEngineLayout

extension SharedEdit {
    /// The element that a view shows after the batch; nil if the element was deleted or reloaded.
    func survivor(of key: ElementKey) -> ElementKey? {
        var key = key
        let path = key.path
        guard path.section != ElementPath.wholeList else { return key }
        if path.category == .item {
            guard !isReloaded(path), let after = newPath(path) else { return nil }
            // The view of an item in a reloaded section is reloaded as well, whether the item was there before or was
            // moved there.
            if let section = oldSection(after.section), isReloaded(section: section) {
                return nil
            }
            key.path = after
            return key
        }
        guard !isReloaded(section: path.section), let section = newSection(path.section) else { return nil }
        // Supplementary items are counted by items or groups, which an edit renumbers.
        if path.category == .supplementary, changesItems(ofSection: path.section) { return nil }
        key.path.section = section
        return key
    }
}

/// Finds the survivors of elements in reading order.
struct SurvivorFinder {
    private let edit: SharedEdit
    private let isPlain: Bool
    private var items: KeptItems

    init(_ edit: SharedEdit) {
        self.edit = edit
        isPlain = edit.isPlain
        items = KeptItems(edit)
    }

    /// See ``SharedEdit/survivor(of:)``.
    mutating func survivor(of key: ElementKey) -> ElementKey? {
        guard isPlain, key.path.category == .item else { return edit.survivor(of: key) }
        guard let path = items.newPath(key.path) else { return nil }
        var key = key
        key.path = path
        return key
    }
}
