import Foundation
import ListEngineDiff
import ListEngineLayout

@testable import ListEngine

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
    case contextMenu, selectMany, loadMore, refresh, dragItem, dragEnd, dropOperation, drop, field, commitField
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
        // What the user was about to select is selected no more.
        if view.selection.gestures.isUnderWay { model.step.touch(.selection) }
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
            let titles = view.visibleViews.filter { $0 is TableHeaderView }
            let fields = titles.flatMap { $0.fields.map(\.view) }
            let shown = Set((view.visibleCells + titles + fields).map(ObjectIdentifier.init))
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

    override var showsFieldEdit: Bool { true }
    override func prepareForReuse() { program?.reach(.reuse) }
    override var isSelected: Bool { didSet { program?.reach(.selectedCell) } }
    override var isFocused: Bool { didSet { program?.reach(.focusedCell) } }
}

final class OtherHostileCell: HostileCell {}
