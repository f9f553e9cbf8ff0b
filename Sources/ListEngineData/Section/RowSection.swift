import Foundation
import ListEngine
import ListEngineLayout

/// A section that shows the rows of a source in a collection view, alone or among other sections.
///
///     let messages = RowSection(rows) { (cell: ContentCell, state) in
///         cell.content = ItemContent(state.row?.name ?? "…")
///     }
///     let list = ListDataSource(in: collectionView)
///     list.build {
///         ListBlock("pinned", ["Pinned"])
///         messages
///     }
///
/// Keep the section and pass it each time the list is built. It shows changes of its rows without a build. In a
/// `SectionProviderList` it is a provider as any other.
///
/// Each row is an item. If the source reports sections, the list shows them with headers: see
/// ``header(height:pins:_:)``. Rows that are not in memory are placeholders with the estimated height; they need no
/// memory. When counts or heights differ from their estimates, nothing on the screen moves: the list keeps its anchor.
@MainActor
public final class RowSection<Source: RowSource>: SectionProvider {
    public let rows: LiveRows<Source>
    /// Identifies the section in its list, in a stored place and in diagnostics.
    public let listIdentifier: String
    /// The height of an item until it is measured, in points. Nil: the usual height of the host.
    public let estimatedHeight: CGFloat?
    private var header = Header()
    /// The identities of the selected rows, whether or not they are loaded or pass the filter. It can be stored if the identities can.
    /// The user can select only loaded rows: "select all" selects those in memory, a few thousand at most.
    public private(set) var selection: Set<Source.ID> = []
    /// The identities of the expanded rows, whether or not they are loaded or pass the filter. The program decides how they look.
    public private(set) var expansion: Set<Source.ID> = []
    /// Called when the user selects a row.
    public var onSelect: (@MainActor (Source.ID) -> Void)?

    /// Nil if the rows are not shown in columns.
    private let table: RowTable<Source>?
    private let makeCell: @MainActor (CollectionView, IndexPath, RowState<Source.Row>, Bool) -> CollectionViewCell
    private(set) weak var list: SectionProviderList?
    private var isLookDue = false
    let unseen = UnseenRows()
    /// The positions of the selected items. They follow updates, because the list has no identity for a row that is no
    /// longer loaded.
    private var selectedPlaces: [Source.ID: Int] = [:]

    /// - Parameters:
    ///   - rows: The rows. No other section may show them.
    ///   - estimatedHeight: The height of an item until it is measured, in points. Nil: the usual height of the host.
    ///   - cell: Returns the cell of a row, or of a placeholder.
    public convenience init(
        _ rows: LiveRows<Source>, listIdentifier: String = "rows", estimatedHeight: CGFloat? = nil,
        cell: @escaping @MainActor (CollectionView, IndexPath, RowState<Source.Row>) -> CollectionViewCell
    ) {
        self.init(rows, listIdentifier, estimatedHeight) { view, indexPath, state, _ in cell(view, indexPath, state) }
    }

    init(
        _ rows: LiveRows<Source>, _ listIdentifier: String, _ estimatedHeight: CGFloat?,
        _ table: RowTable<Source>? = nil,
        makeCell: @escaping @MainActor (CollectionView, IndexPath, RowState<Source.Row>, Bool) -> CollectionViewCell
    ) {
        self.rows = rows
        self.listIdentifier = listIdentifier
        self.estimatedHeight = estimatedHeight
        self.table = table
        self.makeCell = makeCell
        guard table != nil else { return }
        header.make = { view, indexPath, heading, count in
            let header = view.dequeueReusableSupplementaryView(TableHeaderView.self, ofKind: .header, for: indexPath)
            header.show("\(heading.title) (\(count))")
            return header
        }
    }

    /// Shows the rows with cells of one class, placeholders included.
    public convenience init<Cell: CollectionViewCell>(
        _ rows: LiveRows<Source>, listIdentifier: String = "rows", estimatedHeight: CGFloat? = nil,
        configure: @escaping @MainActor (Cell, RowState<Source.Row>) -> Void
    ) {
        self.init(rows, listIdentifier: listIdentifier, estimatedHeight: estimatedHeight) {
            (cell: Cell, state, _) in configure(cell, state)
        }
    }

