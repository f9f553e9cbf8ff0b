import Foundation
import ListEngineLayout

/// A section of a ``ListBuilder``: an identifier, items of one type, and a closure that configures their cells.
///
///     ListBlock("prices", prices, id: \.product) { (cell: PriceCell, price) in cell.text = price.text }
///         .height(32)
///         .header(height: 24) { (header: TitleView) in header.title = "Prices" }
///         .onDidSelect { price, _ in print(price.product) }
///         .trailingSwipeActions { price in
///             CollectionSwipeActions([CollectionSwipeAction(.destructive, title: "Delete") { _, _, done in
///                 prices.removeAll { $0.product == price.product }
///                 done(true)
///                 render()
///             }])
///         }
///         .onMove { _, from, to in prices.insert(prices.remove(at: from), at: to) }
///
/// A closure that returns an ``ItemContent`` needs no class of cells. Such items are as high as their contents need:
///
///     ListBlock("fruits", fruits) { fruit in ItemContent(fruit.name, trailing: fruit.price) }
///         .header("Fruits")
///
/// Items that are ``ListIdentifiable`` are passed with `id: \.listIdentifier`. A block with all its modifiers is one
/// expression. If it is so complex that the compiler is slow to check it, assign the items to a variable first.
///
/// By default the items are rows as wide as the list, in a flow layout and in a compositional layout
/// (``ListDataSource/compositionalSectionLayoutProvider(at:environment:)``). ``ClosureSection/onCellSize(_:)`` and
/// ``ClosureSection/onLayout(_:)`` change that. All other methods of ``ClosureSection`` can be chained as well.
@MainActor
public final class ListBlock<Item, ItemIdentifier: Hashable & Sendable>: ClosureSection<Item, ItemIdentifier> {
    /// Nil: the usual height of the host.
    private var rowHeight: CGFloat?
    private var estimatesHeight = false
    private var header: Boundary?
    private var footer: Boundary?
    private var describe: (@MainActor (Item) -> ItemContent)?
    /// Nil if the block is no table.
    private(set) var table: ListTable<Item>?

    /// Whether a header or a footer shows the columns.
    enum TablePart {
        case ordinary, titles, summary
    }

    /// A header or a footer.
    private final class Boundary {
        /// Nil: the usual height of the host.
        let height: CGFloat?
        let isEstimated: Bool
        let pins: Bool
        let table: TablePart

        init(height: CGFloat?, isEstimated: Bool, pins: Bool, table: TablePart = .ordinary) {
            (self.height, self.isEstimated, self.pins, self.table) = (height, isEstimated, pins, table)
        }
    }

    /// - Parameters:
    ///   - listIdentifier: Identifies the section. Use the same one each time the list is built.
    ///   - items: The items of the section. If several have the same identifier, the first is shown.
    ///   - identify: Returns the identifier of an item, which stays the same when the item's content changes.
    ///   - fill: Configures a cell. Called when an item becomes visible, and each time the list is built.
    @inlinable
    public convenience init<Cell: CollectionViewCell>(
        _ listIdentifier: String, _ items: [Item], identifiedBy identify: @escaping @MainActor (Item) -> ItemIdentifier,
        _ fill: @escaping @MainActor (Cell, Item) -> Void
    ) {
        // The loop is compiled for the types of the caller.
        self.init(
            listIdentifier, items, identify,
            { items in
                var identifiers: [ItemIdentifier] = []
                identifiers.reserveCapacity(items.count)
                for item in items { identifiers.append(identify(item)) }
                return identifiers
            }, fill)
    }

    /// Creates a section whose items are identified by one of their properties, or are their own identifiers:
    /// `id: \.self`.
    @inlinable
    public convenience init<Cell: CollectionViewCell>(
        _ listIdentifier: String, _ items: [Item], id: KeyPath<Item, ItemIdentifier>,
        _ fill: @escaping @MainActor (Cell, Item) -> Void
    ) {
        // Reading an item through a key path costs more than all other work for it. Items that are their own
        // identifiers have no separate initializer: the type checker would try both for each closure of a chain.
        let own: @Sendable (Item) -> Item = { $0 }
        let all: @Sendable ([Item]) -> [Item] = { $0 }
        if Item.self == ItemIdentifier.self, id as AnyKeyPath == \Item.self as AnyKeyPath,
            let identify = own as? @Sendable (Item) -> ItemIdentifier,
            let identifyAll = all as? @Sendable ([Item]) -> [ItemIdentifier]
        {
            self.init(listIdentifier, items, identify, identifyAll, fill)
        } else {
            self.init(listIdentifier, items, identifiedBy: { $0[keyPath: id] }, fill)
        }
    }

