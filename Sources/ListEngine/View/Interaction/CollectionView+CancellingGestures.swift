import Foundation

extension CollectionView {
    /// Reports that the user can no longer finish what they have begun, for example because the window was closed: touches, drags of
    /// items, sections and columns, selections of several items, the open swipe and the open menu end without further effect, and their
    /// ends are reported. The list does it itself when it gets another host. A field that is being edited stays so.
    ///
    /// Items that are dragged out of the list are a matter of the toolkit: see ``CollectionDrag/end(_:)``.
    public func hostCancelGestures() {
        whenIdle { [weak self] in self?.cancelGestures() }
    }

    /// The list has another host. The gestures that the one before it has reported end, and a smooth scroll arrives.
    func leaveGestures() {
        let isScrolling = scrolling.animatedTarget != nil
        let isInGesture =
            touches.highlighted != nil || reorderer.reordering != nil || reorderer.movesSection || dragsColumn
            || selection.gestures.isUnderWay || itemDrags.isOver || swipes.swiping != nil || menus.shown != nil
            || scrolling.userMovement != nil
        guard isScrolling || isInGesture else { return touches.forget() }
        whenIdle { [weak self] in
            guard let self else { return }
            cancelGestures()
            if isScrolling, scrolling.animatedTarget != nil { hostDidEndScrollingAnimation() }
        }
    }

    /// The headers are not made for lists without columns.
    private var dragsColumn: Bool { display.columns.isUsed && isDraggingColumn }

    private func cancelGestures() {
        touches.forget()
        touches.highlight(nil)
        if reorderer.reordering != nil { hostCancelReordering() }
        if reorderer.movesSection { hostEndMovingSection(cancelled: true) }
        if selection.gestures.bandSelection != nil {
            hostBandSelection(to: .zero)
            hostEndBandSelection()
        }
        if selection.gestures.manySelection != nil { hostEndMultipleSelection(cancelled: true) }
        if dragsColumn { hostEndColumnDrag(cancelled: true) }
        hostDragDidLeave()
        closeSwipe()
        hostEndContextMenu()
        scrolling.endUserMovement()
    }
}