    /// Shows the rows with cells of one class, which can be expanded.
    ///
    ///     let outline = RowSection(rows) { (cell: ContentCell, state, isExpanded) in
    ///         cell.content = ItemContent(state.row?.name ?? "…", subtitle: isExpanded ? "More" : nil)
    ///     }
    ///     outline.onSelect = { [weak outline] id in outline?.expand([id]) }
    public convenience init<Cell: CollectionViewCell>(
        _ rows: LiveRows<Source>, listIdentifier: String = "rows", estimatedHeight: CGFloat? = nil,
        configure: @escaping @MainActor (_ cell: Cell, _ state: RowState<Source.Row>, _ isExpanded: Bool) -> Void
    ) {
        self.init(rows, listIdentifier, estimatedHeight) {
            view, indexPath, state, isExpanded in
            let cell = view.dequeueReusableCell(Cell.self, for: indexPath)
            configure(cell, state, isExpanded)
            return cell
        }
    }

    /// The headers of sections that have headings.
    private struct Header {
        /// Nil: the usual height of the host.
        var height: CGFloat?
        var pins = true
        var make: @MainActor (CollectionView, IndexPath, RowHeading<Source.Key>, Int) -> CollectionReusableView = {
            view, indexPath, heading, _ in
            let header = view.dequeueReusableSupplementaryView(ContentView.self, ofKind: .header, for: indexPath)
            header.content = ItemContent(heading.title)
            return header
        }
    }

    /// Sets the headers of the source's sections. By default, they show the titles and stay visible while their sections are.
    ///
    ///     RowSection(rows) { (cell: ContentCell, state) in cell.content = ItemContent(state.row?.name ?? "…") }
    ///         .header(height: 24) { (view: ContentView, heading, count) in
    ///             view.content = ItemContent(heading.title, trailing: "\(count)")
    ///         }
    /// - Parameters:
    ///   - height: The height of a header, in points. 0: there are no headers. Nil: the usual height of the host.
    ///   - pins: Whether a header stays visible while its section is.
    ///   - fill: Configures a header. It receives the heading and the number of items of the section.
    @discardableResult
    public func header<View: CollectionReusableView>(
        height: CGFloat? = nil, pins: Bool = true,
        _ fill: @escaping @MainActor (_ view: View, _ heading: RowHeading<Source.Key>, _ count: Int) -> Void
    ) -> Self {
        header = Header(height: height, pins: pins) { view, indexPath, heading, count in
            let header = view.dequeueReusableSupplementaryView(View.self, ofKind: .header, for: indexPath)
            fill(header, heading, count)
            return header
        }
        return self
    }

    // MARK: Contents

    public func numberOfSections(in collectionView: CollectionView) -> Int { rows.numberOfSections }

    public func collectionView(_ collectionView: CollectionView, numberOfItemsInSection section: Int) -> Int {
        rows.positions(ofSection: section).count
    }

    /// The position of an item among all rows.
    private func position(_ section: Int, _ item: Int) -> Int { rows.positions(ofSection: section).lowerBound + item }

    /// The position of an item of the list among all rows; nil if another section shows it.
    func position(ofListItem path: IndexPath) -> Int? {
        guard let sections = list?.sections(of: self), sections.contains(path[0]) else { return nil }
        return position(path[0] - sections.lowerBound, path[1])
    }

    /// The index path in the list of a row.
    func listPath(of position: Int) -> IndexPath? {
        let place = rows.place(ofPosition: position)
        return list?.absolute([place.section, place.item], of: self)
    }

    public func cell(at position: ProviderPosition, in collectionView: CollectionView) -> CollectionViewCell {
        lookSoon(in: collectionView)
        return makeCell(self.position(position.section, position.item), position.listIndexPath, in: collectionView)
    }

    public func collectionView(
        _ collectionView: CollectionView, cellForItemAt indexPath: IndexPath
    ) -> CollectionViewCell {
        makeCell(
            position(indexPath[0], indexPath[1]), list?.absolute(indexPath, of: self) ?? indexPath, in: collectionView)
    }