    /// Creates a section of ready-made cells.
    ///
    ///     ListBlock("cities", cities, id: \.name) { city in ItemContent(city.name) }
    /// - Parameter content: Returns what an item shows. Called when the item becomes visible, and each time the list is built.
    ///   It is also called for hidden items while the user searches for an item by typing.
    @inlinable
    public convenience init(
        _ listIdentifier: String, _ items: [Item], id: KeyPath<Item, ItemIdentifier>,
        _ content: @escaping @MainActor (Item) -> ItemContent
    ) {
        self.init(listIdentifier, items, id: id) { (cell: ContentCell, item: Item) in cell.content = content(item) }
        show(content)
    }

    /// Creates a section of ready-made cells. A function gives the identifier of each item.
    @inlinable
    public convenience init(
        _ listIdentifier: String, _ items: [Item], identifiedBy identify: @escaping @MainActor (Item) -> ItemIdentifier,
        _ content: @escaping @MainActor (Item) -> ItemContent
    ) {
        self.init(listIdentifier, items, identifiedBy: identify) { (cell: ContentCell, item: Item) in
            cell.content = content(item)
        }
        show(content)
    }

    /// Creates a section that is shown in columns; see ``columns(_:)``.
    @inlinable
    public convenience init(_ listIdentifier: String, _ items: [Item], id: KeyPath<Item, ItemIdentifier>) {
        self.init(listIdentifier, items, id: id) { (_: ContentCell, _: Item) in }
    }

    @usableFromInline
    func show(_ content: @escaping @MainActor (Item) -> ItemContent) {
        describe = content
        estimatesHeight = true
    }

    @usableFromInline
    init<Cell: CollectionViewCell>(
        _ listIdentifier: String, _ items: [Item], _ identify: @escaping @MainActor (Item) -> ItemIdentifier,
        _ identifyAll: @escaping @MainActor ([Item]) -> [ItemIdentifier],
        _ fill: @escaping @MainActor (Cell, Item) -> Void
    ) {
        super.init(listIdentifier: listIdentifier, items: items, identifiedBy: identify)
        self.identifyAll = identifyAll
        onCellConfigure(Cell.self) { cell, item, _ in fill(cell, item) }
    }

    /// Shows some of the items in cells of another class.
    ///
    ///     ListBlock("feed", posts) { post in ItemContent(post.text) }
    ///         .cell(where: \.isPhoto) { (cell: PhotoCell, post) in cell.photo = post.photo }
    ///
    /// If an item meets the conditions of several calls, the last one applies. An item that meets a condition after a change
    /// gets a new cell.
    /// - Parameters:
    ///   - isMeant: Whether the items are shown in these cells.
    ///   - fill: Configures a cell.
    @discardableResult
    public func cell<Cell: CollectionViewCell>(
        where isMeant: @escaping @MainActor (Item) -> Bool, _ cellClass: Cell.Type = Cell.self,
        _ fill: @escaping @MainActor (Cell, Item) -> Void
    ) -> Self {
        mixCells(where: isMeant) { (cell: Cell, item, _) in fill(cell, item) }
        return self
    }

    /// Sets the height of each item, in points. By default ready-made cells are as high as their contents, and all other
    /// cells have the usual height of the host: see ``CollectionViewHost/usualItemExtent``.
    @discardableResult
    public func height(_ height: CGFloat) -> Self {
        rowHeight = height
        estimatesHeight = false
        return self
    }

    /// Sizes items by the height of the cells that show them. See <doc:SizeCells>.
    /// - Parameter height: The estimated height of an item until its cell is measured, in points.
    @discardableResult
    public func estimatedHeight(_ height: CGFloat) -> Self {
        rowHeight = height
        estimatesHeight = true
        return self
    }

    /// Adds a header above the items.
    /// - Parameters:
    ///   - height: The height of the header, in points.
    ///   - pins: Whether the header stays visible while its section is. In a flow layout, set
    ///     `CollectionViewFlowLayout.sectionHeadersPinToVisibleBounds` instead, which applies to all sections.
    ///   - fill: Configures the header. Called when it becomes visible, and each time the list is built.
    @discardableResult
    public func header<View: CollectionReusableView>(
        height: CGFloat, pins: Bool = false, _ fill: @escaping @MainActor (View) -> Void
    ) -> Self {
        setHeader(height, isEstimated: false, pins, fill)
    }

