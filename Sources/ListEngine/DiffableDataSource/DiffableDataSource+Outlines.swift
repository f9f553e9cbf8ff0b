import Foundation
import ListEngineDiff

/// Handlers for items of outlines that are expanded and collapsed.
///
///     var handlers = SectionSnapshotHandlers<String>()
///     handlers.canLoadChildren = { path in path.hasSuffix("/") }
///     handlers.snapshotForExpandingParent = { path, _ in
///         var children = SectionSnapshot<String>()
///         children.append([path + "a", path + "b/"])
///         return children
///     }
@MainActor
public struct SectionSnapshotHandlers<ItemIdentifier: Hashable> {
    /// Returns whether the user can expand an item. Without it, every expandable item can be expanded.
    public var shouldExpandItem: (@MainActor (ItemIdentifier) -> Bool)?

    /// Called when the user expands an item, before the list changes.
    public var willExpandItem: (@MainActor (ItemIdentifier) -> Void)?

    /// Returns whether the user can collapse an item. Without it, every expanded item can be collapsed.
    public var shouldCollapseItem: (@MainActor (ItemIdentifier) -> Bool)?

    /// Called when the user collapses an item, before the list changes.
    public var willCollapseItem: (@MainActor (ItemIdentifier) -> Void)?

    /// Returns whether an item without children gets some when it is expanded, from ``snapshotForExpandingParent``.
    public var canLoadChildren: (@MainActor (ItemIdentifier) -> Bool)?

    /// Called when an item is expanded, by the user or by the program, with the tree below the item. Returns the tree that
    /// replaces it.
    public var snapshotForExpandingParent:
        (@MainActor (ItemIdentifier, SectionSnapshot<ItemIdentifier>) -> SectionSnapshot<ItemIdentifier>)?

    public init() {}
}

/// The outlines of a list, by section. An outline belongs to the list as long as its section has the items that the outline
/// shows: when another update changes these items, the section is an ordinary one again.
struct ShownOutlines<SectionIdentifier: Hashable, ItemIdentifier: Hashable> {
    typealias Snapshot = DiffableSnapshot<SectionIdentifier, ItemIdentifier>
    typealias Outline = SectionSnapshot<ItemIdentifier>

    private struct Entry {
        var outline: Outline
        /// The list whose section shows the outline, until it is shown itself; nil for the shown list. The list of one outline
        /// says nothing about the others, whose items may have been changed before it in the same turn.
        var coming: Snapshot?
    }

    private var entries: [SectionIdentifier: Entry] = [:]
    /// Whether there has been an outline, so that cells may hold the state of one.
    private(set) var wereUsed = false

    subscript(section: SectionIdentifier) -> Outline? { entries[section]?.outline }

    /// Returns the outline of a section, if the section has the items of this outline in a list that follows the one shown.
    func outline(of section: SectionIdentifier, in next: Snapshot, shown: Snapshot) -> Outline? {
        guard let entry = entries[section], next.hasSameItems(inSection: section, as: entry.coming ?? shown) else {
            return nil
        }
        return entry.outline
    }

    /// Replaces the outline of a section, together with the list that shows it.
    mutating func set(_ outline: Outline, of section: SectionIdentifier, in next: Snapshot) {
        entries[section] = Entry(outline: outline, coming: next)
        wereUsed = true
    }

    /// Changes an outline in place, together with the list that shows it. Does nothing if the section has none.
    mutating func change(_ section: SectionIdentifier, in next: Snapshot, _ change: (inout Outline) -> Void) {
        guard entries[section] != nil else { return }
        change(&entries[section]!.outline)
        entries[section]!.coming = next
    }

    /// The section in whose outline an item is: the one that shows it, or else the first whose outline hides it.
    /// - Complexity: O(sections) for an item that is hidden.
    func section(of item: ItemIdentifier, in next: Snapshot) -> SectionIdentifier? {
        next.sectionIdentifier(containingItem: item)
            ?? next.sectionIdentifiers.first { entries[$0]?.outline.contains(item) == true }
    }

    /// Forgets the outlines of sections whose items have changed otherwise.
    /// - Complexity: O(blocks of items) for each outline, if the two lists are related.
    mutating func follow(from old: Snapshot, to new: Snapshot) {
        guard !entries.isEmpty else { return }
        for (section, entry) in entries {
            if new.hasSameItems(inSection: section, as: entry.coming ?? old) {
                entries[section]?.coming = nil
            } else {
                entries[section] = nil
            }
        }
    }
}

