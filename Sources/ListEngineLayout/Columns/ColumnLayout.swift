import Foundation

/// The columns of a table: their order, their widths and their places.
///
///     var columns = try ColumnLayout(
///         [Column("name", width: .share(1), pinnedEdge: .leading), Column("size", width: .points(90))],
///         availableWidth: 640)
///     try columns.resize("size", to: 120)
///     for placed in columns.columns(at: contentOffset.x) { draw(placed.index, placed.minX, placed.width) }
///
/// The shown columns are the items of a horizontal list, so they are on the same grid of integers as all items: frames equal
/// those of a table that is built from scratch, bit for bit. Hidden columns keep their place in the order.
///
/// Columns at the leading edge come first in the order, and columns at the trailing edge last. When the content scrolls, these
/// stay in view, unless all of them together leave no room for other columns.
///
/// A layout of columns is a value. In statements of complexity, *n* is the number of columns, and *s* the number of shown columns
/// whose width is a ``ColumnWidth/share(_:)``. These have new widths after every edit of a width. If the columns reach
/// their bounds one after the other, dividing the width takes O(*s*²) instead of O(*s*).
///
/// An identifier that the table does not have, and a value that cannot be used, make an operation throw a ``ColumnError``; the
/// table stays as it was. An index out of range ends the program with a message that contains the valid range.
public struct ColumnLayout: Sendable {
    /// The stored properties of a column.
    struct Slot: Sendable {
        var column: Column
        /// The column as the program has described it. The user can have changed it.
        var declared: Column
        var minimum: Int64
        var maximum: Int64
        /// The width of its content, for a fitted column.
        var content: Int64 = 0
        /// The width, while it is shown.
        var width: Int64 = 0
        /// Whether the user has set the width.
        var isResized = false
    }

    private(set) var slots = ColumnSlots()
    private var freeSlots: [Int] = []
    private var slotsByName: [String: Int] = [:]
    private(set) var order: ColumnOrder
    /// The shown columns, in a section: a list that scrolls sideways.
    private(set) var widths = CollectionViewLayout(crossExtent: 1, scrollDirection: .horizontal)
    private(set) var leadingCount = 0
    private(set) var trailingCount = 0
    /// The shown columns whose width is a share.
    private var sharing: Set<Int> = []
    private(set) var available: Int64 = 0
    /// Whether columns were moved, so that the order is not that of the description.
    package var isReordered = false

    /// Right to left mirrors the x coordinates that the layout returns.
    public var flowDirection: FlowDirection

    /// The columns by which the table is sorted, the most significant one first. The layout stores this order and does not sort.
    public private(set) var sortOrder: [ColumnSort] = []

    /// - Parameters:
    ///   - columns: The columns in their order. Columns at the leading edge are moved to the start, and columns at the trailing edge
    ///     to the end.
    ///   - availableWidth: The width of the window, in points. See ``availableWidth``.
    /// - Complexity: O(*n*).
    public init(
        _ columns: [Column] = [], availableWidth: CGFloat = 0, flowDirection: FlowDirection = .leftToRight
    ) throws(ColumnError) {
        try self.init(columns, availableWidth: availableWidth, flowDirection: flowDirection, known: [:])
    }

    /// Creates a layout with different columns for the same window. A column that is in both layouts keeps the width of
    /// its content, and what was changed since it was described: its width, whether it is hidden, and its edge. If columns
    /// were moved, the order is kept. The sort order is kept as well.
    /// - Complexity: O(*n* log *n*).
    package init(_ columns: [Column], replacing old: ColumnLayout) throws(ColumnError) {
        var known: [String: Slot] = [:]
        var columns = columns
        var names: Set<String> = []
        for index in columns.indices {
            guard names.insert(columns[index].id).inserted else {
                throw .duplicateColumn(columns[index].id, index: index)
            }
            guard let place = old.slotsByName[columns[index].id] else { continue }
            var slot = old.slots[place]
            let (now, before) = (slot.column, slot.declared)
            slot.declared = columns[index]
            if slot.isResized { columns[index].width = now.width }
            if now.isHidden != before.isHidden { columns[index].isHidden = now.isHidden }
            if now.pinnedEdge != before.pinnedEdge { columns[index].pinnedEdge = now.pinnedEdge }
            known[now.id] = slot
        }
        if old.isReordered { columns = Self.ordered(columns, like: old.columns.map(\.id)) }
        try self.init(
            columns, availableWidth: old.availableWidth, flowDirection: old.flowDirection, known: known)
        isReordered = old.isReordered
        sortOrder = old.sortOrder.filter { slotsByName[$0.column] != nil }
    }