    /// Adds a header above the items whose height is that of its view, for example of a text that the user can enlarge.
    ///
    /// In a compositional layout the view is measured. A flow layout has headers of fixed heights, so there the header has
    /// the estimated height.
    /// - Parameters:
    ///   - estimatedHeight: The height of the header until its view is measured, in points.
    ///   - pins: See ``header(height:pins:_:)``.
    ///   - fill: Configures the header. Called when it becomes visible, and each time the list is built.
    @discardableResult
    public func header<View: CollectionReusableView>(
        estimatedHeight: CGFloat, pins: Bool = false, _ fill: @escaping @MainActor (View) -> Void
    ) -> Self { setHeader(estimatedHeight, isEstimated: true, pins, fill) }

    /// Adds a ready-made header above the items, as high as its content.
    ///
    /// A flow layout has headers of fixed heights, so there the header has the usual height of the host.
    /// - Parameter pins: See ``header(height:pins:_:)``.
    @discardableResult
    public func header(_ content: ItemContent, pins: Bool = false) -> Self {
        setHeader(nil, isEstimated: true, pins) { (view: ContentView) in view.content = content }
    }

    /// Adds a ready-made header with a title above the items, as high as the title. It pins as in ``header(height:pins:_:)``.
    @discardableResult
    public func header(_ title: String, pins: Bool = false) -> Self { header(ItemContent(title), pins: pins) }

    /// Adds a ready-made footer below the items, as high as its content.
    @discardableResult
    public func footer(_ content: ItemContent) -> Self {
        footer = Boundary(height: nil, isEstimated: true, pins: false)
        return onFooterConfigure(ContentView.self) { view, _ in view.content = content }
    }

    /// Adds a ready-made footer with a text below the items.
    @discardableResult
    public func footer(_ text: String) -> Self {
        var content = ItemContent(subtitle: text)
        content.subtitleLineLimit = 0
        return footer(content)
    }

    func setHeader<View: CollectionReusableView>(
        _ height: CGFloat?, isEstimated: Bool, _ pins: Bool, _ fill: @escaping @MainActor (View) -> Void
    ) -> Self {
        header = Boundary(height: height, isEstimated: isEstimated, pins: pins)
        return onHeaderConfigure(View.self) { view, _ in fill(view) }
    }

    /// Sets a header or a footer with fields.
    func setTableBoundary(
        _ kind: ElementKind, _ part: TablePart, _ pins: Bool, _ fill: @escaping @MainActor (TableHeaderView) -> Void
    ) -> Self {
        let boundary = Boundary(height: nil, isEstimated: true, pins: pins, table: part)
        if kind == .header {
            header = boundary
            return onHeaderConfigure(TableHeaderView.self) { view, _ in fill(view) }
        }
        footer = boundary
        return onFooterConfigure(TableHeaderView.self) { view, _ in fill(view) }
    }

    /// Shows the items in columns; see ``columns(_:)``.
    func show(_ table: ListTable<Item>) {
        self.table = table
        describe = table.columns.first?.content
        if rowHeight == nil { estimatesHeight = true }
    }

    // MARK: Calls from the list

    public override func registerDecorationViews(for collectionView: CollectionView) {
        super.registerDecorationViews(for: collectionView)
        if let table { collectionView.show(table) }
    }

    override func field(
        _ column: String, of itemIdentifier: ItemIdentifier, _ indexPath: IndexPath
    ) -> TableField? {
        guard let table else { return nil }
        return shownItem(itemIdentifier, indexPath).flatMap { table.field(column, of: $0) }
    }

    override func text(of itemIdentifier: ItemIdentifier, _ indexPath: IndexPath) -> String? {
        guard let describe else { return nil }
        return shownItem(itemIdentifier, indexPath).map { describe($0).title }
    }

    private var usualHeight: CGFloat { context?.usualItemExtent ?? 44 }

    private var rowSize: CGSize {
        // The rows of a table are as wide as its columns.
        let width = table == nil ? listSize.width : context?.collectionView?.containerSize.width ?? 0
        return CGSize(width: max(0, width - inset.leading - inset.trailing), height: rowHeight ?? usualHeight)
    }

