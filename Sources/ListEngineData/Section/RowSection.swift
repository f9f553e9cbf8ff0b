import Foundation
import ListEngine
import ListEngineLayout

/// A section that shows the rows of a source in a collection view, alone or among other sections.
///
///     let rows = LiveRows(source)
///     let section = RowSection(rows) { (cell: ContentCell, state) in
///         cell.content = ItemContent(state.row?.name ?? "…")
///     }
///     let list = SectionProviderList()
///     list.attach(to: collectionView)
///     list.update(animated: false) { $0.providers = [header, section] }
///
/// Each row is an item. Rows that are not in memory are placeholders with the estimated height; they need no memory. When counts or heights turn out to be
/// others than estimated, nothing on the screen moves: the list keeps its anchor.
@MainActor
public final class RowSection<Source: RowSource>: SectionProvider {
    /// The place of a list by the identity of a row. It can be stored if the identity can.
    public typealias Anchor = ListAnchor<String, Source.ID>

    public let rows: LiveRows<Source>
    /// Names the section in an ``Anchor`` and in diagnostics.
    public let listIdentifier: String
    /// The height of an item until it is measured, in points.
    public let estimatedHeight: CGFloat
    /// The identities of the selected rows, whether or not they are loaded or pass the filter. It can be stored if the identities can.
    public private(set) var selection: Set<Source.ID> = []
    /// Called when the user selects a row.
    public var onSelect: (@MainActor (Source.ID) -> Void)?

    private let makeCell: @MainActor (CollectionView, IndexPath, RowState<Source.Row>) -> CollectionViewCell
    private weak var list: SectionProviderList?
    private var isLookDue = false

    /// - Parameters:
    ///   - rows: The rows. No other section may show them.
    ///   - estimatedHeight: The height of an item until it is measured, in points.
    ///   - cell: Returns the cell of a row, or of a placeholder.
    public init(
        _ rows: LiveRows<Source>, listIdentifier: String = "rows", estimatedHeight: CGFloat = 44,
        cell: @escaping @MainActor (CollectionView, IndexPath, RowState<Source.Row>) -> CollectionViewCell
    ) {
        self.rows = rows
        self.listIdentifier = listIdentifier
        self.estimatedHeight = estimatedHeight
        makeCell = cell
    }

    /// Shows the rows with cells of one class, placeholders included.
    public convenience init<Cell: CollectionViewCell>(
        _ rows: LiveRows<Source>, listIdentifier: String = "rows", estimatedHeight: CGFloat = 44,
        configure: @escaping @MainActor (Cell, RowState<Source.Row>) -> Void
    ) {
        self.init(rows, listIdentifier: listIdentifier, estimatedHeight: estimatedHeight) { view, indexPath, state in
            let cell = view.dequeueReusableCell(Cell.self, for: indexPath)
            configure(cell, state)
            return cell
        }
    }

    // MARK: Contents

    public func collectionView(_ collectionView: CollectionView, numberOfItemsInSection section: Int) -> Int {
        rows.numberOfItems
    }

    public func cell(at position: ProviderPosition, in collectionView: CollectionView) -> CollectionViewCell {
        lookSoon(in: collectionView)
        return makeCell(collectionView, position.listIndexPath, rows.state(at: position.item))
    }

    public func collectionView(
        _ collectionView: CollectionView, cellForItemAt indexPath: IndexPath
    ) -> CollectionViewCell {
        makeCell(collectionView, list?.absolute(indexPath, of: self) ?? indexPath, rows.state(at: indexPath[1]))
    }

    public func collectionView(
        _ collectionView: CollectionView, layoutOfSection section: Int, in context: SectionLayoutContext
    ) -> (any CollectionViewSectionLayout)? {
        var layout = ListSectionLayout(itemHeights: .constant(Double(estimatedHeight)))
        layout.isEstimated = true
        return layout
    }

    public var prefetches: Bool { false }

    // MARK: The list

    public func didMove(to list: SectionProviderList?) {
        self.list = list
        guard list != nil else {
            rows.display = nil
            return
        }
        let turn: RowDisplay.Turn = { [weak self] isAnimated, change, afterwards in
            guard let self, let list = self.list else {
                _ = change()
                return afterwards()
            }
            var hasRun = false
            list.update(animated: isAnimated) { [weak self] update in
                hasRun = true
                let edit = change()
                if let self { describe(edit, in: &update) }
                update.afterwards(afterwards)
            } completion: { _ in
                // The list was released while the update waited. The rows have changed all the same.
                if hasRun { return }
                _ = change()
                afterwards()
            }
        }
        rows.display = RowDisplay(turn: turn) { [weak self] in self?.report($0) }
    }