    /// Returns columns in the order of names. A column that is not named stays after the named column that it follows.
    static func ordered(_ columns: [Column], like names: [String]) -> [Column] {
        let named = Set(names)
        var followers: [String?: [Column]] = [:]
        var placed: [String: Column] = [:]
        var before: String?
        for column in columns {
            if named.contains(column.id) {
                placed[column.id] = column
                before = column.id
            } else {
                followers[before, default: []].append(column)
            }
        }
        var ordered = followers[nil] ?? []
        for name in names {
            guard let column = placed[name] else { continue }
            ordered.append(column)
            ordered += followers[name] ?? []
        }
        return ordered
    }

    /// - Parameter known: What is known of columns besides their description.
    init(
        _ columns: [Column], availableWidth: CGFloat, flowDirection: FlowDirection, known: [String: Slot]
    ) throws(ColumnError) {
        self.flowDirection = flowDirection
        guard columns.count <= ColumnOrder.mostColumns else { throw .tooMany(count: columns.count) }
        available = Self.usableWidth(availableWidth)
        var total: Int64 = 0
        for (index, column) in columns.enumerated() {
            guard slotsByName.updateValue(0, forKey: column.id) == nil else {
                throw .duplicateColumn(column.id, index: index)
            }
            total = Units.sum(total, Self.ownWidth(try Self.checked(column, like: known[column.id])))
            guard total < Units.limit else { throw .tooWide(column: column.id) }
        }
        let ordered =
            columns.filter { $0.pinnedEdge == .leading } + columns.filter { $0.pinnedEdge == nil }
            + columns.filter { $0.pinnedEdge == .trailing }
        var extents: [Double] = []
        for column in ordered {
            slotsByName[column.id] = slots.count
            var slot = try Self.checked(column, like: known[column.id])
            slot.width = Self.ownWidth(slot)
            if !column.isHidden {
                extents.append(Units.points(slot.width))
                if case .share = column.width { sharing.insert(slots.count) }
            }
            slots.append(slot)
        }
        leadingCount = ordered.prefix { $0.pinnedEdge == .leading }.count
        trailingCount = ordered.reversed().prefix { $0.pinnedEdge == .trailing }.count
        do {
            order = try ColumnOrder(isShown: ordered.map { !$0.isHidden })
            try widths.append(.list(extents: extents))
        } catch {
            throw Self.error(error, of: ordered.last?.id ?? "")
        }
        if !shareRest() { throw .outOfMemory }
    }

    // MARK: Columns

    /// The number of columns, hidden ones included.
    public var count: Int { order.count }

    /// The number of columns that are shown.
    public var shownCount: Int { order.shownCount }

    /// The column at an index of the order.
    /// - Complexity: O(log *n*).
    public subscript(index: Int) -> Column { slots[slot(at: index)].column }

    /// The index of a column in the order; nil if the table does not have it.
    /// - Complexity: O(log² *n*).
    public func index(of column: String) -> Int? { slotsByName[column].map { order.index(ofSlot: $0) } }

    /// The column with an identifier; nil if the table does not have it.
    public subscript(column: String) -> Column? { slotsByName[column].map { slots[$0].column } }

    /// All columns in their order.
    /// - Complexity: O(*n* log *n*).
    public var columns: [Column] { (0..<count).map { self[$0] } }

    func slot(at index: Int) -> Int {
        guard index >= 0, index < count else {
            fatalError("column \(index) is out of range; valid are \(0..<count)")
        }
        return order.slot(at: index)
    }

    func slot(of column: String) throws(ColumnError) -> Int {
        guard let slot = slotsByName[column] else { throw .unknownColumn(column) }
        return slot
    }

