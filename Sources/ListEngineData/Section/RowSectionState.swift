import ListEngine

/// The choices of a user in a list of rows: the place, and the selected and expanded rows. Store it to open the list in the same way after a
/// restart.
///
///     let stored = RowSectionState<Int, Int>()           // decoded from a file, say
///     let section = RowSection(LiveRows(source, at: stored.side)) { (cell: ContentCell, state) in
///         cell.content = ItemContent(state.row?.name ?? "…")
///     }
///     section.restore(stored)
public struct RowSectionState<Key: Comparable & Hashable & Sendable, ID: Hashable & Sendable>: Hashable, Sendable {
    /// The place by the key of a row; nil if it is not known.
    public var place: ListAnchor<String, Key>?
    /// The identities of the selected rows.
    public var selection: Set<ID>
    /// The identities of the expanded rows.
    public var expansion: Set<ID>

    public init(place: ListAnchor<String, Key>? = nil, selection: Set<ID> = [], expansion: Set<ID> = []) {
        self.place = place
        self.selection = selection
        self.expansion = expansion
    }

    /// The rows that are read first to show the place. See ``LiveRows/init(_:at:pageSize:scheduler:)``.
    public var side: RowSide<Key> {
        switch place {
        case .item(let key, _, _, _, _): .from(key)
        case .end: .last
        case .start, nil: .first
        }
    }
}

extension RowSectionState: Codable where Key: Codable, ID: Codable {}