    public override var itemSize: CGSize? {
        super.itemSize ?? (hasCellSize || estimatesHeight || estimatedItemSize != nil ? nil : rowSize)
    }

    public override var estimatedItemHeight: CGFloat? {
        estimatesHeight && super.itemSize == nil && estimatedItemSize == nil && !hasCellSize
            ? rowHeight ?? usualHeight : nil
    }

    public override func layout(in environment: CollectionLayoutEnvironment?) -> CollectionLayoutSection? {
        if let layout = super.layout(in: environment) { return layout }
        let height = rowHeight ?? usualHeight
        let section = CollectionLayoutSection.list(
            itemHeight: estimatesHeight ? .estimated(height) : .absolute(height), spacing: minimumLineSpacing,
            insets: DirectionalEdgeInsets(
                top: inset.top, leading: inset.leading, bottom: inset.bottom, trailing: inset.trailing))
        section.boundarySupplementaryItems =
            [boundary(header, .header, .top), boundary(footer, .footer, .bottom)].compactMap(\.self)
        return section
    }

    // A size that the program states by a closure has priority.

    public override func referenceSizeForHeaderView(section: Int) -> CGSize {
        size(of: header, super.referenceSizeForHeaderView(section: section))
    }

    public override func referenceSizeForFooterView(section: Int) -> CGSize {
        size(of: footer, super.referenceSizeForFooterView(section: section))
    }

    private func size(of boundary: Boundary?, _ stated: CGSize) -> CGSize {
        guard let boundary, stated == .zero, !isAboveSections(boundary) else { return stated }
        return CGSize(width: listSize.width, height: height(of: boundary))
    }

    /// Whether these are titles that the list shows above all sections.
    private func isAboveSections(_ boundary: Boundary) -> Bool {
        boundary.table == .titles && context?.collectionView?.showsColumnTitlesAboveSections == true
    }

    private func height(of boundary: Boundary) -> CGFloat {
        boundary.height ?? (boundary.table == .ordinary ? usualHeight : context?.usualTitleExtent ?? 44)
    }

    private func boundary(
        _ boundary: Boundary?, _ kind: ElementKind, _ alignment: RectAlignment
    ) -> CollectionLayoutBoundarySupplementaryItem? {
        guard let boundary, !isAboveSections(boundary) else { return nil }
        let height = height(of: boundary)
        let item = CollectionLayoutBoundarySupplementaryItem(
            layoutSize: CollectionLayoutSize(
                widthDimension: .fractionalWidth(1),
                heightDimension: boundary.isEstimated ? .estimated(height) : .absolute(height)),
            elementKind: kind.name, alignment: alignment)
        item.pinToVisibleBounds = boundary.pins
        return item
    }
}

extension ListBlock where Item: Identifiable, ItemIdentifier == Item.ID {
    /// Creates a section of `Identifiable` items.
    @inlinable
    public convenience init<Cell: CollectionViewCell>(
        _ listIdentifier: String, _ items: [Item], _ fill: @escaping @MainActor (Cell, Item) -> Void
    ) { self.init(listIdentifier, items, identifiedBy: { $0.id }, fill) }
}

extension ListBlock where Item: Identifiable, ItemIdentifier == Item.ID {
    /// Creates a section of `Identifiable` items in ready-made cells.
    ///
    ///     ListBlock("fruits", fruits) { fruit in ItemContent(fruit.name) }
    @inlinable
    public convenience init(
        _ listIdentifier: String, _ items: [Item], _ content: @escaping @MainActor (Item) -> ItemContent
    ) { self.init(listIdentifier, items, identifiedBy: { $0.id }, content) }
}

extension ListBlock where Item: Identifiable, ItemIdentifier == Item.ID {
    /// Creates a section of `Identifiable` items that is shown in columns; see ``columns(_:)``.
    @inlinable
    public convenience init(_ listIdentifier: String, _ items: [Item]) {
        self.init(listIdentifier, items, identifiedBy: { $0.id }, { (_: ContentCell, _: Item) in })
    }
}

extension ListBlock where Item == String, ItemIdentifier == String {
    /// Creates a section that shows each string in a ready-made cell. If two strings are equal, the first is shown.
    ///
    ///     ListBlock("fruits", ["Apple", "Pear", "Plum"])
    public convenience init(_ listIdentifier: String, _ texts: [String]) {
        self.init(listIdentifier, texts, id: \.self) { text in ItemContent(text) }
    }
}