    // MARK: Edits

    /// Changes the layout, and restores it if an edit of a list fails halfway.
    mutating func edit(
        _ column: String, _ body: (inout ColumnLayout) throws(LayoutError) -> Void
    ) throws(ColumnError) {
        let (list, widths) = (order.list, widths)
        do throws(LayoutError) {
            try body(&self)
        } catch {
            (order.list, self.widths) = (list, widths)
            throw Self.error(error, of: column)
        }
    }

    private static func error(_ error: LayoutError, of column: String) -> ColumnError {
        error == .outOfMemory ? .outOfMemory : .tooWide(column: column)
    }

    /// The indices that columns of an edge can have.
    func places(of edge: ColumnEdge?) -> ClosedRange<Int> {
        switch edge {
        case .leading: 0...leadingCount
        case nil: leadingCount...count - trailingCount
        case .trailing: count - trailingCount...count
        }
    }

    /// Inserts a column before the one at an index, or at the nearest index that columns of its edge can have.
    /// - Returns: The index of the column.
    /// - Complexity: O(log *n* + *s* log *n*).
    /// - Precondition: The index is in 0...*n*.
    @discardableResult
    public mutating func insert(_ column: Column, at index: Int) throws(ColumnError) -> Int {
        guard index >= 0, index <= count else {
            fatalError("column \(index) is out of range; valid are \(0...count)")
        }
        guard slotsByName[column.id] == nil else { throw .duplicateColumn(column.id, index: 0) }
        guard count < ColumnOrder.mostColumns else { throw .tooMany(count: count + 1) }
        var new = try Self.checked(column)
        new.width = Self.ownWidth(new)
        let slot = freeSlots.last ?? slots.count
        let places = places(of: column.pinnedEdge)
        let place = min(max(index, places.lowerBound), places.upperBound)
        try edit(column.id) { (layout) throws(LayoutError) in
            try layout.place(slot, at: place, isShown: !column.isHidden, width: new.width)
        }
        if slot == slots.count {
            slots.append(new)
        } else {
            slots[slot] = new
            freeSlots.removeLast()
        }
        slotsByName[column.id] = slot
        count(column.pinnedEdge, 1)
        noteSharing(slot)
        shareRest()
        return place
    }

    private mutating func count(_ edge: ColumnEdge?, _ difference: Int) {
        if edge == .leading { leadingCount += difference }
        if edge == .trailing { trailingCount += difference }
    }

    private mutating func place(_ slot: Int, at index: Int, isShown: Bool, width: Int64) throws(LayoutError) {
        let rank = order.rank(of: index)
        if isShown { try widths.insertItem(at: rank, inSection: 0, extent: CGFloat(Units.points(width))) }
        // The last step that can fail, because the labels of columns are not restored.
        try order.insert(slot, isShown: isShown, at: index)
    }

    private mutating func takeOut(at index: Int, isShown: Bool) throws(LayoutError) {
        let rank = order.rank(of: index)
        try order.remove(at: index)
        if isShown { try widths.removeItem(rank, inSection: 0) }
    }

    /// Removes a column. It is no longer in the ``sortOrder``.
    /// - Complexity: O(log² *n* + *s* log *n*).
    public mutating func remove(_ column: String) throws(ColumnError) {
        let slot = try slot(of: column)
        let (index, old) = (order.index(ofSlot: slot), slots[slot].column)
        try edit(column) { (layout) throws(LayoutError) in try layout.takeOut(at: index, isShown: !old.isHidden) }
        count(old.pinnedEdge, -1)
        sharing.remove(slot)
        slotsByName[column] = nil
        freeSlots.append(slot)
        sortOrder.removeAll { $0.column == column }
        shareRest()
    }

    /// Moves a column to an index of the order without it, or to the nearest index that columns of its edge can have.
    /// - Returns: The new index.
    /// - Complexity: O(log² *n* + *s* log *n*).
    /// - Precondition: The index is in 0..<*n*.
    @discardableResult
    public mutating func move(_ column: String, to index: Int) throws(ColumnError) -> Int {
        try move(column, to: index, edge: try self.column(of: column).pinnedEdge)
    }

