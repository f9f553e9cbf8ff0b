import Foundation
import ListEngineLayout

/// The columns of a list, and the fields of what it shows.
///
/// All views with fields show the same columns. The set of visible columns has a version number, and so have their
/// places. A view whose fields have both numbers is skipped, so a pass changes only what is out of date: scrolling
/// sideways creates, fills and removes the fields of columns that appear and disappear, and places those of pinned
/// columns.
@MainActor
final class ShownColumns: ViewPart {
    /// Nil: the list has no columns.
    private(set) var layout: ColumnLayout?
    /// Whether the list has had columns.
    private(set) var isUsed = false
    private(set) var placed: [PlacedColumn] = []
    private(set) var names: [String] = []
    private var alignments: [ColumnAlignment] = []
    /// The offset for which these were found. Nil: the columns have changed since.
    private var foundOffset: CGFloat?
    /// The number of the set of visible columns, and of their places.
    private(set) var version = 0
    private(set) var placement = 0
    /// The former set of visible columns, and for each column of the current set its place in the former one.
    private var kept: (from: [String], places: [Int?])?

    /// The columns on which heights depend, and their widths. Nil: not known yet.
    private var measuring: [MeasuringColumn]?
    /// The columns with which items were measured. Nil: no item was measured.
    private var measured: [MeasuringColumn]?

    /// Whether the program is in ``CollectionView/editColumns(_:)``.
    var isInEdit = false
    /// The columns as ``CollectionView/setColumns(_:)`` has received them.
    private(set) var described: [Column] = []
    /// A state that was set before the list had columns.
    var pending: ColumnState?
    let headers = HeaderInput()

    /// The largest length in a composition.
    private static let mostComposed: CGFloat = 0x1p22

    // MARK: Edits

    /// Replaces the columns, scrolls so that nothing visible moves, and requests a pass.
    /// - Parameter description: The columns as the program has described them, perhaps with other titles. Nil: it has not.
    func set(_ edited: ColumnLayout?, scrolledBy distance: CGFloat, described description: [Column]? = nil) {
        guard !isInEdit else {
            return list.report(
                .unusableColumns, nil,
                "a change of the columns inside of editColumns(_:) is ignored. Change the layout that the closure receives."
            )
        }
        if let description { described = description }
        let old = layout
        layout = edited
        foundOffset = nil
        let keepsOrder = edited != nil && old?.orderIdentity === edited?.orderIdentity
        if description != nil || !keepsOrder && old?.firstShown != edited?.firstShown
            || old?.sortOrder != edited?.sortOrder
        {
            // Headers show titles and the order, and those of groups have their title in the first column.
            for element in list.display.elements where element.view is TableHeaderView {
                element.view.fieldRow?.isOutdated = true
            }
        }
        let width = edited?.totalWidth
        if let width, width > Self.mostComposed, (old?.totalWidth ?? 0) <= Self.mostComposed,
            list.recipe is CollectionViewCompositionalLayout
        {
            list.report(
                .unusableColumns, nil,
                "the columns are \(width) points wide together. Rows of a compositional section are at most "
                    + "\(Self.mostComposed) points wide. Lay out the rows by a section such as ListSectionLayout.")
        }
        measuring = keepsOrder && description == nil ? measuring?.map { MeasuringColumn($0.name, in: edited) } : nil
        // Calls user code, so everything else is done.
        defer { if list.keyboard.fields.isUsed { list.keyboard.fields.columnsDidChange(from: old, to: edited) } }
        isUsed = isUsed || edited != nil
        if headers.areAboveSections, (old == nil) != (edited == nil) { list.invalidateLayout() }
        guard let width else {
            list.setMinimumCrossExtent(0, scrollingBy: 0)
            return list.setNeedsLayout()
        }
        list.setMinimumCrossExtent(min(width, 0x1p40), scrollingBy: distance)
        list.setNeedsLayout()
        if let measured, let edited, measured != measuringColumns(of: edited) {
            // Heights were measured for different widths.
            self.measured = nil
            list.sizing.measuredSizes.removeAll()
            list.invalidateLayout()
        }
    }

    /// The columns for the current width of the list.
    func current() -> ColumnLayout? {
        guard let layout else { return nil }
        let (width, direction) = (list.bounds.width, list.flowDirection)
        if layout.isMade(forWidth: width, direction) { return layout }
        var fitting = layout
        fitting.flowDirection = direction
        fitting.setAvailableWidth(width)
        self.layout = fitting
        (measuring, foundOffset) = (nil, nil)
        return fitting
    }

    // MARK: Showing

