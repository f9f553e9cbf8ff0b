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
        if isExpanded, let below = beginLoading(item, in: outline, snapshot),
            below.count > 0 || outline.hasChildren(item)
        {
            try outline.replace(validatingChildrenOf: item, using: below)
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

    /// Loads the children of an item that has none, or that could not be loaded before.
    /// - Returns: The tree that is shown below the item meanwhile. Nil if nothing is loaded.
    private func beginLoading(
        _ item: ItemIdentifier, in outline: SectionSnapshot<ItemIdentifier>, _ snapshot: Shown
    ) -> SectionSnapshot<ItemIdentifier>? {
        let handlers = sectionSnapshotHandlers
        let children = outline.children(of: item)
        guard let load = handlers.loadChildren, children.isEmpty || children == [outlines.loads[item]?.failedSign],
            handlers.canLoadChildren?(item) ?? true, outlines.loads[item]?.isRunning != true
        else { return nil }
        let begun = ChildrenLoad<ItemIdentifier>()
        outlines.loads[item] = begun
        begun.task = Task { [weak self, weak begun] in
            do {
                let children = try await load(item)
                self?.endLoading(item, begun, .success(children))
            } catch {
                self?.endLoading(item, begun, .failure(error))
            }
        }
        if let loading = handlers.loadingItem?(item) { begun.sign = sign(loading, in: outline, snapshot) }
        return tree(of: begun.sign)
    }

    /// An item that says that children are being loaded, or could not be loaded. Nil if the list has an item of this name already.
    private func sign(
        _ sign: ItemIdentifier, in outline: SectionSnapshot<ItemIdentifier>, _ snapshot: Shown
    ) -> ItemIdentifier? { outline.contains(sign) || snapshot.contains(item: sign) ? nil : sign }

    private func tree(of sign: ItemIdentifier?) -> SectionSnapshot<ItemIdentifier> {
        var tree = SectionSnapshot<ItemIdentifier>()
        if let sign { tree.append([sign]) }
        return tree
    }

    /// Loads children again that could not be loaded. Expands the item if it is not expanded, which loads them too.
    package func loadAgain(_ item: ItemIdentifier, animated: Bool, _ completion: UpdateCompletion?) {
        edit(
            animatingDifferences: animated,
            { [weak self] snapshot in
                guard let self, let section = outlines.section(of: item, in: snapshot),
                    let outline = outlines.outline(of: section, in: snapshot, shown: current), outline.contains(item)
                else { return }
                let children = outline.children(of: item)
                guard children.isEmpty || children == [outlines.loads[item]?.failedSign] else { return }
                guard outline.isExpanded(item) else { return try setExpanded(true, item, in: &snapshot) }
                guard let below = beginLoading(item, in: outline, snapshot) else { return }
                try show(below, below: item, in: section, &snapshot)
            }, completion: completion)
    }

    /// Stops loading the children of an item, which is collapsed.
    /// - Returns: False if they are not being loaded.
    package func cancelLoading(_ item: ItemIdentifier) -> Bool {
        guard let load = outlines.loads[item], load.isRunning else { return false }
        endLoading(item, load, .failure(CancellationError()))
        return true
    }

    /// - Parameter load: Ignored if it has been cancelled.
    private func endLoading(
        _ item: ItemIdentifier, _ load: ChildrenLoad<ItemIdentifier>?,
        _ result: Result<SectionSnapshot<ItemIdentifier>, any Error>
    ) {
        guard let load, load.isRunning, outlines.loads[item] === load else { return }
        outlines.loads[item] = nil
        load.end()
        edit(
            animatingDifferences: true,
            { [weak self] snapshot in
                guard let self else { return }
                do {
                    try showLoaded(result, of: item, replacing: load.sign, in: &snapshot)
                } catch {
                    // An item is already in the list.
                    try? showLoaded(.failure(error), of: item, replacing: load.sign, in: &snapshot)
                    collectionView?.report(
                        .duplicateIdentifier, nil, "the loaded children of \(item) are not shown: \(error)")
                }
            }, completion: nil)
    }

    /// Replaces the item that says that children are being loaded. No children are shown if the item has others by now, or is no
    /// longer in an outline.
    private func showLoaded(
        _ result: Result<SectionSnapshot<ItemIdentifier>, any Error>, of item: ItemIdentifier,
        replacing sign: ItemIdentifier?, in snapshot: inout Shown
    ) throws {
        guard let section = outlines.section(of: item, in: snapshot),
            let outline = outlines.outline(of: section, in: snapshot, shown: current), outline.contains(item)
        else {
            // The section is an ordinary one by now, whose items are those that the outline has shown.
            if let sign, snapshot.contains(item: sign) { snapshot.deleteItems([sign]) }
            return
        }
        let present = outline.children(of: item)
        // A newer request shows its own result.
        guard present.isEmpty || present == [sign], outlines.loads[item] == nil else { return }
        switch result {
        case .success(let children): try show(children, below: item, in: section, &snapshot)
        case .failure(let error):
            let isCancelled = error is CancellationError
            let failed = isCancelled ? nil : sectionSnapshotHandlers.failedItem?(item, error)
            // The item that is shown can say both.
            let sign = failed == sign ? failed : failed.flatMap { self.sign($0, in: outline, snapshot) }
            outlines.removeFailures()
            if let sign { outlines.loads[item] = ChildrenLoad(failed: sign) }
            try show(tree(of: sign), below: item, in: section, &snapshot, collapsing: sign == nil)
            if let sign, snapshot.contains(item: sign) { snapshot.reconfigureItems([sign]) }
        }
    }

    /// Replaces the descendants of an item of an outline.
    private func show(
        _ children: SectionSnapshot<ItemIdentifier>, below item: ItemIdentifier, in section: SectionIdentifier,
        _ snapshot: inout Shown, collapsing: Bool = false
    ) throws {
        guard var outline = outlines.outline(of: section, in: snapshot, shown: current) else { return }
        var next = snapshot
        let isShown = outline.isVisible(item) && outline.isExpanded(item)
        if isShown { passOnFocus(to: item, in: outline) }
        if isShown { next.deleteItems(outline.visibleItems(below: item)) }
        try outline.replace(validatingChildrenOf: item, using: children)
        if collapsing { outline.collapse([item]) }
        if isShown { try next.insertItems(validating: outline.visibleItems(below: item), afterItem: item) }
        snapshot = next
        outlines.set(outline, of: section, in: snapshot)
    }

    /// The focus of an item that says how children are being loaded goes to the first item that replaces it, or to the parent.
    private func passOnFocus(to parent: ItemIdentifier, in outline: SectionSnapshot<ItemIdentifier>) {
        guard let keyboard = collectionView?.keyboard, keyboard.renamed == nil, let focus = keyboard.focus,
            let sign = shownItem(at: focus), outline.children(of: parent) == [sign],
            let place = current.indexPath(of: parent),
            let path = listPath(.item(place.item, inSection: place.section))
        else { return }
        keyboard.renamed = RenamedItem(focus, below: path)
    }

    /// The item whose children could not be loaded, if the item at a position reports that.
    package func failedParent(at path: ElementPath) -> ItemIdentifier? {
        guard outlines.wereUsed, let sign = current.item(at: path),
            let section = current.sectionIdentifier(containingItem: sign),
            let parent = outlines[section]?.parent(of: sign), outlines.loads[parent]?.failedSign == sign
        else { return nil }
        return parent
    }

    /// Loads children again, if the item says that they could not be loaded.
    package func retryLoading(at path: ElementPath) -> Bool {
        guard let parent = failedParent(at: path) else { return false }
        loadAgain(parent, animated: true, nil)
        return true
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
        outlines[current.sectionIdentifier(at: section)].map { outline in
            !outline.hasChildren(item) && !outlines.loads.values.contains { $0.sign == item }
        } ?? true
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