    private func column(of column: String) throws(ColumnError) -> Column { slots[try slot(of: column)].column }

    private mutating func move(_ column: String, to index: Int, edge: ColumnEdge?) throws(ColumnError) -> Int {
        guard index >= 0, index < count else {
            fatalError("column \(index) is out of range; valid are \(0..<count)")
        }
        let slot = try slot(of: column)
        let (old, source) = (slots[slot], order.index(ofSlot: slot))
        count(old.column.pinnedEdge, -1)
        count(edge, 1)
        // The places of the edge, counted without the column.
        let places = places(of: edge)
        let target = min(max(index, places.lowerBound), places.upperBound - 1)
        do throws(ColumnError) {
            // The column is removed and inserted, not moved, so that another column is the anchor and keeps its place. This is
            // done even if only its edge changes.
            if target != source || edge != old.column.pinnedEdge {
                try edit(column) { (layout) throws(LayoutError) in
                    try layout.takeOut(at: source, isShown: !old.column.isHidden)
                    try layout.place(slot, at: target, isShown: !old.column.isHidden, width: old.width)
                }
            }
        } catch {
            count(edge, -1)
            count(old.column.pinnedEdge, 1)
            throw error
        }
        slots[slot].column.pinnedEdge = edge
        if target != source, edge == old.column.pinnedEdge { isReordered = true }
        // The first columns have the units that are left over.
        if sharing.contains(slot) { shareRest() }
        return target
    }

    /// Pins a column at an edge, as the one nearest to the columns that scroll; nil unpins it.
    /// - Returns: The new index.
    /// - Complexity: O(log² *n* + *s* log *n*).
    @discardableResult
    public mutating func pin(_ column: String, at edge: ColumnEdge?) throws(ColumnError) -> Int {
        let old = try self.column(of: column).pinnedEdge
        guard old != edge else { return index(of: column) ?? 0 }
        let target =
            switch edge {
            case .leading: leadingCount
            case .trailing: count - trailingCount - 1
            case nil: old == .leading ? leadingCount - 1 : count - trailingCount
            }
        return try move(column, to: target, edge: edge)
    }

    /// Hides a column, or shows it in its place of the order.
    /// - Complexity: O(log² *n* + *s* log *n*).
    public mutating func setHidden(_ isHidden: Bool, _ column: String) throws(ColumnError) {
        let slot = try slot(of: column)
        guard slots[slot].column.isHidden != isHidden else { return }
        let index = order.index(ofSlot: slot)
        let width = Self.ownWidth(slots[slot])
        try edit(column) { (layout) throws(LayoutError) in
            let rank = layout.order.rank(of: index)
            try layout.order.setShown(!isHidden, at: index)
            if isHidden {
                try layout.widths.removeItem(rank, inSection: 0)
            } else {
                try layout.widths.insertItem(at: rank, inSection: 0, extent: CGFloat(Units.points(width)))
            }
        }
        slots[slot].column.isHidden = isHidden
        slots[slot].width = width
        noteSharing(slot)
        shareRest()
    }

    /// Gives a column a width in points within its bounds, as dragging its edge does. ``state`` stores this width.
    /// - Complexity: O(log² *n* + *s* log *n*).
    public mutating func resize(_ column: String, to width: CGFloat) throws(ColumnError) {
        try setWidth(.points(width), of: column, isResized: true)
    }

    /// Gives a column a width that ``state`` does not store.
    /// - Complexity: O(log² *n* + *s* log *n*).
    public mutating func setWidth(_ width: ColumnWidth, of column: String) throws(ColumnError) {
        try setWidth(width, of: column, isResized: false)
    }

    /// - Parameter isResized: Whether the user has set the width.
    package mutating func setWidth(_ width: ColumnWidth, of column: String, isResized: Bool) throws(ColumnError) {
        let slot = try slot(of: column)
        var changed = slots[slot].column
        changed.width = width
        var new = try Self.checked(changed, like: slots[slot])
        new.isResized = isResized
        if !isResized { new.declared.width = width }
        try setOwnWidth(slot, new)
    }