    /// Brings the fields of all shown views up to date. Called in a pass, after the visible elements are shown.
    func show() {
        guard let columns = current() else { return showNothing() }
        let extent = min(columns.totalWidth, 0x1p40)
        if list.minimumCrossExtent != extent {
            list.setMinimumCrossExtent(extent, scrollingBy: 0)
            // The next round has the right extent.
            if list.due.needsPass { return }
        }
        let offset = list.crossOffset
        if foundOffset != offset { find(columns, at: offset) }
        showFields()
    }

    private func find(_ columns: ColumnLayout, at offset: CGFloat) {
        foundOffset = offset
        let found = columns.shown(at: offset)
        if found.names != names {
            kept = (names, Self.places(of: found.names, in: names))
            names = found.names
            version += 1
        }
        // Hosts place the fields again.
        if found.places != placed || found.alignments != alignments {
            placed = found.places
            alignments = found.alignments
            placement += 1
        }
    }

    /// The places of names in a list without duplicates.
    private static func places(of names: [String], in others: [String]) -> [Int?] {
        var places: [String: Int] = [:]
        for (place, name) in others.enumerated() { places[name] = place }
        return names.map { places[$0] }
    }

    private func showNothing() {
        if !names.isEmpty {
            (names, alignments, placed, kept) = ([], [], [], nil)
            version += 1
            placement += 1
        }
        // A cell from the pool has the fields that it had.
        showFields()
    }

    private func showFields() {
        let shown = list.display.elements
        for place in shown.indices {
            guard let row = shown[place].view.fieldRow else { continue }
            let attributes = shown[place].attributes
            if row.version == version, row.placement == placement, !row.isOutdated, row.attributes == attributes {
                continue
            }
            guard update(row, of: shown[place].view, attributes) else { return }
        }
    }

    /// - Returns: False if the program has requested a full reload.
    private func update(_ row: FieldRow, of owner: CollectionReusableView, _ attributes: LayoutAttributes) -> Bool {
        if row.version != version { exchange(row) }
        let partners = list.partners
        let isOutdated = row.isOutdated
        row.isOutdated = false
        for place in row.columns.indices {
            let old = place < row.views.count ? row.views[place] : nil
            let isNew = old == nil || old is MissingField
            if isNew || isOutdated {
                let field = request(row.columns[place], of: row, at: attributes.path, insteadOf: isNew ? nil : old)
                // The old view may be in the pool now.
                row.views[place] = field
                guard !list.loadsEverything else {
                    row.isOutdated = true
                    return false
                }
                if field !== old { owner.passStates(to: field) }
            }
        }
        row.placement = placement
        row.attributes = attributes
        row.changes += 1
        for place in row.views.indices { put(row.views[place], place, attributes, partners) }
        if list.keyboard.fields.isUsed { list.keyboard.fields.showStates(of: row, at: attributes.path) }
        return true
    }

    private func put(
        _ field: CollectionReusableView, _ place: Int, _ attributes: LayoutAttributes, _ partners: Partners
    ) {
        guard place < placed.count else { return }
        var own = attributes
        own.frame.origin.x = placed[place].minX
        own.frame.size.width = placed[place].width
        guard field.storedAttributes != own || field.hostGeneration != list.hosting.generation else { return }
        list.put(field, own, partners)
    }

    /// Gives a row the places of the current columns. Fields of columns that are still visible stay.
    private func exchange(_ row: FieldRow) {
        let places: [Int?]
        if let kept, kept.from == row.columns {
            places = kept.places
        } else {
            places = Self.places(of: names, in: row.columns)
        }
        let old = row.views
        var isKept = [Bool](repeating: false, count: old.count)
        for place in places { if let place, place < old.count { isKept[place] = true } }
        // Fields that disappear can be used for those that appear.
        for place in old.indices where !isKept[place] { list.pool(old[place]) }
        row.views = places.map { $0.flatMap { $0 < old.count ? old[$0] : nil } ?? MissingField.shared }
        row.columns = names
        row.version = version
    }

    /// Lets the program configure a field.
    private func request(
        _ column: String, of row: FieldRow, at path: ElementPath, insteadOf old: CollectionReusableView?
    ) -> CollectionReusableView {
        let field = list.field(insteadOf: old, for: path) {
            row.provider?(FieldRequest(column: column, indexPath: path.indexPath, list: list))
        }
        if let old, old !== field { list.pool(old) }
        return field
    }

    // MARK: Measuring

    /// The height of the highest content in the measuring columns, visible or not. Nil if there are none.
    func height(of row: FieldRow, _ attributes: LayoutAttributes, in list: CollectionView) -> CGFloat? {
        guard let columns = current(), let host = list.host else { return nil }
        let measuring = measuringColumns(of: columns)
        measured = measuring
        var height: CGFloat?
        for column in measuring {
            let shown = row.version == version ? row.columns.firstIndex(of: column.name) : nil
            let known = row.isOutdated ? nil : shown.map { row.views[$0] }
            let field = known ?? request(column.name, of: row, at: attributes.path, insteadOf: nil)
            let size = CGSize(width: column.width, height: attributes.frame.height)
            if let needed = host.measure(field, fitting: size)?.height { height = max(height ?? 0, needed) }
            if known == nil { list.pool(field) }
        }
        return height
    }

