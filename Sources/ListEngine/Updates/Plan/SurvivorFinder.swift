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

/// Finds the survivors of elements in reading order. It looks up the edits of a section once for all of its items.
struct SurvivorFinder {
    private let edit: SharedEdit
    private let isPlain: Bool
    private var section: Int?
    private var newSection: Int?
    /// Nil until an item after the first change is looked up.
    private var map: IndexMap?
    /// The first position in the section that the edit changes.
    private var firstChange = 0
    /// The items that keep their positions: those before ``firstChange``, unless the section moves.
    private var still: (section: Int, count: Int) = (-1, 0)

    init(_ edit: SharedEdit) {
        self.edit = edit
        isPlain = edit.isPlain
    }

    /// Whether an item is known to keep its position, as most visible items do.
    func keepsPosition(of path: ElementPath) -> Bool {
        path.section == still.section && path.item < still.count && path.category == .item
    }

    /// See ``SharedEdit/survivor(of:)``.
    mutating func survivor(of key: ElementKey) -> ElementKey? {
        let path = key.path
        guard isPlain, path.category == .item else { return edit.survivor(of: key) }
        if section != path.section {
            section = path.section
            newSection = edit.newSection(path.section)
            map = nil
            firstChange = edit.firstChange(ofSection: path.section)
            if newSection == section { still = (path.section, firstChange) }
        }
        guard let newSection else { return nil }
        var key = key
        key.path.section = newSection
        if path.item >= firstChange {
            let known = map ?? edit.itemMap(ofSection: path.section)
            map = known
            guard let item = known.newIndex(ofKept: path.item) else { return nil }
            key.path.item = item
        }
        return key
    }
}
