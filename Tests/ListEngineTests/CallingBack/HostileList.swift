import Foundation
import ListEngine
import ListEngineDiff
import ListEngineLayout

/// The data source and delegate of a ``HostileProgram``. The list must not query it for sections or items that it does
/// not have.
@MainActor
final class HostileList: CollectionViewDataSource, CollectionViewFlowLayoutDelegate, CollectionViewDelegate,
    CollectionViewDataSourcePrefetching
{
    var sections: [[String]] {
        didSet { program?.noteData() }
    }
    weak var program: HostileProgram?
    /// Sizes of items in flow layouts, by name.
    var sizes: (String) -> CGSize = { _ in CGSize(width: 40, height: 40) }
    var canMove = true
    var makesOtherCells = false

    init(_ sections: [[String]]) { self.sections = sections }

    func name(_ path: IndexPath, _ question: String) -> String? {
        let sections = program?.data ?? sections
        guard sections.indices.contains(path.section), sections[path.section].indices.contains(path.item) else {
            program?.note("\(question) \(text(path)), which is not in the data")
            return nil
        }
        return sections[path.section][path.item]
    }

    func numberOfSections(in collectionView: CollectionView) -> Int {
        program?.reach(.sections)
        return sections.count
    }

    func collectionView(_ collectionView: CollectionView, numberOfItemsInSection section: Int) -> Int {
        if !sections.indices.contains(section) { program?.note("asked for the count of section \(section)") }
        program?.reach(.count)
        return sections.indices.contains(section) ? sections[section].count : 0
    }

    func collectionView(_ collectionView: CollectionView, cellForItemAt indexPath: IndexPath) -> CollectionViewCell {
        let name = name(indexPath, "asked for the cell of")
        let cell: HostileCell =
            makesOtherCells
            ? collectionView.dequeueReusableCell(OtherHostileCell.self, for: indexPath)
            : collectionView.dequeueReusableCell(HostileCell.self, for: indexPath)
        cell.show(name ?? "?", program)
        program?.reach(.cell)
        return cell
    }

    func collectionView(
        _ collectionView: CollectionView, field column: String, ofItemAt indexPath: IndexPath
    ) -> TableField? {
        let name = name(indexPath, "asked for a field of")
        program?.reach(.field)
        return name.map { name in
            TableField(name) { [weak self] _ in
                self?.program?.reach(.commitField)
                return true
            }
        }
    }

    func flowLayout(
        _ layout: CollectionViewFlowLayout, sizeForItemAt item: Int, inSection section: Int
    ) -> CGSize? {
        program?.reach(.size)
        // A layout continues its queries after a callback has changed the data; the result is not shown.
        let sections = program?.data ?? sections
        guard sections.indices.contains(section), sections[section].indices.contains(item) else { return .zero }
        return sizes(sections[section][item])
    }

    func collectionView(
        _ collectionView: CollectionView, willDisplay cell: CollectionViewCell, forItemAt indexPath: IndexPath
    ) {
        if let name = name(indexPath, "told of the display of"), name != (cell as? HostileCell)?.name {
            program?.note("\((cell as? HostileCell)?.name ?? "?") is displayed at \(text(indexPath)), where \(name) is")
        }
        program?.model.cells.willDisplay(cell)
        if let cell = cell as? HostileCell { program?.model.prefetched.display(cell.name) }
        program?.reach(.willDisplay)
    }

    func collectionView(
        _ collectionView: CollectionView, didEndDisplaying cell: CollectionViewCell, forItemAt indexPath: IndexPath
    ) {
        if let program { program.model.cells.didEnd(cell, indexPath, program) }
        program?.reach(.didEnd)
    }

    func collectionViewDidScroll(_ collectionView: CollectionView) { program?.reach(.didScroll) }

    func collectionView(_ collectionView: CollectionView, shouldHighlightItemAt indexPath: IndexPath) -> Bool {
        _ = name(indexPath, "asked to highlight")
        program?.reach(.shouldHighlight)
        return true
    }

    func collectionView(_ collectionView: CollectionView, didHighlightItemAt indexPath: IndexPath) {
        _ = name(indexPath, "told of the highlight of")
        program?.reach(.didHighlight)
    }

    func collectionView(_ collectionView: CollectionView, didUnhighlightItemAt indexPath: IndexPath) {
        _ = name(indexPath, "told of the end of the highlight of")
        program?.reach(.didHighlight)
    }

    func collectionView(_ collectionView: CollectionView, shouldSelectItemAt indexPath: IndexPath) -> Bool {
        _ = name(indexPath, "asked to select")
        program?.reach(.shouldSelect)
        return true
    }

    /// The names that the user selected and deselected, and those whose primary action was performed.
    var selected: [String] = []
    var deselected: [String] = []
    var performed: [String] = []

    func collectionView(_ collectionView: CollectionView, didSelectItemAt indexPath: IndexPath) {
        if let name = name(indexPath, "told of the selection of") { selected.append(name) }
        program?.reach(.didSelect)
    }

    func collectionView(_ collectionView: CollectionView, shouldDeselectItemAt indexPath: IndexPath) -> Bool {
        _ = name(indexPath, "asked to deselect")
        program?.reach(.shouldDeselect)
        return true
    }

    func collectionView(_ collectionView: CollectionView, didDeselectItemAt indexPath: IndexPath) {
        if let name = name(indexPath, "told of the deselection of") { deselected.append(name) }
        program?.reach(.didDeselect)
    }

    func collectionView(_ collectionView: CollectionView, performPrimaryActionForItemAt indexPath: IndexPath) {
        if let name = name(indexPath, "told to perform the action of") { performed.append(name) }
        program?.reach(.primaryAction)
    }

    func collectionView(
        _ collectionView: CollectionView, initialLayoutAttributesForAppearing element: LayoutAttributes
    ) -> LayoutAttributes? {
        program?.reach(.initialAttributes)
        return nil
    }

    func collectionView(
        _ collectionView: CollectionView, finalLayoutAttributesForDisappearing element: LayoutAttributes
    ) -> LayoutAttributes? {
        program?.reach(.finalAttributes)
        return nil
    }

    /// The names of the last prefetch, in order.
    var prefetched: [String] = []
    var cancelled = 0

    func collectionView(_ collectionView: CollectionView, prefetchItemsAt indexPaths: [IndexPath]) {
        prefetched = indexPaths.compactMap { name($0, "asked to prefetch") }
        program?.model.prefetched.announce(prefetched)
        program?.reach(.prefetch)
    }

    func collectionView(_ collectionView: CollectionView, cancelPrefetchingForItemsAt indexPaths: [IndexPath]) {
        cancelled += indexPaths.count
        if let program { program.model.prefetched.cancel(indexPaths, program) }
        program?.reach(.cancelPrefetch)
    }

    /// Moves reported to the data source.
    var moves = 0

    func collectionView(_ collectionView: CollectionView, canMoveItemAt indexPath: IndexPath) -> Bool {
        _ = name(indexPath, "asked to move")
        program?.reach(.canMove)
        return canMove
    }

    func collectionView(
        _ collectionView: CollectionView, moveItemAt sourceIndexPath: IndexPath, to destinationIndexPath: IndexPath
    ) {
        // Callbacks run when the data source has moved the item, as the list expects of it.
        defer { program?.reach(.move) }
        guard let name = name(sourceIndexPath, "told of a move from") else { return }
        moves += 1
        // In one step: the item is in the data all the time.
        var sections = sections
        sections[sourceIndexPath.section].remove(at: sourceIndexPath.item)
        guard destinationIndexPath.item <= sections[destinationIndexPath.section].count else {
            program?.note("told of a move to \(text(destinationIndexPath))")
            return
        }
        sections[destinationIndexPath.section].insert(name, at: destinationIndexPath.item)
        self.sections = sections
    }

    func collectionView(
        _ collectionView: CollectionView, targetIndexPathForMoveOfItemFromOriginalIndexPath original: IndexPath,
        atCurrentIndexPath current: IndexPath, toProposedIndexPath proposed: IndexPath
    ) -> IndexPath {
        program?.reach(.moveTarget)
        return proposed
    }

    func collectionView(_ collectionView: CollectionView, canEditItemAt indexPath: IndexPath) -> Bool {
        _ = name(indexPath, "asked to edit")
        program?.reach(.canEdit)
        return true
    }

    /// The names for which swipe actions were performed.
    var swiped: [String] = []

    func collectionView(
        _ collectionView: CollectionView, trailingSwipeActionsForItemAt indexPath: IndexPath
    ) -> CollectionSwipeActions? {
        program?.reach(.swipeActions)
        return CollectionSwipeActions([
            CollectionSwipeAction(.destructive, title: "Delete") { [weak self] _, path, done in
                if let name = self?.name(path, "told to perform the swipe action of") { self?.swiped.append(name) }
                done(true)
            }
        ])
    }

    func collectionView(_ collectionView: CollectionView, willBeginEditingItemAt indexPath: IndexPath) {
        if let name = name(indexPath, "told of the begin of a swipe of") { program?.model.swiped.willBegin(name) }
        program?.reach(.beginEditing)
    }

    func collectionView(_ collectionView: CollectionView, didEndEditingItemAt indexPath: IndexPath?) {
        if let program {
            let item = indexPath.flatMap { self.name($0, "told of the end of a swipe of") }
            program.model.swiped.didEnd(item, program)
        }
        program?.reach(.endEditing)
    }

    func collectionView(
        _ collectionView: CollectionView, contextMenuForItemsAt indexPaths: [IndexPath], point: CGPoint
    ) -> CollectionContextMenu? {
        for path in indexPaths { _ = name(path, "asked for a menu of") }
        program?.reach(.contextMenu)
        return CollectionContextMenu()
    }

    func collectionView(
        _ collectionView: CollectionView, shouldBeginMultipleSelectionInteractionAt indexPath: IndexPath
    ) -> Bool {
        _ = name(indexPath, "asked to select several from")
        program?.reach(.selectMany)
        return true
    }

    func collectionView(_ collectionView: CollectionView, canDeleteItemAt indexPath: IndexPath) -> Bool {
        let name = name(indexPath, "asked to delete")
        program?.reach(.canEdit)
        return name?.hasSuffix("3") == false
    }

    func collectionView(_ collectionView: CollectionView, deleteItemsAt indexPaths: [IndexPath]) -> Bool {
        for path in indexPaths where name(path, "told to delete")?.hasSuffix("3") == true {
            program?.note("told to delete an item that stays")
        }
        program?.reach(.endEditing)
        return true
    }

    // MARK: Dragging between lists

    func collectionView(
        _ collectionView: CollectionView, dragItemForItemAt indexPath: IndexPath
    ) -> CollectionDragItem? {
        let name = name(indexPath, "asked to drag")
        program?.reach(.dragItem)
        return name.map { CollectionDragItem(payload: $0, text: $0) }
    }

    /// Whether the program deletes items that were moved elsewhere, one after the other.
    var deletesDragged = false

    private func delete(_ drag: CollectionDrag) {
        guard let program, program.view.dataSource === self else { return }
        let dragged = drag.items.compactMap { $0.payload as? String }
        for _ in dragged {
            guard let path = drag.indexPaths.first, let name = name(path, "dragged is") else { return }
            if !dragged.contains(name) { return program.note("dragged were \(dragged), and \(name) is to be deleted") }
            program.delete([path.item], section: path.section)
        }
    }

    func collectionView(
        _ collectionView: CollectionView, didEndDragging drag: CollectionDrag, operation: CollectionDropOperation
    ) {
        for path in drag.indexPaths { _ = name(path, "told of the end of a drag of") }
        if deletesDragged, operation == .move { delete(drag) }
        program?.reach(.dragEnd)
    }

    func collectionView(
        _ collectionView: CollectionView, dropOperationFor drag: CollectionDrag, at indexPath: IndexPath
    ) -> CollectionDropOperation {
        checkPlace(indexPath, "asked for a drop at")
        program?.reach(.dropOperation)
        return indexPath.item % 5 == 4 ? .cancel : indexPath.item % 2 == 0 ? .move : .copy
    }

    func collectionView(
        _ collectionView: CollectionView, performDropOf drag: CollectionDrag, at indexPath: IndexPath,
        operation: CollectionDropOperation
    ) -> Bool {
        checkPlace(indexPath, "told of a drop at")
        defer { program?.reach(.drop) }
        guard let program, collectionView.dataSource === self, sections.indices.contains(indexPath.section) else {
            return false
        }
        let names = drag.items.compactMap { $0.payload as? String }.map(program.copyName)
        program.insert(names, at: indexPath.item, section: indexPath.section)
        return true
    }

    func collectionView(
        _ collectionView: CollectionView, dropOperationFor drag: CollectionDrag, ontoItemAt indexPath: IndexPath
    ) -> CollectionDropOperation {
        _ = name(indexPath, "asked for a drop onto")
        program?.reach(.dropOperation)
        return indexPath.item % 3 == 0 ? .move : .cancel
    }

    func collectionView(
        _ collectionView: CollectionView, performDropOf drag: CollectionDrag, ontoItemAt indexPath: IndexPath,
        operation: CollectionDropOperation
    ) -> Bool {
        _ = name(indexPath, "told of a drop onto")
        program?.reach(.drop)
        return true
    }

    func collectionView(_ collectionView: CollectionView, springLoadItemAt indexPath: IndexPath) {
        _ = name(indexPath, "told to open")
        program?.reach(.dropOperation)
    }

    func checkPlace(_ place: IndexPath, _ question: String) {
        let sections = program?.data ?? sections
        let isThere =
            sections.isEmpty
            ? place == [0, 0]
            : sections.indices.contains(place.section) && (0...sections[place.section].count).contains(place.item)
        if !isThere { program?.note("\(question) \(text(place)), which is not in the data") }
    }
}
