import Foundation
import ListEngine
import ListEngineLayout
import Testing

private final class EditableCell: CollectionViewCell {
    override var showsFieldEdit: Bool { true }
    var name = ""
}

/// Three sections of twelve items of 20 by 60 points, below headers of 20 points. 100 points are next to the items.
@MainActor
final class InterruptedScene: CollectionViewDataSource, CollectionViewDelegate {
    typealias Gesture = InterruptedGestureTests.Gesture

    let view: CollectionView
    private(set) var host: SteppedHost
    private(set) var sections: [[String]]
    private let direction: InterruptedGestureTests.Direction
    /// The list to which items are dragged, or from which they come.
    private var other: InterruptedScene?
    private(set) var drag: CollectionDrag?
    private var menu: ItemMenu?
    private var replaced: InterruptedScene?
    /// How many callbacks for a begin came without their end.
    private var open: [String: Int] = [:]
    private var log: Set<String> = []
    private var fault: String?
    private var highlighted: String?
    private let prefix: String

    init(_ direction: InterruptedGestureTests.Direction, for gesture: Gesture? = nil, prefix: String = "") {
        (self.direction, self.prefix) = (direction, prefix)
        sections = Self.sections(prefix)
        let isVertical = direction == .vertical || direction == .verticalFromRight
        let flow = CollectionViewFlowLayout()
        flow.scrollDirection = isVertical ? .vertical : .horizontal
        flow.itemSize = isVertical ? CGSize(width: 100, height: 20) : CGSize(width: 20, height: 100)
        flow.headerReferenceSize = CGSize(width: 20, height: 20)
        (flow.minimumLineSpacing, flow.minimumInteritemSpacing) = (0, 0)
        let size = isVertical ? CGSize(width: 190, height: 240) : CGSize(width: 240, height: 190)
        view = CollectionView(frame: CGRect(origin: .zero, size: size), collectionViewLayout: flow)
        view.flowDirection = direction == .vertical || direction == .horizontal ? .leftToRight : .rightToLeft
        view.allowsMultipleSelection = true
        host = SteppedHost(view)
        view.dataSource = self
        view.delegate = self
        view.sectionMoveHandler = { [unowned self] section, target in
            log.insert("moved section")
            sections.insert(sections.remove(at: section), at: target)
            view.moveSection(section, toSection: target)
        }
        view.fieldEditHandler = { [unowned self] _, end in count("edit", -1) }
        view.refreshHandler = { [unowned self] in log.insert("refresh") }
        if gesture == .dragOut || gesture == .dropIn || gesture == .dropOntoItem || gesture == .rest {
            other = InterruptedScene(direction, prefix: "other ")
        }
        if gesture == .resizeColumn || gesture == .moveColumn { showColumns() }
        host.frames(1)
    }

    private static func sections(_ prefix: String) -> [[String]] {
        names(12, 12, 12).map { section in section.map { prefix + $0 } }
    }

    private func showColumns() {
        view.showsColumnTitlesAboveSections = true
        try? view.setColumns(["c0", "c1", "c2"].map { Column($0, width: .points(60)) })
    }

    // MARK: Places

    private var isVertical: Bool { direction == .vertical || direction == .verticalFromRight }
    private var mirror: CGFloat { view.flowDirection == .rightToLeft ? -1 : 1 }

    private func vector(along: CGFloat = 0, across: CGFloat = 0) -> CGPoint {
        isVertical ? CGPoint(x: across * mirror, y: along) : CGPoint(x: along * mirror, y: across)
    }

    /// A point of the visible bounds, relative to the middle of an item.
    private func place(_ item: Int, along: CGFloat = 0, across: CGFloat = 0) -> CGPoint {
        let section = sections.firstIndex { $0.count > item } ?? 0
        let isThere = section < view.numberOfSections && item < view.numberOfItems(inSection: section)
        let frame =
            isThere ? view.layout.frame(ofItem: item, inSection: section) : CGRect(x: 40, y: 40, width: 20, height: 20)
        let vector = vector(along: along, across: across)
        return CGPoint(
            x: frame.midX - view.bounds.minX + vector.x, y: frame.midY - view.bounds.minY + vector.y)
    }

    private func inContent(_ point: CGPoint) -> CGPoint {
        CGPoint(x: point.x + view.bounds.minX, y: point.y + view.bounds.minY)
    }