    /// Sets the bounds of the width of a column. Nil means that there is no largest width.
    /// - Complexity: O(log² *n* + *s* log *n*).
    public mutating func setBounds(minimum: CGFloat, maximum: CGFloat?, of column: String) throws(ColumnError) {
        let slot = try slot(of: column)
        var changed = slots[slot].column
        (changed.minimumWidth, changed.maximumWidth) = (minimum, maximum)
        try setOwnWidth(slot, try Self.checked(changed, like: slots[slot]))
    }

    /// Sets the width of the content of a column, in points: that of the visible items, or of a sample. A
    /// ``ColumnWidth/fitted`` column then has this width within its bounds. A column whose width is not fitted only stores it.
    /// - Complexity: O(log² *n* + *s* log *n*).
    public mutating func setContentWidth(_ width: CGFloat, of column: String) throws(ColumnError) {
        let slot = try slot(of: column)
        var new = slots[slot]
        guard let content = Self.usable(width) else {
            throw .unusableWidth(column: column, value: Double(width))
        }
        new.content = content
        try setOwnWidth(slot, new)
    }

    private mutating func setOwnWidth(_ slot: Int, _ changed: Slot) throws(ColumnError) {
        var new = changed
        let isSharing = sharing.contains(slot)
        if case .share = new.column.width, isSharing {
            try checkOwnWidths(with: new, at: slot)
            new.width = slots[slot].width
        } else {
            new.width = Self.ownWidth(new)
        }
        let index = order.index(ofSlot: slot)
        if !new.column.isHidden, new.width != slots[slot].width {
            try edit(new.column.id) { (layout) throws(LayoutError) in
                let rank = layout.order.rank(of: index)
                try layout.widths.resizeItem(rank, inSection: 0, to: CGFloat(Units.points(new.width)))
            }
        }
        slots[slot] = new
        noteSharing(slot)
        shareRest()
    }

    /// Throws if the least widths of the columns with a share, and the widths of all others, are too large together.
    private func checkOwnWidths(with new: Slot, at slot: Int) throws(ColumnError) {
        var total = widths.storage.extent
        for place in sharing {
            total = Units.sum(total, Self.ownWidth(place == slot ? new : slots[place]) - slots[place].width)
        }
        guard total < Units.limit else { throw .tooWide(column: new.column.id) }
    }

    /// Sets where content that is narrower than a column is placed.
    public mutating func setAlignment(_ alignment: ColumnAlignment, of column: String) throws(ColumnError) {
        slots[try slot(of: column)].column.alignment = alignment
    }

    /// The width of the window, in points. Shares are parts of it, and pinned columns stay at its edges. A width that is negative,
    /// infinite or not a number counts as 0.
    public var availableWidth: CGFloat { CGFloat(Units.points(available)) }

    /// Whether the layout is for a window of a width and a direction.
    package func isMade(forWidth width: CGFloat, _ direction: FlowDirection) -> Bool {
        flowDirection == direction && available == Self.usableWidth(width)
    }

    /// Sets the width of the window.
    /// - Complexity: O(*s* log *n*).
    public mutating func setAvailableWidth(_ width: CGFloat) {
        let new = Self.usableWidth(width)
        guard new != available else { return }
        available = new
        shareRest()
    }

    // MARK: Sorting

    /// Sets the columns by which the table is sorted. A column that occurs twice counts where it occurs first.
    public mutating func sort(by order: [ColumnSort]) throws(ColumnError) {
        var seen: Set<String> = []
        for sort in order { _ = try slot(of: sort.column) }
        sortOrder = order.filter { seen.insert($0.column).inserted }
    }

    /// Sorts by a column whose header the user clicks: ascending, and descending if the table is already sorted by it.
    /// - Parameter extending: Whether the user holds the shift key. The column is then added to those by which the table is sorted, and
    ///   the third click removes it.
    public mutating func toggleSort(by column: String, extending: Bool = false) throws(ColumnError) {
        _ = try slot(of: column)
        guard let place = sortOrder.firstIndex(where: { $0.column == column }) else {
            sortOrder = (extending ? sortOrder : []) + [ColumnSort(column)]
            return
        }
        if !extending {
            sortOrder = [ColumnSort(column, isAscending: place > 0 || !sortOrder[place].isAscending)]
        } else if sortOrder[place].isAscending {
            sortOrder[place].isAscending = false
        } else {
            sortOrder.remove(at: place)
        }
    }

