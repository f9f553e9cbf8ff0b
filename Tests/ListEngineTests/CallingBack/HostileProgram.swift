import Foundation
import ListEngine
import ListEngineDiff
import ListEngineLayout

/// The points at which user code runs during an operation of the list.
enum Callback: CaseIterable {
    case sections, count, cell, size, sectionLayout
    case willDisplay, didEnd, didScroll
    case shouldHighlight, didHighlight, shouldSelect, didSelect, shouldDeselect, didDeselect, primaryAction
    case initialAttributes, finalAttributes
    case prefetch, cancelPrefetch
    case canMove, move, moveTarget, canEdit, swipeActions, beginEditing, endEditing
    case make, place, recycle, remove, measure, contentSize, contentOffset, contentChange, frame, run
    case reuse, selectedCell, focusedCell
    case layoutChange, shouldExpand, willExpand, canLoadChildren, loadChildren
    case contextMenu, selectMany, loadMore, refresh, dragItem, dragEnd, dropOperation, drop
}

/// A program whose callbacks call back into the list, and a model of what its screen must show.
///
/// Every query and notification that the program receives must fit its data at that time. The first one that does not
/// is stored as ``fault``.
@MainActor
final class HostileProgram {
    let view: CollectionView
    private(set) var list: HostileList
    private(set) var host: ScreenHost?
    /// Actions of callbacks. Empty while an action runs.
    var hooks: [Callback: @MainActor () -> Void] = [:]
    /// Called at each callback.
    var everywhere: (@MainActor (Callback) -> Void)?
    var fault: String?
    /// Watches properties from step to step. See ``HostileModel/perform(_:_:)``.
    let model = HostileModel()
    let completions = CompletionLedger()
    /// Returns the name of the copy of a dropped item.
    var copyName: @MainActor (String) -> String = { $0 + "'" }

    init(
        _ sections: [[String]], size: CGSize = CGSize(width: 100, height: 100),
        layout: any CollectionViewLayoutRecipe = ListRecipe(height: 40)
    ) {
        view = CollectionView(frame: CGRect(origin: .zero, size: size), collectionViewLayout: layout)
        list = HostileList(sections)
        view.diagnostics.handler = { _ in }
        view.loadMoreHandler = { [weak self] in self?.reach(.loadMore) }
        view.refreshHandler = { [weak self] in self?.reach(.refresh) }
        completions.observer = { [weak self] in self?.noteData() }
        attach(list)
        attach(ScreenHost())
    }

    func attach(_ list: HostileList?) {
        list?.program = self
        // The delegate is weak, and the list can call it until it has the new one.
        let old = self.list
        defer { withExtendedLifetime(old) {} }
        if let list { self.list = list }
        view.dataSource = list
        view.delegate = self.list
        view.prefetchDataSource = self.list
    }

    /// Releases the data source, which nothing else retains.
    func dropList() {
        let dropped = HostileList([])
        dropped.program = self
        model.prefetched.lostDelegate()
        list = dropped
        view.delegate = dropped
    }

    /// Releases the delegate, which nothing else retains.
    func dropDelegate() {
        model.cells.lostDelegate()
        model.prefetched.lostDelegate()
        let delegate = HostileList([])
        view.delegate = delegate
    }

    func attach(_ host: ScreenHost?) {
        host?.program = self
        self.host = host
        view.host = host
    }

    /// What the list must show: the contents of its data source, which an action replaces before the delegate.
    var data: [[String]] {
        switch view.dataSource {
        case let list as HostileList: return list.sections
        case let source as DiffableDataSource<String, String>:
            let snapshot = source.snapshot()
            return (0..<snapshot.numberOfSections).map {
                snapshot.itemIdentifiers(inSection: snapshot.sectionIdentifier(at: $0))
            }
        default: return []
        }
    }

    /// The same data, without a copy.
    var currentData: HostileData {
        switch view.dataSource {
        case let list as HostileList: .sections(list.sections)
        case let source as DiffableDataSource<String, String>: .snapshot(source.snapshot())
        default: .sections([])
        }
    }

    /// Whether the data source edits the list by position.
    var isPositional: Bool { view.dataSource is HostileList }

    /// Whether the host measures items.
    var measures: Bool { (view.host as? ScreenHost)?.measures != nil || view.host is GestureHost }