    private func touch(_ phase: CollectionViewTouch.Phase, _ pointer: CollectionViewTouch.Pointer, at point: CGPoint) {
        var touch = CollectionViewTouch(phase, at: inContent(point))
        touch.pointer = pointer
        view.hostTouch(touch)
    }

    private var titles: CGRect { view.visibleViews.first { $0 is TableHeaderView }?.frame ?? .zero }

    /// A point in the titles of columns, which are 60 points wide.
    private func title(_ distance: CGFloat) -> CGPoint {
        CGPoint(x: (mirror > 0 ? distance : 190 - distance) + view.bounds.minX, y: titles.midY)
    }

    // MARK: Gestures

    /// The gesture begins at the third item of the first section.
    func begin(_ gesture: Gesture) -> Bool {
        switch gesture {
        case .tap: touch(.began, .finger, at: place(2))
        case .click: touch(.began, .mouse, at: place(2))
        case .band: return host.beginBandSelection(at: place(2, across: 65))
        case .reorder: return host.beginReordering(at: place(2))
        case .reorderSeveral:
            for item in [2, 3] { view.selectItem(at: IndexPath(item: item, section: 0), animated: false) }
            return host.beginReordering(at: place(2))
        case .dragOut:
            drag = host.beginItemDrag(at: place(2))
            return drag != nil
        case .dropIn, .dropOntoItem, .rest:
            drag = other?.host.beginItemDrag(at: other?.place(2) ?? .zero)
            return drag != nil
        case .swipe: host.beginPan(at: place(2), by: vector(across: -5))
        case .menu:
            menu = view.hostItemMenu(at: inContent(place(2)))
            return menu != nil
        case .rename:
            count("edit", 1)
            return view.beginFieldEdit(TableField.title, at: IndexPath(item: 2, section: 0))
        case .resizeColumn: return view.hostBeginColumnDrag(at: title(60))
        case .moveColumn: return view.hostBeginColumnDrag(at: title(30))
        case .marks: return host.beginMarkSelection(at: place(2))
        case .severalItems: return view.hostBeginMultipleSelection(at: inContent(place(2)))
        case .moveSection: return host.beginMovingSection(at: place(0, along: -20, across: -40))
        case .index: return view.indexTitles == ["0", "1", "2"]
        case .refresh: host.beginPan(at: place(2), by: vector(along: 5))
        case .drag, .fling: host.beginPan(at: place(2), by: vector(along: -5))
        case .smoothScroll:
            count("smooth scroll", 1)
            view.scrollToItem(at: IndexPath(item: 8, section: 1), at: .start, animated: true)
        case .wheel: host.scroll(by: vector(along: 90), at: place(2), smoothly: true)
        }
        return true
    }

    /// The pointer moves, and a frame is drawn.
    /// - Parameter step: 1 before the interruption, and 2 after it.
    func move(_ gesture: Gesture, to step: CGFloat) {
        switch gesture {
        case .tap: touch(.moved, .finger, at: place(2))
        case .click: touch(.moved, .mouse, at: place(2))
        case .band: host.extendBandSelection(to: place(2, along: 20 * step, across: -10))
        case .reorder, .reorderSeveral: host.reorder(to: place(2, along: 40 * step))
        case .dragOut: if let drag, let other { _ = other.host.dragOver(drag, at: other.place(2, along: 7 + step)) }
        case .dropIn: if let drag { _ = host.dragOver(drag, at: place(2, along: 8)) }
        case .dropOntoItem, .rest:
            if let drag { _ = host.dragOver(drag, at: place(2)) }
            if gesture == .rest, step == 2 {
                // Longer than it takes to open an item.
                host.frames(1)
                host.time += 2
            }
        case .swipe: host.pan(by: vector(across: -50))
        case .menu: break
        case .rename: view.hostChangeFieldEdit("new \(step)")
        case .resizeColumn, .moveColumn: view.hostColumnDrag(to: title(gesture == .moveColumn ? 100 : 60 + 10 * step))
        case .marks: host.extendMarkSelection(to: place(2, along: 20 * step))
        case .severalItems: view.hostMultipleSelection(to: inContent(place(2, along: 20 * step)))
        case .moveSection: host.moveSection(to: place(0, along: 400))
        case .index: view.scrollToIndexTitle(at: Int(step), animated: false)
        case .refresh: host.pan(by: vector(along: 60))
        case .drag: host.pan(by: vector(along: -20))
        case .fling:
            if step == 1 {
                host.endPan(velocity: vector(along: -400))
                host.frames(2)
            }
        case .smoothScroll, .wheel: host.frames(2)
        }
        host.frames(1)
    }

