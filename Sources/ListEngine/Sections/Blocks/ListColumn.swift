import ListEngineLayout

/// A column of a table: a title, a description of the column, and what the fields show.
///
///     ListBlock("files", files)
///         .columns {
///             ListColumn("Name") { file in ItemContent(file.name) }
///                 .sorted { $0.name < $1.name }
///                 .pinned(.leading)
///             ListColumn("Size", width: .points(90)) { file in ItemContent("\(file.size)") }
///                 .aligned(.trailing)
///         }
@MainActor
public struct ListColumn<Item> {
    /// The description with which the table starts. ``CollectionView/columns`` contains the changes of the user.
    public var column: Column

    let show: @MainActor (FieldRequest, Item) -> CollectionReusableView?
    let content: (@MainActor (Item) -> ItemContent)?
    private(set) var isBefore: (@Sendable (Item, Item) -> Bool)?
    private(set) var summarize: (@MainActor ([Item]) -> ItemContent)?
    private var ownText: (@MainActor (Item) -> String)?
    private var commit: (@MainActor (Item, String) -> Bool)?
    private var isEditable: @MainActor (Item) -> Bool = { _ in true }

    /// Creates a column of ready-made fields.
    /// - Parameters:
    ///   - title: The text of the header.
    ///   - id: The identifier of the column. Nil means that the title identifies it.
    ///   - width: The width before the bounds apply. See ``width(from:to:)``.
    ///   - content: Returns what a field shows.
    public init(
        _ title: String, id: String? = nil, width: ColumnWidth = .share(1),
        _ content: @escaping @MainActor (Item) -> ItemContent
    ) {
        column = Column(id ?? title, title: title, width: width)
        self.content = content
        show = { field, item in field.content(content(item)) }
    }

    /// Creates a column of the program's own fields.
    /// - Parameters:
    ///   - title: The text of the header.
    ///   - id: The identifier of the column. Nil means that the title identifies it.
    ///   - width: The width before the bounds apply. See ``width(from:to:)``.
    ///   - fill: Configures a field.
    public init<Field: CollectionReusableView>(
        _ title: String, id: String? = nil, width: ColumnWidth = .share(1),
        _ fill: @escaping @MainActor (Field, Item) -> Void
    ) {
        column = Column(id ?? title, title: title, width: width)
        content = nil
        show = { field, item in
            let view = field.dequeue(Field.self)
            fill(view, item)
            return view
        }
    }

    /// Sets the bounds of the width.
    /// - Parameters:
    ///   - minimum: The smallest width, in points.
    ///   - maximum: The largest width, in points. Nil means that there is no limit.
    public func width(from minimum: CGFloat, to maximum: CGFloat? = nil) -> ListColumn {
        with { ($0.column.minimumWidth, $0.column.maximumWidth) = (minimum, maximum) }
    }

    /// Sets where content that is narrower than the column is placed. See `Column.alignment`.
    public func aligned(_ alignment: ColumnAlignment) -> ListColumn { with { $0.column.alignment = alignment } }

    /// Keeps the column at an edge of the window.
    public func pinned(_ edge: ColumnEdge) -> ListColumn { with { $0.column.pinnedEdge = edge } }

    /// Hides the column until the user shows it.
    public func hidden() -> ListColumn { with { $0.column.isHidden = true } }

    /// The heights of items depend on their contents in this column. See `Column.measuresItems`.
    public func measuringItems() -> ListColumn { with { $0.column.measuresItems = true } }

    /// Sets how items are sorted by the column. ``ItemSorter`` applies it on any thread.
    /// - Parameter isBefore: Whether the first item is before the second one in ascending order.
    public func sorted(_ isBefore: @escaping @Sendable (Item, Item) -> Bool) -> ListColumn {
        with { $0.isBefore = isBefore }
    }

    /// Sets the text of an item in the column, which is copied and with which an edit begins. By default it is the title of the
    /// ready-made field; a custom field has none.
    public func text(_ text: @escaping @MainActor (Item) -> String) -> ListColumn { with { $0.ownText = text } }