extension DiffableDataSource {
    /// The tree of a section. A section that was not shown as an outline is a tree without branches; one that is not in the
    /// list is empty.
    /// - Complexity: O(1) for an outline, otherwise O(items of the section).
    public func snapshot(for section: SectionIdentifier) -> SectionSnapshot<ItemIdentifier> {
        if let outline = outlines[section] { return outline }
        var flat = SectionSnapshot<ItemIdentifier>()
        if current.contains(section: section) { flat.append(current.itemIdentifiers(inSection: section)) }
        return flat
    }

    /// The place of an item in its outline; nil if the item's section is not shown as an outline.
    /// - Complexity: O(level).
    public func outlineState(of item: ItemIdentifier) -> OutlineState? {
        guard outlines.wereUsed, let section = current.sectionIdentifier(containingItem: item) else { return nil }
        return outlines[section].flatMap { state(of: item, in: $0) }
    }

    private func state(of item: ItemIdentifier, in outline: SectionSnapshot<ItemIdentifier>) -> OutlineState? {
        guard let level = outline.level(of: item) else { return nil }
        let canLoad = sectionSnapshotHandlers.canLoadChildren
        return OutlineState(
            level: level, isExpandable: outline.hasChildren(item) || canLoad?(item) ?? false,
            isExpanded: outline.isExpanded(item))
    }

    // MARK: Changing outlines

    /// Shows an outline as the items of one section. If the section is not in the list, it is appended.
    ///
    /// Each cell of the section receives its ``CollectionViewCell/outlineState``. The outline stays in force until an update
    /// of another kind changes the items of the section.
    public func apply(
        _ outline: SectionSnapshot<ItemIdentifier>, to section: SectionIdentifier, animatingDifferences: Bool = true,
        completion: Completion? = nil
    ) {
        edit(
            animatingDifferences: animatingDifferences,
            { [weak self] snapshot in
                if !snapshot.contains(section: section) { try snapshot.appendSections(validating: [section]) }
                snapshot.apply(outline, toSection: section)
                self?.outlines.set(outline, of: section, in: snapshot)
            }, completion: completion)
    }

    /// Shows the children of an item of an outline. Nothing happens if the item is not in an outline or is already expanded.
    ///
    /// The handlers ``SectionSnapshotHandlers/shouldExpandItem`` and ``SectionSnapshotHandlers/willExpandItem`` are not
    /// called: they are for the user's actions.
    /// - Complexity: That of an ``edit(animatingDifferences:_:completion:)`` that inserts the items that become visible.
    public func expand(_ item: ItemIdentifier, animatingDifferences: Bool = true, completion: Completion? = nil) {
        setExpanded(true, item, animated: animatingDifferences, completion)
    }

    /// Hides the descendants of an item of an outline. They keep their own state. Nothing happens if the item is not in an
    /// outline or is not expanded.
    public func collapse(_ item: ItemIdentifier, animatingDifferences: Bool = true, completion: Completion? = nil) {
        setExpanded(false, item, animated: animatingDifferences, completion)
    }

    /// Expands or collapses an item as the user does with a key or a disclosure control: if the handlers permit it.
    /// - Returns: False if the item cannot be expanded or collapsed.
    @discardableResult
    public func toggleExpansion(
        of item: ItemIdentifier, animatingDifferences: Bool = true, completion: Completion? = nil
    ) -> Bool {
        let handlers = sectionSnapshotHandlers
        guard let state = outlineState(of: item), state.isExpandable,
            (state.isExpanded ? handlers.shouldCollapseItem : handlers.shouldExpandItem)?(item) ?? true
        else { return false }
        (state.isExpanded ? handlers.willCollapseItem : handlers.willExpandItem)?(item)
        setExpanded(!state.isExpanded, item, animated: animatingDifferences, completion)
        return true
    }

    private func setExpanded(
        _ isExpanded: Bool, _ item: ItemIdentifier, animated: Bool, _ completion: Completion?
    ) {
        edit(
            animatingDifferences: animated,
            { [weak self] in try self?.setExpanded(isExpanded, item, in: &$0) }, completion: completion)
    }