    func end(_ gesture: Gesture, isCancelled: Bool) {
        switch gesture {
        case .tap: touch(isCancelled ? .cancelled : .ended, .finger, at: place(2))
        case .click: touch(isCancelled ? .cancelled : .ended, .mouse, at: place(2))
        case .band: host.endBandSelection(cancelled: isCancelled)
        case .reorder, .reorderSeveral: host.endReordering(cancelled: isCancelled)
        case .dragOut:
            if let drag, let other, !isCancelled { _ = other.host.drop(drag, at: other.place(2, along: 8)) }
            if isCancelled { other?.host.dragDidLeave() }
            drag?.end()
        case .dropIn, .dropOntoItem, .rest:
            if let drag, !isCancelled { _ = host.drop(drag, at: place(2, along: gesture == .dropIn ? 8 : 0)) }
            if isCancelled { host.dragDidLeave() }
            drag?.end()
        case .swipe:
            host.endPan(velocity: .zero, cancelled: isCancelled)
            view.hostPerformSwipeAction(at: 0)
        case .menu:
            if !isCancelled { menu?.actions.first?.perform() }
            view.hostEndContextMenu()
        case .rename: view.hostEndFieldEdit(cancelled: isCancelled)
        case .resizeColumn, .moveColumn: view.hostEndColumnDrag(cancelled: isCancelled)
        case .marks: host.endMarkSelection(cancelled: isCancelled)
        case .severalItems: view.hostEndMultipleSelection(cancelled: isCancelled)
        case .moveSection: host.endMovingSection(cancelled: isCancelled)
        case .index, .smoothScroll, .wheel: break
        case .refresh, .drag, .fling: host.endPan(velocity: .zero, cancelled: isCancelled)
        }
        drag = nil
    }

    /// Whether the list says that the gesture is under way.
    func isHeld(_ gesture: Gesture) -> Bool {
        switch gesture {
        case .tap, .click: view.cellForItem(at: IndexPath(item: 2, section: 0))?.isHighlighted == true
        case .band: host.bandSelectionFrame != nil
        case .reorder: view.numberOfReorderedItems == 1
        case .reorderSeveral: view.numberOfReorderedItems == 2
        case .dragOut: other?.view.dropTarget != nil
        case .dropIn: view.dropTarget?.isOnItem == false
        case .dropOntoItem, .rest: view.dropTarget?.isOnItem == true
        case .swipe: view.swipe?.phase == .dragging
        case .menu: view.contextMenu != nil
        case .rename: view.fieldEdit?.text == "new 1.0"
        case .resizeColumn, .moveColumn: view.isDraggingColumn
        case .marks, .severalItems: view.indexPathsForSelectedItems.count == 2
        case .moveSection: view.movedSection?.section == 0
        case .index: host.offset == 260
        case .refresh: host.pulledDistance > 0
        case .drag: host.offset > 0 && !host.isScrolling
        case .fling, .smoothScroll, .wheel: host.isScrolling
        }
    }

    /// Whether the gesture, which nothing has interrupted, did what it does.
    func hasEffect(_ gesture: Gesture) -> Bool {
        let selected = view.indexPathsForSelectedItems
        switch gesture {
        case .tap, .click: return selected == [IndexPath(item: 2, section: 0)]
        case .band, .marks, .severalItems: return selected.count == 3
        case .reorder: return sections[0][6] == "a2"
        case .reorderSeveral: return Array(sections[0][5...6]) == ["a2", "a3"]
        case .dragOut: return !sections[0].contains("a2") && log.contains("drag ended")
        case .dropIn: return sections[0].contains("other a2")
        case .dropOntoItem: return log.contains("dropped onto a2")
        case .rest: return log.contains("opened a2")
        case .swipe: return log.contains("swiped a2")
        case .menu: return log.contains("chosen a2")
        case .rename: return sections[0][2] == "new 2.0"
        case .resizeColumn: return view.columns?.width(of: "c0") == 80
        case .moveColumn: return view.columns?.columns.first?.id == "c1"
        case .moveSection: return log.contains("moved section")
        case .index: return host.offset == 520
        case .refresh: return log.contains("refresh")
        case .drag, .fling, .smoothScroll, .wheel: return host.offset > 0
        }
    }

