import Foundation
import ListEngine
import ListEngineLayout

private func path(_ item: Int, _ section: Int = 0) -> IndexPath { IndexPath(item: item, section: section) }

/// Records each call as `name what where` in a log that others may share. Returns what a test sets, or the default of
/// the member. A provider of five items, or a delegate of a whole list.
package final class Voice: SectionProvider {
    package final class Log {
        package var lines: [String] = []
        package init() {}
    }

    package let name: String
    package let log: Log
    package var permissions: [String: Bool] = [:]
    package var hasThings = false
    package var target: IndexPath?

    package init(_ name: String, _ log: Log = Log()) {
        self.name = name
        self.log = log
    }

    private func note(_ what: String, _ indexPath: IndexPath? = nil) {
        log.lines.append(([name, what] + (indexPath.map { [text($0)] } ?? [])).joined(separator: " "))
    }

    private func answer(_ what: String, _ indexPath: IndexPath, silent: Bool) -> Bool {
        note(what, indexPath)
        return permissions[what] ?? silent
    }

    private func thing<Thing>(_ what: String, _ indexPath: IndexPath, _ thing: @autoclosure () -> Thing) -> Thing? {
        note(what, indexPath)
        return hasThings ? thing() : nil
    }

    // Contents.
    package var observesScrolling: Bool { true }
    package func numberOfSections(in view: CollectionView) -> Int { 1 }
    package func collectionView(_ view: CollectionView, numberOfItemsInSection section: Int) -> Int { 5 }
    package func collectionView(_ view: CollectionView, cellForItemAt indexPath: IndexPath) -> CollectionViewCell {
        view.dequeueReusableCell(NameCell.self, for: indexPath)
    }

    // Display.
    package func collectionView(
        _ view: CollectionView, willDisplay cell: CollectionViewCell, forItemAt indexPath: IndexPath
    ) {
        note("will display", indexPath)
    }
    package func collectionView(
        _ view: CollectionView, didEndDisplaying cell: CollectionViewCell, forItemAt indexPath: IndexPath
    ) { note("end display", indexPath) }
    package func collectionView(
        _ view: CollectionView, willDisplaySupplementaryView supplementary: CollectionReusableView,
        forElementKind kind: ElementKind, at indexPath: IndexPath
    ) { note("will display \(kind)", indexPath) }
    package func collectionView(
        _ view: CollectionView, didEndDisplayingSupplementaryView supplementary: CollectionReusableView,
        forElementKind kind: ElementKind, at indexPath: IndexPath
    ) { note("end display \(kind)", indexPath) }
    package func collectionView(_ view: CollectionView, textForItemAt indexPath: IndexPath) -> String? {
        thing("text", indexPath, name)
    }
    package func collectionView(
        _ view: CollectionView, initialLayoutAttributesForAppearing element: LayoutAttributes
    ) -> LayoutAttributes? { thing("appears", element.indexPath, faded(element)) }
    package func collectionView(
        _ view: CollectionView, finalLayoutAttributesForDisappearing element: LayoutAttributes
    ) -> LayoutAttributes? { thing("disappears", element.indexPath, faded(element)) }
    private func faded(_ element: LayoutAttributes) -> LayoutAttributes {
        var element = element
        element.alpha = name == "outer" ? 0.25 : 0.5
        return element
    }

    // Highlighting and selection.
    package func collectionView(_ view: CollectionView, shouldHighlightItemAt indexPath: IndexPath) -> Bool {
        answer("highlight?", indexPath, silent: true)
    }
    package func collectionView(_ view: CollectionView, didHighlightItemAt indexPath: IndexPath) {
        note("highlighted", indexPath)
    }
    package func collectionView(_ view: CollectionView, didUnhighlightItemAt indexPath: IndexPath) {
        note("unhighlighted", indexPath)
    }
    package func collectionView(_ view: CollectionView, shouldSelectItemAt indexPath: IndexPath) -> Bool {
        answer("select?", indexPath, silent: true)
    }
    package func collectionView(_ view: CollectionView, shouldDeselectItemAt indexPath: IndexPath) -> Bool {
        answer("deselect?", indexPath, silent: true)
    }
    package func collectionView(_ view: CollectionView, didSelectItemAt indexPath: IndexPath) {
        note("selected", indexPath)
    }
    package func collectionView(_ view: CollectionView, didDeselectItemAt indexPath: IndexPath) {
        note("deselected", indexPath)
    }

    // Moving and editing.
    package func collectionView(_ view: CollectionView, canMoveItemAt indexPath: IndexPath) -> Bool { true }
    package func collectionView(_ view: CollectionView, moveItemAt source: IndexPath, to destination: IndexPath) {
        note("moves \(text(source)) to", destination)
    }
    package func collectionView(
        _ view: CollectionView, targetIndexPathForMoveOfItemFromOriginalIndexPath originalIndexPath: IndexPath,
        atCurrentIndexPath currentIndexPath: IndexPath, toProposedIndexPath proposedIndexPath: IndexPath
    ) -> IndexPath {
        note("target \(text(originalIndexPath)) to", proposedIndexPath)
        return target ?? proposedIndexPath
    }
    package func collectionView(_ view: CollectionView, canEditItemAt indexPath: IndexPath) -> Bool {
        answer("edit?", indexPath, silent: true)
    }
    package func collectionView(_ view: CollectionView, willBeginEditingItemAt indexPath: IndexPath) {
        note("begins editing", indexPath)
    }
    package func collectionView(_ view: CollectionView, didEndEditingItemAt indexPath: IndexPath?) {
        note("ended editing", indexPath)
    }
    package func collectionView(
        _ view: CollectionView, leadingSwipeActionsForItemAt indexPath: IndexPath
    ) -> CollectionSwipeActions? { thing("leading", indexPath, actions) }
    package func collectionView(
        _ view: CollectionView, trailingSwipeActionsForItemAt indexPath: IndexPath
    ) -> CollectionSwipeActions? { thing("trailing", indexPath, actions) }
    private var actions: CollectionSwipeActions {
        CollectionSwipeActions([CollectionSwipeAction(title: name) { $2(true) }])
    }

    // Primary action and selecting many.
    package func collectionView(_ view: CollectionView, canPerformPrimaryActionForItemAt indexPath: IndexPath) -> Bool {
        answer("perform?", indexPath, silent: !view.isEditing)
    }
    package func collectionView(_ view: CollectionView, performPrimaryActionForItemAt indexPath: IndexPath) {
        note("performs", indexPath)
    }
    package func collectionView(
        _ view: CollectionView, shouldBeginMultipleSelectionInteractionAt indexPath: IndexPath
    ) -> Bool { answer("many?", indexPath, silent: false) }
    package func collectionView(
        _ view: CollectionView, performDropOf drag: CollectionDrag, at indexPath: IndexPath,
        operation: CollectionDropOperation
    ) -> Bool { answer("drop?", indexPath, silent: false) }
    package func collectionView(_ view: CollectionView, didBeginMultipleSelectionInteractionAt indexPath: IndexPath) {
        note("begins many", indexPath)
    }
    package func collectionViewDidEndMultipleSelectionInteraction(_ view: CollectionView) { note("ended many") }
    package func collectionView(_ view: CollectionView, selectionFollowsFocusForItemAt indexPath: IndexPath) -> Bool {
        answer("follows?", indexPath, silent: view.selectionFollowsFocus)
    }

    // Menus.
    package func collectionView(
        _ view: CollectionView, contextMenuForItemAt indexPath: IndexPath, point: CGPoint
    ) -> CollectionContextMenu? { thing("menu", indexPath, CollectionContextMenu(payload: name)) }
    package func collectionView(
        _ view: CollectionView, contextMenuForItemsAt indexPaths: [IndexPath], point: CGPoint
    ) -> CollectionContextMenu? {
        thing("menu of \(indexPaths.count)", indexPaths[0], CollectionContextMenu(payload: name))
    }
    package func collectionView(
        _ view: CollectionView, contextMenu: CollectionContextMenu, highlightPreviewForItemAt indexPath: IndexPath
    ) -> CollectionItemPreview? { thing("preview", indexPath, CollectionItemPreview()) }
    package func collectionView(
        _ view: CollectionView, contextMenu: CollectionContextMenu, dismissalPreviewForItemAt indexPath: IndexPath
    ) -> CollectionItemPreview? { thing("dismissal", indexPath, CollectionItemPreview()) }
    package func collectionView(_ view: CollectionView, willDisplayContextMenu contextMenu: CollectionContextMenu) {
        note("shows menu")
    }
    package func collectionView(
        _ view: CollectionView, willEndContextMenuInteraction contextMenu: CollectionContextMenu
    ) {
        note("ended menu")
    }
    package func collectionView(
        _ view: CollectionView, willPerformPreviewActionForMenu contextMenu: CollectionContextMenu
    ) {
        note("opens preview")
    }

    // Scrolling.
    package func collectionViewDidScroll(_ view: CollectionView) { note("scrolled") }
    package func collectionViewDidEndScrollingAnimation(_ view: CollectionView) { note("arrived") }
    package func collectionViewWillBeginDragging(_ view: CollectionView) { note("drags") }
    package func collectionViewWillEndDragging(
        _ view: CollectionView, withVelocity velocity: CGPoint, targetContentOffset: inout CGPoint
    ) {
        note("lets go")
        targetContentOffset.y += 1
    }
    package func collectionViewDidEndDecelerating(_ view: CollectionView) { note("rests") }
}