    /// Whether the sizes of items are estimates until they are measured.
    var hasMeasuredItems: Bool {
        (view.collectionViewLayout as? ListRecipe)?.isEstimated ?? (view.collectionViewLayout is EstimatedComposition)
    }

    private weak var notedSource: (any CollectionViewDataSource)?

    func noteData() { model.noteData(self) }

    var sections: [[String]] {
        get { list.sections }
        set { list.sections = newValue }
    }

    func reach(_ callback: Callback) {
        // The data of a list by position notes its own changes.
        if !isPositional || view.dataSource !== notedSource {
            notedSource = view.dataSource
            noteData()
        }
        everywhere?(callback)
        guard let hook = hooks.removeValue(forKey: callback) else { return }
        hook()
    }

    func note(_ fault: @autoclosure () -> String) { if self.fault == nil { self.fault = fault() } }

    /// A completion that must be called once.
    func completion() -> UpdateCompletion { completions.open() }

    /// The visible names, in reading order.
    var shown: [String] { view.visibleCells.map { ($0 as? HostileCell)?.name ?? "?" } }

    /// Changes the model and the list in one batch.
    @discardableResult
    func batch(animated: Bool = false, _ body: () -> Void) -> CollectionViewUpdateError? {
        view.performBatchUpdates(animated: animated, body, completion: completion())
    }

    func delete(_ items: [Int], section: Int = 0, animated: Bool = false) {
        batch(animated: animated) {
            for item in items.sorted().reversed() { sections[section].remove(at: item) }
            view.deleteItems(at: items.map { IndexPath(item: $0, section: section) })
        }
    }

    func insert(_ names: [String], at item: Int, section: Int = 0, animated: Bool = false) {
        batch(animated: animated) {
            sections[section].insert(contentsOf: names, at: item)
            view.insertItems(at: names.indices.map { IndexPath(item: item + $0, section: section) })
        }
    }

    /// The fault on the screen, once all updates have ended.
    func faultOnScreen() -> String? {
        view.layoutIfNeeded()
        if let fault { return fault }
        let data = data
        let counts = (0..<view.numberOfSections).map { view.numberOfItems(inSection: $0) }
        guard counts == data.map(\.count) else { return "the list has \(counts), the data \(data.map(\.count))" }
        for (cell, path) in zip(view.visibleCells, view.indexPathsForVisibleItems) {
            let name = (cell as? HostileCell)?.name ?? "a placeholder"
            guard name == data[path.section][path.item] else {
                return "\(text(path)) is \(data[path.section][path.item]), and shows \(name)"
            }
        }
        if view.reorderedItem == nil {
            let visible = view.layout.layoutAttributes(in: view.viewport).map(\.path)
            // The cell of a held item is kept outside of the visible bounds.
            let held = visible.contains { $0.indexPath == view.heldItem } ? nil : view.heldItem
            let shown = view.visibleElements.map(\.path).filter { $0.category != .item || $0.indexPath != held }
            guard visible == shown else { return "visible are \(visible), shown \(shown)" }
        }
        guard Set(view.visibleCells.map(ObjectIdentifier.init)).count == view.visibleCells.count else {
            return "one cell shows two items"
        }
        if let fault = faultInOutlines() ?? completions.faultSoFar() { return fault }
        if let host, !host.isAnimating {
            let shown = Set(view.visibleCells.map(ObjectIdentifier.init))
            let placed = Set(host.screen.keys)
            guard placed == shown else {
                return "\(placed.subtracting(shown).count) ghosts, \(shown.subtracting(placed).count) cells not placed"
            }
        }
        for path in view.indexPathsForSelectedItems
        where path.section >= data.count || path.item >= data[path.section].count {
            return "\(text(path)) is selected and not in the list"
        }
        return nil
    }

    /// An outline shows the items of its section, and each cell the place of its item in it.
    private func faultInOutlines() -> String? {
        guard let source = view.dataSource as? DiffableDataSource<String, String> else { return nil }
        let snapshot = source.snapshot()
        for section in snapshot.sectionIdentifiers {
            let (items, shown) = (
                snapshot.itemIdentifiers(inSection: section), source.snapshot(for: section).visibleItems
            )
            guard items == shown else { return "the outline of \(section) shows \(shown), the section has \(items)" }
        }
        for case let cell as HostileCell in view.visibleCells
        where cell.outlineState != source.outlineState(of: cell.name) {
            return "\(cell.name) shows \(String(describing: cell.outlineState)) of its outline"
        }
        return nil
    }