    /// Performs the whole gesture.
    /// - Returns: Whether it has its effect.
    func performAgain(_ gesture: Gesture) -> Bool {
        guard begin(gesture) else { return false }
        move(gesture, to: 1)
        guard isHeld(gesture) else { return false }
        move(gesture, to: 2)
        end(gesture, isCancelled: false)
        settle()
        return hasEffect(gesture)
    }

    /// A click on an item selects it and no other one.
    func clickSelects() -> Bool {
        for phase in [CollectionViewTouch.Phase.began, .ended] { touch(phase, .mouse, at: place(5)) }
        host.frames(1)
        return view.indexPathsForSelectedItems == [IndexPath(item: 5, section: 0)]
    }

    // MARK: Interruptions

    func interrupt(_ interruption: InterruptedGestureTests.Interruption, _ gesture: Gesture) {
        switch interruption {
        case .nothing: return
        case .removedItem:
            sections[0].remove(at: 2)
            view.deleteItems(at: [IndexPath(item: 2, section: 0)])
            if gesture == .resizeColumn || gesture == .moveColumn { try? view.editColumns { _ = try $0.remove("c0") } }
        case .insertedItems:
            sections[0].insert(contentsOf: ["x", "y"], at: 0)
            view.insertItems(at: [0, 1].map { IndexPath(item: $0, section: 0) })
        case .reload:
            sections = [["x"] + sections[1]]
            view.reloadData()
        case .reloadedItem: view.reloadItems(at: [IndexPath(item: 2, section: 0)])
        case .removedSection:
            sections.removeFirst()
            view.deleteSections([0])
        case .everything:
            sections = []
            view.deleteSections([0, 1, 2])
        case .otherSource:
            replaced = InterruptedScene(direction, prefix: "new ")
            sections = replaced?.sections ?? []
            view.dataSource = nil
            view.layoutIfNeeded()
            view.dataSource = self
        case .noSelection: view.allowsSelection = false
        case .closedWindow:
            host.cancelGestures()
            host.endAnimations()
        case .droppedHost:
            host = SteppedHost(view)
            host.time = 1_000
        }
        // An item that is not in the list any more has no index path at which its highlight could end.
        if let highlighted, !sections.joined().contains(highlighted) || interruption == .reload {
            open["highlight"] = 0
        }
        // Some frames are drawn before the user goes on.
        host.frames(1)
    }

    /// All that moves comes to rest.
    func settle() {
        host.frames(2)
        for _ in 0..<40 {
            host.time += 0.1
            host.frame(at: host.time)
        }
        view.endRefreshing()
    }

    /// The list is as at the beginning, and keeps nothing of the gesture.
    func restore(_ gesture: Gesture) {
        view.closeSwipe()
        sections = Self.sections(prefix)
        log = []
        view.allowsSelection = true
        (view.isEditing, view.allowsMultipleSelectionDuringEditing) = (false, false)
        if gesture == .resizeColumn || gesture == .moveColumn {
            view.removeColumns()
            showColumns()
        }
        view.reloadData()
        view.contentOffset = isVertical || mirror > 0 ? .zero : CGPoint(x: view.contentSize.width - 240, y: 0)
        host.frames(1)
        view.contentOffset = isVertical || mirror > 0 ? .zero : CGPoint(x: view.contentSize.width - 240, y: 0)
        host.frames(1)
        other?.restore(.tap)
    }