    /// Lets the user edit the fields of the column: see ``CollectionView/fieldEdit``.
    ///
    ///     ListColumn("Name") { (file: File) in ItemContent(file.name) }
    ///         .onEdit { file, name in
    ///             print("rename \(file.name) to \(name)")
    ///             return true
    ///         }
    /// - Parameters:
    ///   - isEditable: Whether the field of an item can be edited.
    ///   - commit: Receives the item, as it is now, and the text that the user has typed. It returns whether the text is accepted. The list
    ///     shows the new text when the program shows its items again.
    public func onEdit(
        where isEditable: @escaping @MainActor (Item) -> Bool = { _ in true },
        _ commit: @escaping @MainActor (_ item: Item, _ text: String) -> Bool
    ) -> ListColumn {
        with { ($0.isEditable, $0.commit) = (isEditable, commit) }
    }

    /// Sets what headers and footers show for several items in the column, such as a sum. See ``ListBlock/summaryFooter(_:pins:)``.
    ///
    ///     ListColumn("Size") { (file: File) in ItemContent("\(file.size)") }
    ///         .summary { files in ItemContent("\(files.reduce(0) { $0 + $1.size })") }
    public func summary(_ summarize: @escaping @MainActor ([Item]) -> ItemContent) -> ListColumn {
        with { $0.summarize = summarize }
    }

    /// The content of an item for copying, typing ahead and editing.
    func field(of item: Item) -> TableField {
        let text = ownText?(item) ?? content?(item).title ?? ""
        guard let commit, isEditable(item) else { return TableField(text) }
        return TableField(text) { commit(item, $0) }
    }

    private func with(_ change: (inout ListColumn) -> Void) -> ListColumn {
        var copy = self
        change(&copy)
        return copy
    }
}

/// Builds the columns of a ``ListBlock``.
@resultBuilder
@MainActor
public enum ListColumnBuilder<Item> {
    public static func buildExpression(_ column: ListColumn<Item>) -> [ListColumn<Item>] { [column] }
    public static func buildExpression(_ columns: [ListColumn<Item>]) -> [ListColumn<Item>] { columns }
    public static func buildBlock(_ parts: [ListColumn<Item>]...) -> [ListColumn<Item>] { parts.flatMap(\.self) }
    public static func buildOptional(_ part: [ListColumn<Item>]?) -> [ListColumn<Item>] { part ?? [] }
    public static func buildEither(first part: [ListColumn<Item>]) -> [ListColumn<Item>] { part }
    public static func buildEither(second part: [ListColumn<Item>]) -> [ListColumn<Item>] { part }
    public static func buildArray(_ parts: [[ListColumn<Item>]]) -> [ListColumn<Item>] { parts.flatMap(\.self) }
}

/// Sorts items by the columns of a table, on any thread.
///
///     view.sortHandler = { order in
///         list.buildLatest { [sorter] in sorter.sorted(files, by: order) } content: { files in
///             ListBlock("files", files).columns(of: table)
///         }
///     }
public struct ItemSorter<Item>: Sendable {
    private let comparators: [String: @Sendable (Item, Item) -> Bool]

    /// - Parameter columns: The columns; those that are not ``ListColumn/sorted(_:)`` have no effect.
    @MainActor
    public init(_ columns: [ListColumn<Item>]) {
        var comparators: [String: @Sendable (Item, Item) -> Bool] = [:]
        for column in columns { comparators[column.column.id] = column.isBefore }
        self.comparators = comparators
    }

    /// Returns the items in an order of columns. Items that are equal in all of these columns keep their order.
    /// - Complexity: O(*n* log *n*) comparisons.
    public func sorted(_ items: [Item], by order: [ColumnSort]) -> [Item] {
        let criteria = order.compactMap { sort in
            comparators[sort.column].map { (isBefore: $0, isAscending: sort.isAscending) }
        }
        guard !criteria.isEmpty else { return items }
        return items.enumerated().sorted { one, other in
            for (isBefore, isAscending) in criteria {
                let (a, b) = isAscending ? (one.element, other.element) : (other.element, one.element)
                if isBefore(a, b) { return true }
                if isBefore(b, a) { return false }
            }
            return one.offset < other.offset
        }.map(\.element)
    }
}