    private func makeCell(
        _ position: Int, _ indexPath: IndexPath, in collectionView: CollectionView
    ) -> CollectionViewCell {
        let isExpanded = !expansion.isEmpty && rows.id(at: position).map(expansion.contains) ?? false
        return makeCell(collectionView, indexPath, rows.state(at: position), isExpanded)
    }

    public func collectionView(
        _ collectionView: CollectionView, layoutOfSection section: Int, in context: SectionLayoutContext
    ) -> (any CollectionViewSectionLayout)? {
        let host = collectionView.host
        let height = estimatedHeight ?? host?.usualItemExtent ?? 44
        var layout = ListSectionLayout(itemHeights: .constant(Double(height)))
        layout.isEstimated = true
        let hasTitles = table != nil && !collectionView.showsColumnTitlesAboveSections
        if hasTitles || rows.heading(ofSection: section) != nil {
            let usual = table == nil ? host?.usualItemExtent : host?.usualTitleExtent
            layout.headerHeight = header.height ?? usual ?? 44
            layout.pinsHeader = header.pins
        }
        return layout
    }

    public func collectionView(
        _ collectionView: CollectionView, viewForSupplementaryElementOfKind kind: ElementKind, at indexPath: IndexPath
    ) -> CollectionReusableView? {
        guard kind == .header else { return nil }
        let listPath = list?.absolute(indexPath, of: self) ?? indexPath
        guard let heading = rows.heading(ofSection: indexPath[0]) else {
            return table.map { _ in collectionView.tableTitles(for: listPath) }
        }
        return header.make(collectionView, listPath, heading, rows.positions(ofSection: indexPath[0]).count)
    }