    /// Records all faults of a list in which no gesture is under way.
    /// - Returns: Whether there are none.
    func faults() -> Bool {
        host.frames(1)
        var found: [String] = []
        if let fault { found.append(fault) }
        if host.isScrolling || host.overscroll != 0 { found.append("the content moves") }
        if !host.offsetRange.contains(host.offset) { found.append("at \(host.offset), outside \(host.offsetRange)") }
        if view.reorderedItem != nil || view.numberOfReorderedItems != 0 { found.append("an item is dragged") }
        if host.bandSelectionFrame != nil { found.append("a rectangle is drawn") }
        if view.movedSection != nil || view.sectionMoveMark != nil { found.append("a section is moved") }
        if view.dropTarget != nil { found.append("a place for a drop is shown") }
        if view.contextMenu != nil { found.append("a menu is open") }
        if view.fieldEdit != nil { found.append("a field is edited") }
        if view.isDraggingColumn || view.movedColumn != nil { found.append("a column is dragged") }
        if let swipe = view.swipe, swipe.phase != .open { found.append("a swipe is \(swipe.phase)") }
        for (kind, count) in open where count != 0 { found.append("\(count) \(kind) without an end") }
        let counts = (0..<view.numberOfSections).map { view.numberOfItems(inSection: $0) }
        if counts != sections.map(\.count) { found.append("the list has \(counts), the data \(sections.map(\.count))") }
        for path in view.indexPathsForVisibleItems {
            guard sections.indices.contains(path.section), sections[path.section].indices.contains(path.item),
                let cell = view.cellForItem(at: path) as? EditableCell
            else {
                found.append("\(path) is shown")
                continue
            }
            if cell.name != sections[path.section][path.item] { found.append("\(path) shows \(cell.name)") }
            if cell.isHighlighted || cell.isReordering { found.append("\(path) looks touched") }
            if cell.isSelected != view.isItemSelected(at: path) {
                found.append("\(path) does not look as it is selected")
            }
        }
        let drawn = Set(host.viewsInDrawingOrder.map { ObjectIdentifier($0.view) })
        if !drawn.isSuperset(of: view.visibleViews.map { ObjectIdentifier($0) }) { found.append("views are not drawn") }
        if other?.faults() == false { found.append("in the other list") }
        if !found.isEmpty { Issue.record("\(found.joined(separator: "; "))") }
        return found.isEmpty
    }

    // MARK: The program

    private func count(_ kind: String, _ change: Int) {
        open[kind, default: 0] += change
        if !(0...1).contains(open[kind] ?? 0) { fault = fault ?? "\(open[kind] ?? 0) times \(kind)" }
    }

    private func name(_ path: IndexPath) -> String {
        guard sections.indices.contains(path.section), sections[path.section].indices.contains(path.item) else {
            fault = fault ?? "called for \(path), which is not in the data"
            return "?"
        }
        return sections[path.section][path.item]
    }