    private func describe(_ edit: RowsUpdate, in update: inout SectionProviderList.Update) {
        guard !edit.isEmpty else { return }
        var (deleted, inserted, loaded) = (IndexSet(), IndexSet(), IndexSet())
        for range in edit.deleted { deleted.insert(integersIn: range) }
        for range in edit.inserted { inserted.insert(integersIn: range) }
        for range in edit.loaded { loaded.insert(integersIn: range) }
        update.change(self, section: 0, deleting: deleted, inserting: inserted, reloading: loaded)
        update.move(self, section: 0, items: edit.moves.map { ($0.from, $0.to) })
        if !edit.changed.isEmpty { update.reconfigure(self, section: 0, items: edit.changed) }
        update.afterwards { [weak self] in self?.showSelection() }
    }

    private func report(_ fault: RowSourceFault) {
        list?.collectionView?.report(.rejectedUpdate, nil, "section \(listIdentifier): \(fault)")
    }

    /// Reads the rows around the visible ones when the pass has ended.
    private func lookSoon(in collectionView: CollectionView) {
        guard !isLookDue else { return }
        isLookDue = true
        collectionView.whenIdle { [weak self, weak collectionView] in
            guard let self else { return }
            isLookDue = false
            if let collectionView { look(in: collectionView) }
        }
    }

    private func look(in collectionView: CollectionView) {
        guard let section = list?.sections(of: self)?.first else { return }
        var (first, end) = (Int.max, 0)
        for path in collectionView.indexPathsForVisibleItems where path[0] == section {
            first = min(first, path[1])
            end = max(end, path[1] + 1)
        }
        if first < end { rows.show(first..<end) }
    }

    // MARK: Places

    /// The place that the collection view keeps, by the identity of a row. Nil if the row there is not loaded.
    public func listAnchor() -> Anchor? {
        guard let list, let view = list.collectionView else { return nil }
        return view.listAnchor(in: list) { [self] path in
            guard path.section == list.sections(of: self)?.first, let id = rows.id(at: path.item) else { return nil }
            return (listIdentifier, id)
        }
    }

    /// Scrolls to a share of the section, as a scroll bar's thumb does: 0 is the first row, 1 the last.
    public func scroll(toFraction fraction: Double) {
        guard rows.numberOfItems > 0 else { return }
        let share = fraction.isNaN ? 0 : min(max(0, fraction), 1)
        scroll(toItem: Int(share * Double(rows.numberOfItems - 1)), .start)
    }

    /// Scrolls to the row with a key, or to the first row after it. If it is not loaded, it is read first.
    /// - Parameter completion: Called once, with whether the list was scrolled.
    public func scroll(
        to key: Source.Key, at position: ItemScrollPosition = .start, completion: (@MainActor (Bool) -> Void)? = nil
    ) {
        rows.load(key) { [weak self] item in
            if let item { self?.scroll(toItem: item, position) }
            completion?(item != nil)
        }
    }

    private func scroll(toItem item: Int, _ position: ItemScrollPosition) {
        guard let list, let path = list.absolute(IndexPath(indexes: [0, item]), of: self) else { return }
        list.collectionView?.scrollToItem(at: path, at: position, animated: false)
    }

    // MARK: Selection

    /// Selects rows by identity, loaded or not.
    public func select(_ selection: Set<Source.ID>) {
        self.selection = selection
        if let list, let view = list.collectionView, let section = list.sections(of: self)?.first {
            for path in view.indexPathsForSelectedItems where path[0] == section {
                if let id = rows.id(at: path[1]), selection.contains(id) { continue }
                view.deselectItem(at: path, animated: false)
            }
        }
        showSelection()
    }

    /// Selects the loaded items of selected rows. Placeholders are selected when they show a row.
    private func showSelection() {
        guard let list, let view = list.collectionView, !selection.isEmpty else { return }
        for id in selection {
            guard let item = rows.position(ofID: id), let path = list.absolute(IndexPath(indexes: [0, item]), of: self)
            else { continue }
            view.selectItem(at: path, animated: false)
        }
    }

    public func collectionView(_ collectionView: CollectionView, shouldSelectItemAt indexPath: IndexPath) -> Bool {
        rows.id(at: indexPath[1]) != nil
    }

    public func collectionView(_ collectionView: CollectionView, didSelectItemAt indexPath: IndexPath) {
        guard let id = rows.id(at: indexPath[1]) else { return }
        if !collectionView.allowsMultipleSelection { selection = [] }
        selection.insert(id)
        onSelect?(id)
    }

    public func collectionView(_ collectionView: CollectionView, didDeselectItemAt indexPath: IndexPath) {
        if let id = rows.id(at: indexPath[1]) { selection.remove(id) }
    }
}
