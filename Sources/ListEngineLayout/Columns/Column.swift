import Foundation

/// A column of a table: a part of all items, between two vertical lines.
///
///     Column("name", width: .share(1), minimumWidth: 80)
///     Column("size", width: .points(90), alignment: .trailing)
///
/// A ``ColumnLayout`` places columns next to each other.
public struct Column: Sendable, Hashable, Codable, Identifiable {
    /// The name of the column among those of its table. It is also its name in a stored ``ColumnState``.
    public let id: String

    /// The text of the header, and of the column in menus. By default it is the identifier.
    public var title: String

    /// The width before ``minimumWidth`` and ``maximumWidth`` apply.
    public var width: ColumnWidth

    /// The smallest width, in points.
    public var minimumWidth: CGFloat

    /// The largest width, in points. Nil means that there is no limit.
    public var maximumWidth: CGFloat?

    /// Where content that is narrower than the column is placed. A terminal and a GTK window place ready-made fields accordingly.
    /// The hosts for Apple's toolkits do not.
    public var alignment: ColumnAlignment

    /// Whether the column has a place in the order and is not shown.
    public var isHidden: Bool

    /// The edge of the table at which the column stays when the content scrolls sideways. Nil means that it scrolls.
    public var pinnedEdge: ColumnEdge?

    /// Whether the heights of items depend on their content in this column, if they are measured. If no column of a table is marked, its
    /// first one is.
    public var measuresItems = false

    /// Creates the description of a column. Its values are checked when a ``ColumnLayout`` receives it.
    /// - Parameters:
    ///   - id: The name of the column, which no other column of the table has.
    ///   - title: The text of the header. Nil: the identifier.
    ///   - width: The width before the bounds apply.
    ///   - minimumWidth: The smallest width, in points.
    ///   - maximumWidth: The largest width, in points. Nil means that there is no limit.
    ///   - alignment: See ``alignment``.
    ///   - isHidden: Whether the column has a place in the order and is not shown.
    ///   - pinnedEdge: The edge of the table at which the column stays. Nil means that it scrolls.
    public init(
        _ id: String, title: String? = nil, width: ColumnWidth = .share(1), minimumWidth: CGFloat = 0,
        maximumWidth: CGFloat? = nil,
        alignment: ColumnAlignment = .leading, isHidden: Bool = false, pinnedEdge: ColumnEdge? = nil
    ) {
        self.id = id
        self.title = title ?? id
        self.width = width
        self.minimumWidth = minimumWidth
        self.maximumWidth = maximumWidth
        self.alignment = alignment
        self.isHidden = isHidden
        self.pinnedEdge = pinnedEdge
    }
}

/// The width of a column.
public enum ColumnWidth: Sendable, Hashable, Codable {
    /// A number of points.
    case points(CGFloat)
    /// A share of the width that is left by all other columns, in proportion to the shares of other columns. If nothing is
    /// left, the column has its minimum width. A share is at most 2^20.
    case share(CGFloat)
    /// The width of the content: see ``ColumnLayout/setContentWidth(_:of:)``. Until then it is the minimum width. State
    /// a minimum if there are many such columns: columns of width 0 are all visible together.
    case fitted
}

/// Where content is placed in a column that is wider.
public enum ColumnAlignment: String, Sendable, Hashable, Codable {
    case leading, center, trailing
}

/// An edge of a table.
public enum ColumnEdge: String, Sendable, Hashable, Codable {
    case leading, trailing
}

/// A column by which a table is sorted.
public struct ColumnSort: Sendable, Hashable, Codable {
    /// The ``Column/id`` of the column.
    public var column: String
    /// Whether the smallest value comes first.
    public var isAscending: Bool

    /// Creates a criterion of an order.
    /// - Parameter column: The ``Column/id`` of the column.
    public init(_ column: String, isAscending: Bool = true) {
        self.column = column
        self.isAscending = isAscending
    }
}

/// The reason why a ``ColumnLayout`` refused an operation. The layout is unchanged.
public enum ColumnError: Error, Sendable, Hashable {
    /// A width, a share or a bound is NaN, infinite, negative or larger than its limit: 2^40 points, and 2^20 for a share.
    case unusableWidth(column: String, value: Double)
    /// The minimum is larger than the maximum.
    case unusableBounds(column: String, minimum: Double, maximum: Double)
    /// The table already has a column with this identifier. `index` is that of the second one among the inserted columns.
    case duplicateColumn(String, index: Int)
    /// The table has no column with this identifier.
    case unknownColumn(String)
    /// A table has at most 2^20 columns.
    case tooMany(count: Int)
    /// All columns together are at most 2^42 points wide.
    case tooWide(column: String)
    /// The system has no memory left.
    case outOfMemory
}

extension ColumnError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unusableWidth(let column, let value):
            "column \"\(column)\": expected a finite number that is not negative (a width of at most 2^40, a share of at most 2^20), found \(value)"
        case .unusableBounds(let column, let minimum, let maximum):
            "column \"\(column)\": the minimum width \(minimum) is larger than the maximum width \(maximum)"
        case .duplicateColumn(let column, let index):
            "column \(index) of the inserted ones: the table already has a column \"\(column)\""
        case .unknownColumn(let column): "the table has no column \"\(column)\""
        case .tooMany(let count): "\(count) columns are more than the limit of 1048576"
        case .tooWide(let column): "column \"\(column)\": the columns together would be wider than 2^42 points"
        case .outOfMemory: "out of memory"
        }
    }
}
