import ListEngineLayout

typealias UpdatePlan = ListEdit

/// An update that the list can show. A copy of an edit counts sixteen references, a copy of this one.
final class SharedPlan: Sendable {
    let plan: ListEdit
    /// The data source's numbers of inserted items, if they were looked up in advance. By old section index.
    let insertedNumbers: [Int: [UInt32]]
    /// The layout after the update, if it was prepared in advance.
    let prepared: PreparedLayout?

    init(_ plan: consuming ListEdit, insertedNumbers: [Int: [UInt32]] = [:], prepared: PreparedLayout? = nil) {
        self.plan = plan
        self.insertedNumbers = insertedNumbers
        self.prepared = prepared
    }
}

extension ListEdit {
    /// The element that a view shows after the batch; nil if the element was deleted or reloaded.
    func survivor(of key: ElementKey) -> ElementKey? {
        var key = key
        let path = key.path
        guard path.section != ElementPath.wholeList else { return key }
        if path.category == .item {
            guard !isReloaded(path), let after = newPath(path) else { return nil }
            // The view of an item in a reloaded section is reloaded as well, whether the item was there before or was
            // moved there.
            if !reloadedSections.isEmpty, let section = oldSection(after.section), reloadedSections.contains(section) {
                return nil
            }
            key.path = after
            return key
        }
        guard !reloadedSections.contains(path.section), let section = newSection(path.section) else { return nil }
        // Supplementary items are counted by items or groups, which an edit renumbers.
        if path.category == .supplementary, items[path.section] != nil { return nil }
        key.path.section = section
        return key
    }
}

/// Finds the survivors of elements in reading order. What they have in common is looked up once for each section.
struct SurvivorFinder {
    private let update: SharedPlan
    /// Whether an item's new position follows from the edits of its section alone.
    private let isPlain: Bool
    private var section: Int?
    private var newSection: Int?
    private var map: IndexMap?
    /// The first position in the section that the update changes.
    private var firstChange = 0

    init(_ update: SharedPlan) {
        self.update = update
        isPlain =
            update.plan.moves.isEmpty && update.plan.reloadedItems.isEmpty && update.plan.reloadedSections.isEmpty
    }

    /// See ``ListEdit/survivor(of:)``.
    mutating func survivor(of key: ElementKey) -> ElementKey? {
        guard isPlain, key.path.category == .item else { return update.plan.survivor(of: key) }
        if section != key.path.section {
            section = key.path.section
            newSection = update.plan.newSection(key.path.section)
            map = update.plan.items[key.path.section]
            firstChange = map.map { min($0.deleted.first ?? .max, $0.inserted.first ?? .max) } ?? .max
        }
        guard let newSection else { return nil }
        var key = key
        key.path.section = newSection
        guard key.path.item >= firstChange, let map else { return key }
        guard let item = map.newIndex(ofKept: key.path.item) else { return nil }
        key.path.item = item
        return key
    }
}
