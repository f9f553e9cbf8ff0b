import Foundation

/// The changes that the user has made to the columns of a table, to be stored and restored.
///
///     UserDefaults.standard.set(try JSONEncoder().encode(columns.state), forKey: "columns")
///
/// After a state was restored whose order is not that of the description, this order is kept, as after a move by the user.
/// The state contains only widths that the user has set, so a later version of the program can change the others.
public struct ColumnState: Sendable, Hashable, Codable {
    /// What is stored of a column.
    public struct Entry: Sendable, Hashable, Codable {
        /// The ``Column/id`` of the column.
        public var column: String
        /// In points. Nil if the user did not set it.
        public var width: CGFloat?
        /// Whether the column has a place in the order and is not shown.
        public var isHidden: Bool
        /// The edge of the table at which the column stays. Nil means that it scrolls.
        public var pinnedEdge: ColumnEdge?

        /// Creates the entry of a column.
        /// - Parameters:
        ///   - column: The ``Column/id`` of the column.
        ///   - width: The width that the user has set, in points. Nil if the user did not set it.
        public init(
            _ column: String, width: CGFloat? = nil, isHidden: Bool = false, pinnedEdge: ColumnEdge? = nil
        ) {
            self.column = column
            self.width = width
            self.isHidden = isHidden
            self.pinnedEdge = pinnedEdge
        }
    }

    /// All columns in their order.
    public var columns: [Entry]

    /// See ``ColumnLayout/sortOrder``.
    public var sortOrder: [ColumnSort]

    /// Creates a state.
    /// - Parameter columns: All columns in their order.
    public init(columns: [Entry] = [], sortOrder: [ColumnSort] = []) {
        self.columns = columns
        self.sortOrder = sortOrder
    }
}

extension ColumnLayout {
    /// What the user has changed.
    /// - Complexity: O(*n* log *n*).
    public var state: ColumnState {
        let entries = (0..<count).map { index in
            let slot = slots[order.slot(at: index)]
            var width: CGFloat?
            if slot.isResized, case .points(let points) = slot.column.width { width = points }
            return ColumnState.Entry(
                slot.column.id, width: width, isHidden: slot.column.isHidden, pinnedEdge: slot.column.pinnedEdge)
        }
        return ColumnState(columns: entries, sortOrder: sortOrder)
    }

    /// Restores a state, which may be that of another set of columns: an earlier version of the program had others.
    /// A column that is not in the state stays after the column that it follows now. Entries of the state that cannot
    /// be used are ignored and returned. A column without a width in the state gets back the one that the program has
    /// set.
    /// - Returns: An error for each entry that was ignored: an unknown column, a column that occurs twice, an unusable width.
    /// - Complexity: O(*n* log *n*).
    /// - Throws: ``ColumnError/tooWide(column:)``, ``ColumnError/outOfMemory``.
    @discardableResult
    public mutating func restore(_ state: ColumnState) throws(ColumnError) -> [ColumnError] {
        var ignored: [ColumnError] = []
        var entries: [ColumnState.Entry] = []
        var named: Set<String> = []
        for (index, entry) in state.columns.enumerated() {
            if self[entry.column] == nil {
                ignored.append(.unknownColumn(entry.column))
            } else if !named.insert(entry.column).inserted {
                ignored.append(.duplicateColumn(entry.column, index: index))
            } else {
                entries.append(entry)
            }
        }
        let before = columns
        var known: [String: Slot] = [:]
        for index in 0..<count {
            let slot = slots[order.slot(at: index)]
            known[slot.column.id] = slot
        }
        for entry in entries {
            guard var slot = known[entry.column] else { continue }
            slot.column.isHidden = entry.isHidden
            slot.column.pinnedEdge = entry.pinnedEdge
            if entry.width == nil, slot.isResized {
                (slot.column.width, slot.isResized) = (slot.declared.width, false)
            }
            if let width = entry.width {
                slot.column.width = .points(width)
                slot.isResized = true
                do throws(ColumnError) {
                    slot = try Self.checked(slot.column, like: slot)
                } catch {
                    ignored.append(error)
                    slot.column.width = known[entry.column]?.column.width ?? slot.column.width
                    slot.isResized = known[entry.column]?.isResized ?? false
                }
            }
            known[entry.column] = slot
        }
        let ordered = Self.ordered(before, like: entries.map(\.column))
        var restored = try ColumnLayout(
            ordered.map { known[$0.id]?.column ?? $0 }, availableWidth: availableWidth, flowDirection: flowDirection,
            known: known)
        var sorts: [ColumnSort] = []
        for sort in state.sortOrder {
            if restored[sort.column] == nil { ignored.append(.unknownColumn(sort.column)) } else { sorts.append(sort) }
        }
        try restored.sort(by: sorts)
        restored.isReordered = isReordered || ordered.map(\.id) != before.map(\.id)
        self = restored
        return ignored
    }
}