    /// The width of the widest content of some items in a column, spread evenly over the list. The transaction is open.
    func naturalWidth(of column: String, sample: Int) -> CGFloat? {
        let total = list.layout.numberOfItems
        let count = min(sample, total)
        var widest: CGFloat?
        var section = 0
        var before = 0
        for number in 0..<count {
            // A number of items times a sample can be too large for an integer.
            let position = total / count * number + total % count * number / count
            while position - before >= list.layout.numberOfItems(inSection: section) {
                before += list.layout.numberOfItems(inSection: section)
                section += 1
            }
            guard !list.loadsEverything, let host = list.host else { return widest }
            let element = list.layout.layoutAttributesForItem(position - before, inSection: section)
            let partners = list.partners
            let cell = list.makeView(for: element, partners)
            if let row = cell.fieldRow, row.provider != nil, !list.loadsEverything {
                let field = request(column, of: row, at: element.path, insteadOf: nil)
                if let size = host.naturalSize(of: field, upTo: .infinity) { widest = max(widest ?? 0, size.width) }
                list.pool(field)
            }
            list.pool(cell)
        }
        return widest
    }

    /// The shown view whose field a view is, or the view itself.
    func owner(of view: CollectionReusableView) -> CollectionReusableView {
        list.display.elements.first { $0.view.fieldRow?.views.contains { $0 === view } == true }?.view ?? view
    }

    private func measuringColumns(of columns: ColumnLayout) -> [MeasuringColumn] {
        if let measuring { return measuring }
        let all = columns.columns.filter { !$0.isHidden }
        var found = all.filter(\.measuresItems)
        if found.isEmpty, let first = all.first { found = [first] }
        let measuring = found.map { MeasuringColumn($0.id, in: columns) }
        self.measuring = measuring
        return measuring
    }
}

/// The state of input on headers, and the closures of the program for it.
@MainActor
final class HeaderInput {
    /// The column that the pointer holds.
    var drag: ColumnDrag?
    /// See ``CollectionView/sortHandler``.
    var sortHandler: (@MainActor ([ColumnSort]) -> Void)?
    /// Whether the current click adds to a selection or an order.
    var isExtending = false
    /// See ``CollectionView/fittedSample``.
    var sample = 0
    /// See ``CollectionView/showsColumnTitlesAboveSections``.
    var areAboveSections = false
    /// Changes the menu of a column. See ``CollectionView/headerMenuHandler``.
    var menuHandler: (@MainActor (String, CollectionContextMenu) -> CollectionContextMenu?)?
}

extension ColumnLayout {
    /// The columns on the screen: their places, names and alignments.
    fileprivate func shown(
        at offset: CGFloat
    ) -> (places: [PlacedColumn], names: [String], alignments: [ColumnAlignment]) {
        let places = columns(at: offset)
        var names: [String] = []
        var alignments: [ColumnAlignment] = []
        names.reserveCapacity(places.count)
        alignments.reserveCapacity(places.count)
        for place in places {
            let column = self[place.index]
            names.append(column.id)
            alignments.append(column.alignment)
        }
        return (places, names, alignments)
    }

    /// The first shown column.
    var firstShown: String? { shownCount > 0 ? shownColumn(atRank: 0).id : nil }
}

private struct MeasuringColumn: Equatable {
    let name: String
    let width: CGFloat

    init(_ name: String, in columns: ColumnLayout?) {
        self.name = name
        width = columns?.width(of: name) ?? 0
    }
}

/// The place of a field that has not been requested.
private final class MissingField: CollectionReusableView {
    static let shared = MissingField()
}

// MARK: - What happens to views with fields

extension CollectionView {
    /// Removes the fields of a view that goes into the pool from the screen. They stay with the view.
    func recycleFields(of view: CollectionReusableView, _ partners: Partners) {
        guard let row = view.fieldRow else { return }
        row.forget()
        row.provider = nil
        for field in row.views where !(field is MissingField) {
            field.storedAttributes = nil
            withCurrent(partners) { $0.host?.recycle(field) }
        }
    }

    /// Removes the fields of a view permanently.
    func discardFields(of view: CollectionReusableView) {
        guard let row = view.fieldRow else { return }
        let views = row.views
        (row.views, row.columns, row.version) = ([], [], 0)
        row.forget()
        for field in views where !(field is MissingField) { discard(field) }
    }
}