    func numberOfSections(in collectionView: CollectionView) -> Int { sections.count }
    func collectionView(_ collectionView: CollectionView, numberOfItemsInSection section: Int) -> Int {
        sections[section].count
    }
    func collectionView(_ collectionView: CollectionView, cellForItemAt path: IndexPath) -> CollectionViewCell {
        let cell = collectionView.dequeueReusableCell(EditableCell.self, for: path)
        cell.name = name(path)
        return cell
    }
    func collectionView(
        _ collectionView: CollectionView, viewForSupplementaryElementOfKind kind: ElementKind, at path: IndexPath
    ) -> CollectionReusableView? {
        collectionView.dequeueReusableSupplementaryView(HeaderView.self, ofKind: kind, for: path)
    }
    func collectionView(_ collectionView: CollectionView, indexTitleForSection section: Int) -> String? { "\(section)" }
    func collectionView(
        _ collectionView: CollectionView, field column: String, ofItemAt path: IndexPath
    ) -> TableField? {
        let old = name(path)
        return TableField(old) { [unowned self] text in
            guard let section = sections.firstIndex(where: { $0.contains(old) }),
                let item = sections[section].firstIndex(of: old)
            else { return true }
            sections[section][item] = text
            view.reconfigureItems(at: [IndexPath(item: item, section: section)])
            return true
        }
    }
    func collectionView(_ collectionView: CollectionView, canMoveItemAt path: IndexPath) -> Bool { name(path) != "?" }
    func collectionView(_ collectionView: CollectionView, moveItemAt source: IndexPath, to target: IndexPath) {
        let moved = sections[source.section].remove(at: source.item)
        sections[target.section].insert(moved, at: target.item)
    }
    func collectionView(_ collectionView: CollectionView, didHighlightItemAt path: IndexPath) {
        highlighted = name(path)
        count("highlight", 1)
    }
    func collectionView(_ collectionView: CollectionView, didUnhighlightItemAt path: IndexPath) {
        if name(path) != highlighted {
            fault = fault ?? "\(name(path)) ends the highlight of \(highlighted ?? "nothing")"
        }
        highlighted = nil
        count("highlight", -1)
    }
    func collectionView(_ collectionView: CollectionView, didSelectItemAt path: IndexPath) { _ = name(path) }
    func collectionView(_ collectionView: CollectionView, didDeselectItemAt path: IndexPath) { _ = name(path) }
    func collectionView(
        _ collectionView: CollectionView, trailingSwipeActionsForItemAt path: IndexPath
    ) -> CollectionSwipeActions? {
        CollectionSwipeActions([
            CollectionSwipeAction(title: "Swipe") { [unowned self] _, path, completion in
                log.insert("swiped \(name(path))")
                completion(true)
            }
        ])
    }
    func collectionView(
        _ collectionView: CollectionView, leadingSwipeActionsForItemAt path: IndexPath
    ) -> CollectionSwipeActions? { self.collectionView(collectionView, trailingSwipeActionsForItemAt: path) }
    func collectionView(_ collectionView: CollectionView, willBeginEditingItemAt path: IndexPath) { count("swipe", 1) }
    func collectionView(_ collectionView: CollectionView, didEndEditingItemAt path: IndexPath?) {
        if let path { _ = name(path) }
        count("swipe", -1)
    }
    func collectionView(
        _ collectionView: CollectionView, contextMenuForItemsAt paths: [IndexPath], point: CGPoint
    ) -> CollectionContextMenu? {
        let names = paths.map { name($0) }.joined(separator: " ")
        return CollectionContextMenu(
            ItemMenu([.action(ItemMenu.Action("Choose") { [unowned self] in log.insert("chosen \(names)") })]))
    }
    func collectionView(_ collectionView: CollectionView, willDisplayContextMenu menu: CollectionContextMenu) {
        count("menu", 1)
    }
    func collectionView(_ collectionView: CollectionView, willEndContextMenuInteraction menu: CollectionContextMenu) {
        count("menu", -1)
    }
    func collectionView(
        _ collectionView: CollectionView, shouldBeginMultipleSelectionInteractionAt path: IndexPath
    ) -> Bool { true }
    func collectionView(_ collectionView: CollectionView, didBeginMultipleSelectionInteractionAt path: IndexPath) {
        count("selection of several", 1)
    }
    func collectionViewDidEndMultipleSelectionInteraction(_ collectionView: CollectionView) {
        count("selection of several", -1)
    }
    func collectionViewWillBeginDragging(_ collectionView: CollectionView) {
        count("touch of the content", 1)
        count("movement of the content", 1)
    }
    func collectionViewWillEndDragging(
        _ collectionView: CollectionView, withVelocity velocity: CGPoint, targetContentOffset: inout CGPoint
    ) { count("touch of the content", -1) }
    func collectionViewDidEndScrollingAnimation(_ collectionView: CollectionView) { count("smooth scroll", -1) }
    func collectionViewDidEndDecelerating(_ collectionView: CollectionView) { count("movement of the content", -1) }
    func collectionView(_ collectionView: CollectionView, dragItemForItemAt path: IndexPath) -> CollectionDragItem? {
        if collectionView.dropTarget == nil, open["drag", default: 0] == 0 { count("drag", 1) }
        return CollectionDragItem(payload: name(path))
    }
    func collectionView(
        _ collectionView: CollectionView, didEndDragging drag: CollectionDrag, operation: CollectionDropOperation
    ) {
        count("drag", -1)
        log.insert("drag ended")
        guard operation == .move else { return }
        for path in drag.indexPaths.sorted().reversed() {
            sections[path.section].remove(at: path.item)
            collectionView.deleteItems(at: [path])
        }
    }
    func collectionView(
        _ collectionView: CollectionView, dropOperationFor drag: CollectionDrag, at path: IndexPath
    ) -> CollectionDropOperation { .move }
    func collectionView(
        _ collectionView: CollectionView, performDropOf drag: CollectionDrag, at path: IndexPath,
        operation: CollectionDropOperation
    ) -> Bool {
        guard sections.indices.contains(path.section), path.item <= sections[path.section].count else { return false }
        let names = drag.items.compactMap { $0.payload as? String }
        sections[path.section].insert(contentsOf: names, at: path.item)
        collectionView.insertItems(at: names.indices.map { IndexPath(item: path.item + $0, section: path.section) })
        return true
    }
    func collectionView(
        _ collectionView: CollectionView, dropOperationFor drag: CollectionDrag, ontoItemAt path: IndexPath
    ) -> CollectionDropOperation { name(path).hasSuffix("a2") ? .copy : .cancel }
    func collectionView(
        _ collectionView: CollectionView, performDropOf drag: CollectionDrag, ontoItemAt path: IndexPath,
        operation: CollectionDropOperation
    ) -> Bool {
        log.insert("dropped onto \(name(path))")
        return true
    }
    func collectionView(_ collectionView: CollectionView, springLoadItemAt path: IndexPath) {
        log.insert("opened \(name(path))")
    }
}