    private func setExpanded(_ isExpanded: Bool, _ item: ItemIdentifier, in snapshot: inout Snapshot) throws {
        guard let section = outlines.section(of: item, in: snapshot),
            var outline = outlines.outline(of: section, in: snapshot, shown: current),
            outline.contains(item), outline.isExpanded(item) != isExpanded
        else { return }
        if isExpanded, let load = sectionSnapshotHandlers.snapshotForExpandingParent,
            let old = outline.snapshot(of: item)
        {
            let children = load(item, old)
            if children != old {
                try outline.replace(validatingChildrenOf: item, using: children)
                outlines.set(outline, of: section, in: snapshot)
            }
        }
        let isVisible = outline.isVisible(item)
        let below = isVisible ? outline.visibleItems(below: item) : []
        // With the last reference to it, the tree is changed in place.
        outline = SectionSnapshot()
        if isVisible {
            if isExpanded {
                try snapshot.insertItems(validating: below, afterItem: item)
            } else {
                snapshot.deleteItems(below)
            }
        }
        outlines.change(section, in: snapshot) { isExpanded ? $0.expand([item]) : $0.collapse([item]) }
    }

    /// Marks the items whose cells show another place in an outline than they have in the next list.
    func markOutlineStates(in next: inout Snapshot) {
        guard let collectionView else { return }
        var marked: [ItemIdentifier] = []
        var asked: Set<ItemIdentifier> = []
        var askedBefore = -1
        // The handlers are asked for states. They may scroll, which shows more cells of the list before the update.
        while asked.count != askedBefore {
            askedBefore = asked.count
            for element in collectionView.display.elements {
                guard let cell = element.view as? CollectionViewCell, let item = item(at: element.key.path),
                    let section = next.sectionIdentifier(containingItem: item), asked.insert(item).inserted
                else { continue }
                let outline = outlines.outline(of: section, in: next, shown: current)
                if outline.flatMap({ state(of: item, in: $0) }) != cell.outlineState { marked.append(item) }
            }
        }
        if !marked.isEmpty { next.reconfigureItems(marked) }
    }

    private func item(at path: ElementPath) -> ItemIdentifier? {
        path.category == .item && has(path)
            ? current.itemIdentifier(at: ItemIndexPath(section: path.section, item: path.item)) : nil
    }

    // MARK: The user's actions

    /// Expands or collapses an item of an outline for an arrow key. If there is nothing to expand, the focus moves to the
    /// first child; if there is nothing to collapse, to the parent.
    public func collectionView(
        _ collectionView: CollectionView, setExpanded isExpanded: Bool, forItemAt indexPath: IndexPath
    ) -> Bool {
        guard let item = itemIdentifier(for: indexPath), let state = outlineState(of: item),
            let section = current.sectionIdentifier(containingItem: item), let outline = outlines[section]
        else { return false }
        if state.isExpanded != isExpanded, state.isExpandable {
            toggleExpansion(of: item)
            return true
        }
        let next = isExpanded ? outline.children(of: item).first : outline.parent(of: item)
        guard let next, let path = current.indexPath(of: next) else { return false }
        collectionView.keyboard.moveFocusByKey(to: .item(path.item, inSection: path.section))
        return true
    }

    /// Whether the user can move an item as far as outlines are concerned: one that has children cannot be moved alone.
    func outlinesPermitMove(of item: ItemIdentifier, inSectionAt section: Int) -> Bool {
        outlines[current.sectionIdentifier(at: section)].map { !$0.hasChildren(item) } ?? true
    }

    /// Follows a move by the user. In an outline the item becomes the first child of an expanded item before it, or the
    /// next item on the level of that item. An outline that shows other items than the list, or children of the moved item,
    /// does not change: it ends when the list is shown.
    func moveInOutlines(_ item: ItemIdentifier, from source: Int, to target: ItemIndexPath, in next: Snapshot) {
        func isInForce(_ section: SectionIdentifier) -> Bool {
            outlines.outline(of: section, in: current, shown: current) != nil
        }
        guard outlines.wereUsed, outlinesPermitMove(of: item, inSectionAt: source) else { return }
        let (from, section) = (next.sectionIdentifier(at: source), next.sectionIdentifier(at: target.section))
        let isEntering = isInForce(section)
        if isInForce(from) { outlines.change(from, in: next) { $0.delete([item]) } }
        let above =
            target.item > 0
            ? next.itemIdentifier(at: ItemIndexPath(section: target.section, item: target.item - 1)) : nil
        // An outline that hides an item of this name elsewhere cannot show it here, and ends.
        guard isEntering, outlines[section]?.contains(item) == false else { return }
        outlines.change(section, in: next) { outline in
            let children = above.map { outline.isExpanded($0) ? outline.children(of: $0) : [] } ?? outline.rootItems
            if let first = children.first {
                outline.insert([item], before: first)
            } else if let above {
                outline.insert([item], after: above)
            } else {
                outline.append([item])
            }
        }
    }
}