/// Calls every method of a view's delegate, for its second item.
@MainActor
package func sayEverything(to view: CollectionView) {
    guard let delegate = view.delegate else { return }
    let (item, cell, menu) = (path(1), CollectionViewCell(), CollectionContextMenu())
    let element = view.visibleElements[1]
    delegate.collectionView(view, willDisplay: cell, forItemAt: item)
    delegate.collectionView(view, didEndDisplaying: cell, forItemAt: item)
    delegate.collectionView(view, willDisplaySupplementaryView: cell, forElementKind: .header, at: item)
    delegate.collectionView(view, didEndDisplayingSupplementaryView: cell, forElementKind: .header, at: item)
    _ = delegate.collectionView(view, textForItemAt: item)
    _ = delegate.collectionView(view, initialLayoutAttributesForAppearing: element)
    _ = delegate.collectionView(view, finalLayoutAttributesForDisappearing: element)
    _ = delegate.collectionView(view, shouldHighlightItemAt: item)
    delegate.collectionView(view, didHighlightItemAt: item)
    delegate.collectionView(view, didUnhighlightItemAt: item)
    _ = delegate.collectionView(view, shouldSelectItemAt: item)
    _ = delegate.collectionView(view, shouldDeselectItemAt: item)
    delegate.collectionView(view, didSelectItemAt: item)
    delegate.collectionView(view, didDeselectItemAt: item)
    _ = delegate.collectionView(
        view, targetIndexPathForMoveOfItemFromOriginalIndexPath: item, atCurrentIndexPath: item,
        toProposedIndexPath: path(2))
    _ = delegate.collectionView(view, canEditItemAt: item)
    delegate.collectionView(view, willBeginEditingItemAt: item)
    delegate.collectionView(view, didEndEditingItemAt: item)
    delegate.collectionView(view, didEndEditingItemAt: nil)
    _ = delegate.collectionView(view, leadingSwipeActionsForItemAt: item)
    _ = delegate.collectionView(view, trailingSwipeActionsForItemAt: item)
    _ = delegate.collectionView(view, canPerformPrimaryActionForItemAt: item)
    delegate.collectionView(view, performPrimaryActionForItemAt: item)
    _ = delegate.collectionView(view, shouldBeginMultipleSelectionInteractionAt: item)
    delegate.collectionView(view, didBeginMultipleSelectionInteractionAt: item)
    delegate.collectionViewDidEndMultipleSelectionInteraction(view)
    _ = delegate.collectionView(view, selectionFollowsFocusForItemAt: item)
    _ = delegate.collectionView(view, contextMenuForItemAt: item, point: .zero)
    _ = delegate.collectionView(view, contextMenuForItemsAt: [item, path(2)], point: .zero)
    _ = delegate.collectionView(view, contextMenu: menu, highlightPreviewForItemAt: item)
    _ = delegate.collectionView(view, contextMenu: menu, dismissalPreviewForItemAt: item)
    delegate.collectionView(view, willDisplayContextMenu: menu)
    delegate.collectionView(view, willEndContextMenuInteraction: menu)
    delegate.collectionView(view, willPerformPreviewActionForMenu: menu)
    delegate.collectionViewDidScroll(view)
    delegate.collectionViewDidEndScrollingAnimation(view)
    delegate.collectionViewWillBeginDragging(view)
    var target = CGPoint.zero
    delegate.collectionViewWillEndDragging(view, withVelocity: .zero, targetContentOffset: &target)
    delegate.collectionViewDidEndDecelerating(view)
}

/// The calls of ``sayEverything(to:)``, as a voice records them.
package let everythingSaid = [
    "will display 0.1", "end display 0.1", "will display header 0.1", "end display header 0.1", "text 0.1",
    "appears 0.1", "disappears 0.1", "highlight? 0.1", "highlighted 0.1", "unhighlighted 0.1", "select? 0.1",
    "deselect? 0.1", "selected 0.1", "deselected 0.1", "target 0.1 to 0.2", "edit? 0.1", "begins editing 0.1",
    "ended editing 0.1", "ended editing", "leading 0.1", "trailing 0.1", "perform? 0.1", "performs 0.1",
    "many? 0.1", "begins many 0.1", "ended many", "follows? 0.1", "menu 0.1", "menu of 2 0.1", "preview 0.1",
    "dismissal 0.1", "shows menu", "ended menu", "opens preview", "scrolled", "arrived", "drags", "lets go",
    "rests",
]