    /// Completions that were not called exactly once; those of running animations may still be called later.
    func faultInCompletions() -> String? { completions.fault() }
}

class HostileCell: CollectionViewCell {
    var name = ""
    /// The version of the content. See ``CellSizes``.
    private(set) var version = 0
    weak var program: HostileProgram?

    func show(_ name: String, _ program: HostileProgram?) {
        self.program = program
        self.name = name
        version = program?.model.sizes.version(of: name) ?? 0
    }

    override func prepareForReuse() { program?.reach(.reuse) }
    override var isSelected: Bool { didSet { program?.reach(.selectedCell) } }
    override var isFocused: Bool { didSet { program?.reach(.focusedCell) } }
}

final class OtherHostileCell: HostileCell {}

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
        sections[sourceIndexPath.section].remove(at: sourceIndexPath.item)
        moves += 1
        guard destinationIndexPath.item <= sections[destinationIndexPath.section].count else {
            program?.note("told of a move to \(text(destinationIndexPath))")
            return
        }
        sections[destinationIndexPath.section].insert(name, at: destinationIndexPath.item)
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
        return indexPath.item % 5 == 4 ? .none : indexPath.item % 2 == 0 ? .move : .copy
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

    func checkPlace(_ place: IndexPath, _ question: String) {
        let sections = program?.data ?? sections
        let isThere =
            sections.isEmpty
            ? place == [0, 0]
            : sections.indices.contains(place.section) && (0...sections[place.section].count).contains(place.item)
        if !isThere { program?.note("\(question) \(text(place)), which is not in the data") }
    }
}

/// A host that records what is on its screen.
@MainActor
final class ScreenHost: CollectionViewHost {
    weak var program: HostileProgram?
    /// Frames of the views on the screen.
    private(set) var screen: [ObjectIdentifier: CGRect] = [:]
    var holdsAnimations = false
    private var running: [@MainActor () -> Void] = []
    var isAnimating: Bool { !running.isEmpty }
    var measures: (@MainActor (CollectionReusableView) -> CGSize?)?

    private final class Mark {
        weak var host: ScreenHost?
        init(_ host: ScreenHost) { self.host = host }
    }

    private func check(_ view: CollectionReusableView, _ what: String) {
        if (view.hostView as? Mark)?.host !== self { program?.note("a host has to \(what) the view of another one") }
    }

    func makeView(for view: CollectionReusableView) -> AnyObject? {
        program?.reach(.make)
        return Mark(self)
    }

    func place(_ view: CollectionReusableView, at placement: ElementPlacement) {
        check(view, "place")
        screen[ObjectIdentifier(view)] = placement.frame.offsetBy(dx: placement.origin.x, dy: placement.origin.y)
        program?.reach(.place)
    }

    func recycle(_ view: CollectionReusableView) {
        check(view, "recycle")
        screen[ObjectIdentifier(view)] = nil
        program?.reach(.recycle)
    }

    func remove(_ view: CollectionReusableView) {
        check(view, "remove")
        screen[ObjectIdentifier(view)] = nil
        program?.reach(.remove)
    }

    func measure(_ view: CollectionReusableView, fitting size: CGSize) -> CGSize? {
        check(view, "measure")
        program?.reach(.measure)
        return measures?(view)
    }

    func setContentSize(_ size: CGSize) { program?.reach(.contentSize) }

    func setContentOffset(_ offset: CGPoint, animated: Bool) -> Bool {
        program?.reach(.contentOffset)
        return false
    }

    func contentDidChange(_ change: ContentChange) { program?.reach(.contentChange) }

    func requestFrame() { program?.reach(.frame) }

    func run(_ animations: [ElementAnimation], completion: @escaping @MainActor () -> Void) {
        program?.reach(.run)
        if holdsAnimations { running.append(completion) } else { completion() }
    }

    func endAnimations() {
        let ended = running
        running = []
        for completion in ended { completion() }
    }
}