    public func collectionView(
        _ collectionView: CollectionView, field column: String, ofItemAt indexPath: IndexPath
    ) -> TableField? {
        rows.state(at: position(indexPath[0], indexPath[1])).row.flatMap { table?.table.field(column, of: $0) }
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
                if let self {
                    describe(edit, in: &update)
                    // Counts can become exact without a change of their sum.
                    if unseen.handler != nil { update.afterwards { [weak self] in self?.noteUnseen() } }
                }
                update.afterwards(afterwards)
            } completion: { _ in
                // The list was released while the update waited. The rows have to change nevertheless.
                if hasRun { return }
                _ = change()
                afterwards()
            }
        }
        rows.display = RowDisplay(turn: turn) { [weak self] in self?.report($0) }
    }

    /// Shows the columns of the table.
    public func didAttach(to collectionView: CollectionView) { table?.show(rows, in: collectionView) }

    private func describe(_ edit: RowsUpdate, in update: inout SectionProviderList.Update) {
        guard !edit.isEmpty else { return }
        let (before, after) = (edit.sectionsBefore, edit.sectionsAfter)
        let (deleted, inserted) = (IndexSet(edit.deletedSections), IndexSet(edit.insertedSections))
        if !deleted.isEmpty || !inserted.isEmpty {
            update.changeSections(self, deleting: deleted, inserting: inserted)
        }
        for part in edit.deleted.lazy.flatMap(before.parts) where !deleted.contains(part.section) {
            update.change(self, section: part.section, deleting: IndexSet(integersIn: part.items))
        }
        for part in edit.inserted.lazy.flatMap(after.parts) where !inserted.contains(part.section) {
            let section = edit.formerIndex(ofSection: part.section)
            update.change(self, section: section, inserting: IndexSet(integersIn: part.items))
        }
        for part in edit.loaded.lazy.flatMap(before.parts) {
            update.change(self, section: part.section, reloading: IndexSet(integersIn: part.items))
        }
        for move in edit.moves {
            let (from, to) = (before.place(of: move.from), after.place(of: move.to))
            update.move(
                self, from: .item(from.item, inSection: from.section), to: .item(to.item, inSection: to.section))
        }
        for position in edit.changed {
            let place = before.place(of: position)
            update.reconfigure(self, section: place.section, items: [place.item])
        }
        let changesPlaces = edit.changesPlaces
        guard changesPlaces || !edit.loaded.isEmpty else { return }
        if changesPlaces, !selectedPlaces.isEmpty {
            let new = NewPositions(edit)
            selectedPlaces = selectedPlaces.compactMapValues { new.ofKept($0) }
        }
        update.afterwards { [weak self] in
            guard let self else { return }
            showSelection()
            // The headers show counts.
            if changesPlaces, rows.hasHeadings { list?.collectionView?.reconfigureSupplementaryViews() }
        }
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
        var (first, end) = (Int.max, 0)
        for path in collectionView.indexPathsForVisibleItems {
            guard let position = position(ofListItem: path) else { continue }
            first = min(first, position)
            end = max(end, position + 1)
        }
        guard first < end else { return }
        rows.show(first..<end)
        noteSeen(first..<end)
    }

    // MARK: Selection and expansion

    /// Expands rows by identity, loaded or not, and collapses the others. The rows are configured and measured again.
    public func expand(_ rows: Set<Source.ID>) {
        let changed = expansion.symmetricDifference(rows)
        expansion = rows
        guard !changed.isEmpty else { return }
        list?.update(animated: true) { [weak self] update in
            guard let self else { return }
            for id in changed {
                guard let place = self.rows.position(ofID: id).map({ self.rows.place(ofPosition: $0) }) else {
                    continue
                }
                update.reconfigure(self, section: place.section, items: [place.item])
            }
        }
    }

    /// Selects rows by identity, loaded or not, and deselects the others. The list shows this selection again when rows are inserted,
    /// deleted, moved or read. Selecting items in the collection view, or with `ListDataSource.selectItems(_:inSection:)`,
    /// does not change it.
    public func select(_ selection: Set<Source.ID>) {
        self.selection = selection
        selectedPlaces = selectedPlaces.filter { selection.contains($0.key) }
        let places = Set(selectedPlaces.values)
        deselect { self.rows.id(at: $0).map { !selection.contains($0) } ?? !places.contains($0) }
        showSelection()
    }

    /// Selects the loaded items of selected rows, and no other loaded items. Placeholders are selected when they show a row.
    private func showSelection() {
        guard let view = list?.collectionView else { return }
        deselect { self.rows.id(at: $0).map { !self.selection.contains($0) } ?? false }
        for id in selection {
            guard let item = rows.position(ofID: id), let path = listPath(of: item) else { continue }
            selectedPlaces[id] = item
            view.selectItem(at: path, animated: false)
        }
    }

    /// Deselects items in the view by their positions.
    private func deselect(_ isOther: (Int) -> Bool) {
        guard let view = list?.collectionView else { return }
        for path in view.indexPathsForSelectedItems {
            guard let position = position(ofListItem: path), isOther(position) else { continue }
            view.deselectItem(at: path, animated: false)
        }
    }

    public func collectionView(_ collectionView: CollectionView, shouldSelectItemAt indexPath: IndexPath) -> Bool {
        rows.id(at: position(indexPath[0], indexPath[1])) != nil
    }

    public func collectionView(_ collectionView: CollectionView, didSelectItemAt indexPath: IndexPath) {
        let position = position(indexPath[0], indexPath[1])
        guard let id = rows.id(at: position) else { return }
        if !collectionView.allowsMultipleSelection { (selection, selectedPlaces) = ([], [:]) }
        selection.insert(id)
        selectedPlaces[id] = position
        onSelect?(id)
    }

    public func collectionView(_ collectionView: CollectionView, didDeselectItemAt indexPath: IndexPath) {
        let position = position(indexPath[0], indexPath[1])
        let ids = rows.id(at: position).map { [$0] } ?? selectedPlaces.filter { $0.value == position }.map(\.key)
        for id in ids {
            selection.remove(id)
            selectedPlaces[id] = nil
        }
    }

    /// Reads the rows again that could not be read: see ``LiveRows/retry()``. A return key, a double click and a tap on such a row call it.
    public func collectionView(
        _ collectionView: CollectionView, performPrimaryActionForItemAt indexPath: IndexPath
    ) {
        if case .failed = rows.state(at: position(indexPath[0], indexPath[1])) { rows.retry() }
    }
}
