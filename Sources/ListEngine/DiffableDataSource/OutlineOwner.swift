import Foundation
import ListEngineDiff

/// A list, or a part of one, that shows snapshots whose sections can be outlines.
@MainActor
package protocol OutlineOwner: AnyObject {
    associatedtype SectionIdentifier: Hashable
    associatedtype ItemIdentifier: Hashable
    typealias Shown = DiffableSnapshot<SectionIdentifier, ItemIdentifier>

    /// The snapshot that is shown.
    var current: Shown { get }
    var outlines: ShownOutlines<SectionIdentifier, ItemIdentifier> { get set }
    var sectionSnapshotHandlers: SectionSnapshotHandlers<ItemIdentifier> { get }
    var collectionView: CollectionView? { get }

    /// Edits the shown snapshot, after all waiting updates.
    func edit(
        animatingDifferences: Bool, _ body: @escaping @MainActor (inout Shown) throws -> Void,
        completion: UpdateCompletion?)

    /// The position in this owner of an item of the list; nil if the item is another owner's.
    func ownPath(_ path: ElementPath) -> ElementPath?

    /// The position in the list of an item of this owner.
    func listPath(_ path: ElementPath) -> ElementPath?
}

extension OutlineOwner {
    /// The tree of a section. One that is not an outline is a tree without branches.
    package func outline(of section: SectionIdentifier) -> SectionSnapshot<ItemIdentifier> {
        if let outline = outlines[section] { return outline }
        var flat = SectionSnapshot<ItemIdentifier>()
        if current.contains(section: section) { flat.append(current.itemIdentifiers(inSection: section)) }
        return flat
    }