    // MARK: Widths

    private static func usable(_ width: CGFloat) -> Int64? {
        guard width >= 0, let units = Units.usable(width) else { return nil }
        return units
    }

    private static func usableWidth(_ width: CGFloat) -> Int64 { usable(width) ?? 0 }

    /// - Parameter old: What was known of the column before.
    static func checked(_ column: Column, like old: Slot? = nil) throws(ColumnError) -> Slot {
        let stated: CGFloat =
            switch column.width {
            case .points(let width): width
            case .share(let share): share
            case .fitted: 0
            }
        for value in [stated, column.minimumWidth, column.maximumWidth ?? 0] where usable(value) == nil {
            throw .unusableWidth(column: column.id, value: Double(value))
        }
        if case .share(let share) = column.width, Units.units(share) > ColumnShare.mostWeight {
            throw .unusableWidth(column: column.id, value: Double(share))
        }
        let minimum = Units.units(column.minimumWidth)
        let maximum = column.maximumWidth.map { Units.units($0) } ?? Units.lengthLimit
        guard minimum <= maximum else {
            throw .unusableBounds(
                column: column.id, minimum: Double(column.minimumWidth), maximum: Double(column.maximumWidth ?? 0))
        }
        return Slot(
            column: column, declared: old?.declared ?? column, minimum: minimum, maximum: maximum,
            content: old?.content ?? 0, width: old?.width ?? 0, isResized: old?.isResized ?? false)
    }

    /// The width that does not depend on other columns. A column with a share has its minimum until the rest is shared.
    private static func ownWidth(_ slot: Slot) -> Int64 {
        let wanted: Int64 =
            switch slot.column.width {
            case .points(let width): Units.units(width)
            case .share: 0
            case .fitted: slot.content
            }
        return min(max(wanted, slot.minimum), slot.maximum)
    }

    private mutating func noteSharing(_ slot: Int) {
        if case .share = slots[slot].column.width, !slots[slot].column.isHidden {
            sharing.insert(slot)
        } else {
            sharing.remove(slot)
        }
    }

    /// Gives the columns with a share their parts of what the others leave.
    /// - Returns: False if memory ran out. Some columns then have their old widths until the next edit.
    @discardableResult
    private mutating func shareRest() -> Bool {
        guard !sharing.isEmpty else { return true }
        let places = sharing.map { (index: order.index(ofSlot: $0), slot: $0) }.sorted { $0.index < $1.index }
        let taken = widths.storage.extent - places.reduce(0) { $0 + slots[$1.slot].width }
        let shares = places.map { place in
            guard case .share(let share) = slots[place.slot].column.width else { fatalError("no share") }
            return ColumnShare(
                weight: Units.units(share), minimum: slots[place.slot].minimum, maximum: slots[place.slot].maximum)
        }
        var isComplete = true
        let parts = ColumnShare.parts(of: max(0, available - taken), shares)
        for (place, width) in zip(places, parts) where width != slots[place.slot].width {
            do {
                let rank = order.rank(of: place.index)
                try widths.resizeItem(rank, inSection: 0, to: CGFloat(Units.points(width)))
                slots[place.slot].width = width
            } catch {
                isComplete = false
            }
        }
        return isComplete
    }

    // MARK: Anchors

    /// Makes edits while the list of shown columns follows an anchor.
    mutating func keeping<Failure: Error>(
        _ anchor: ScrollAnchor?, _ edits: (inout ColumnLayout) throws(Failure) -> Void
    ) throws(Failure) -> ScrollAdjustment {
        let scope = widths.openScope(anchor, nil)
        do throws(Failure) {
            try edits(&self)
        } catch {
            widths.endFollowing(scope)
            throw error
        }
        return widths.close(scope)
    }
}