    /// The place of an item in its outline; nil if the item's section is not shown as an outline.
    package func placeInOutline(of item: ItemIdentifier) -> OutlineState? {
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

    package func showOutline(
        _ outline: SectionSnapshot<ItemIdentifier>, of section: SectionIdentifier, animated: Bool,
        _ completion: UpdateCompletion?
    ) {
        edit(
            animatingDifferences: animated,
            { [weak self] snapshot in
                if !snapshot.contains(section: section) { try snapshot.appendSections(validating: [section]) }
                snapshot.apply(outline, toSection: section)
                self?.outlines.set(outline, of: section, in: snapshot)
            }, completion: completion)
    }

    /// Expands or collapses an item, if the handlers permit it.
    package func toggle(_ item: ItemIdentifier, animated: Bool, _ completion: UpdateCompletion?) -> Bool {
        let handlers = sectionSnapshotHandlers
        guard let state = placeInOutline(of: item), state.isExpandable,
            (state.isExpanded ? handlers.shouldCollapseItem : handlers.shouldExpandItem)?(item) ?? true
        else { return false }
        (state.isExpanded ? handlers.willCollapseItem : handlers.willExpandItem)?(item)
        setExpanded(!state.isExpanded, item, animated: animated, completion)
        return true
    }

    package func setExpanded(
        _ isExpanded: Bool, _ item: ItemIdentifier, animated: Bool, _ completion: UpdateCompletion?
    ) {
        edit(
            animatingDifferences: animated,
            { [weak self] in try self?.setExpanded(isExpanded, item, in: &$0) }, completion: completion)
    }

    private func setExpanded(_ isExpanded: Bool, _ item: ItemIdentifier, in snapshot: inout Shown) throws {
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
        if isExpanded, try beginLoading(item, in: &outline, snapshot) {
            outlines.set(outline, of: section, in: snapshot)
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

    // MARK: Loading children

    /// Loads the children of an item that has none.
    /// - Returns: Whether an item that says so was added to the outline.
    private func beginLoading(
        _ item: ItemIdentifier, in outline: inout SectionSnapshot<ItemIdentifier>, _ snapshot: Shown
    ) throws -> Bool {
        let handlers = sectionSnapshotHandlers
        guard let load = handlers.loadChildren, !outline.hasChildren(item), handlers.canLoadChildren?(item) ?? true,
            outlines.loading[item] == nil
        else { return false }
        outlines.loading.updateValue(nil, forKey: item)
        Task { [weak self] in
            do {
                let children = try await load(item)
                self?.endLoading(item, children)
            } catch {
                self?.endLoading(item, nil)
            }
        }
        guard let sign = handlers.loadingItem?(item), !outline.contains(sign), !snapshot.contains(item: sign) else {
            return false
        }
        try outline.append(validating: [sign], to: item)
        outlines.loading.updateValue(sign, forKey: item)
        return true
    }

    /// - Parameter children: Nil if they could not be loaded.
    private func endLoading(_ item: ItemIdentifier, _ children: SectionSnapshot<ItemIdentifier>?) {
        let sign = outlines.loading.removeValue(forKey: item) ?? nil
        edit(
            animatingDifferences: true,
            { [weak self] snapshot in
                guard let self else { return }
                do {
                    try showLoaded(children, of: item, replacing: sign, in: &snapshot)
                } catch {
                    // An item is already in the list.
                    try? showLoaded(nil, of: item, replacing: sign, in: &snapshot)
                    collectionView?.report(
                        .duplicateIdentifier, nil, "the loaded children of \(item) are not shown: \(error)")
                }
            }, completion: nil)
    }

    /// Replaces the item that says that children are being loaded. No children are shown if the item has others by now, or is no
    /// longer in an outline.
    private func showLoaded(
        _ children: SectionSnapshot<ItemIdentifier>?, of item: ItemIdentifier, replacing sign: ItemIdentifier?,
        in snapshot: inout Shown
    ) throws {
        guard let section = outlines.section(of: item, in: snapshot),
            var outline = outlines.outline(of: section, in: snapshot, shown: current), outline.contains(item)
        else {
            // The section is an ordinary one by now, whose items are those that the outline has shown.
            if let sign, snapshot.contains(item: sign) { snapshot.deleteItems([sign]) }
            return
        }
        let present = outline.children(of: item)
        guard present.isEmpty || present == [sign] else { return }
        var next = snapshot
        let isShown = outline.isVisible(item) && outline.isExpanded(item)
        if isShown { next.deleteItems(outline.visibleItems(below: item)) }
        try outline.replace(validatingChildrenOf: item, using: children ?? SectionSnapshot())
        if children == nil { outline.collapse([item]) }
        if isShown { try next.insertItems(validating: outline.visibleItems(below: item), afterItem: item) }
        snapshot = next
        outlines.set(outline, of: section, in: snapshot)
    }

    /// Marks the items whose cells show another place in an outline than they have in the next list.
    package func markOutlineStates(in next: inout Shown) {
        guard let collectionView else { return }
        var marked: [ItemIdentifier] = []
        var asked: Set<ItemIdentifier> = []
        var askedBefore = -1
        // The handlers return states. They may scroll, which shows more cells of the list before the update.
        while asked.count != askedBefore {
            askedBefore = asked.count
            for element in collectionView.display.elements {
                guard let cell = element.view as? CollectionViewCell, let item = shownItem(at: element.key.path),
                    let section = next.sectionIdentifier(containingItem: item), asked.insert(item).inserted
                else { continue }
                let outline = outlines.outline(of: section, in: next, shown: current)
                if outline.flatMap({ state(of: item, in: $0) }) != cell.outlineState { marked.append(item) }
            }
        }
        if !marked.isEmpty { next.reconfigureItems(marked) }
    }

    private func shownItem(at path: ElementPath) -> ItemIdentifier? {
        path.category == .item ? ownPath(path).flatMap { current.item(at: $0) } : nil
    }

    // MARK: The user's actions

    /// Expands or collapses an item of an outline for an arrow key. If there is nothing to expand, the focus moves to the
    /// first child; if there is nothing to collapse, to the parent.
    package func setExpandedByKey(_ isExpanded: Bool, at path: ElementPath, in collectionView: CollectionView) -> Bool {
        guard let item = current.item(at: path), let state = placeInOutline(of: item),
            let section = current.sectionIdentifier(containingItem: item), let outline = outlines[section]
        else { return false }
        if state.isExpanded != isExpanded, state.isExpandable {
            _ = toggle(item, animated: true, nil)
            return true
        }
        let next = isExpanded ? outline.children(of: item).first : outline.parent(of: item)
        guard let next, let place = current.indexPath(of: next),
            let path = listPath(.item(place.item, inSection: place.section))
        else { return false }
        collectionView.keyboard.moveFocusByKey(to: path)
        return true
    }

    /// Whether the user can move an item as far as outlines are concerned: one that has children cannot be moved alone.
    package func outlinesPermitMove(of item: ItemIdentifier, inSectionAt section: Int) -> Bool {
        outlines[current.sectionIdentifier(at: section)].map { !$0.hasChildren(item) } ?? true
    }

    /// Follows a move by the user. In an outline the item becomes the first child of an expanded item before it, or the
    /// next item on the level of that item. An outline that shows other items than the list, or children of the moved item,
    /// does not change: it ends when the list is shown.
    package func moveInOutlines(
        _ item: ItemIdentifier, from source: Int, to target: ItemIndexPath, in next: Shown
    ) {
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
