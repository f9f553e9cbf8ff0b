import Foundation
import ListEngineLayout

/// A section of a ``ListBuilder``: an identifier, items of one type, and how their cells are filled.
///
///     ListBlock("prices", prices, id: \.product) { (cell: PriceCell, price) in cell.text = price.text }
///         .height(32)
///         .header(height: 24) { (title: TitleView) in title.text = "Prices" }
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
/// Its items lie one below the other, as wide as the list, in a flow layout and in a compositional one
/// (``ListDataSource/compositionalSectionLayoutProvider(at:environment:)``), unless ``ClosureSection/onCellSize(_:)`` or
/// ``ClosureSection/onLayout(_:)`` says otherwise. Everything else of ``ClosureSection`` can be chained as well.
@MainActor
public final class ListBlock<Item, ItemIdentifier: Hashable & Sendable>: ClosureSection<Item, ItemIdentifier> {
    private var rowHeight: CGFloat = 44
    private var headerHeight: CGFloat?
    private var pinsHeader = false
    private var estimatesHeight = false
    private var leadingActions: (@MainActor (Item) -> CollectionSwipeActions?)?
    private var trailingActions: (@MainActor (Item) -> CollectionSwipeActions?)?
    private var makeMenu: (@MainActor (Item) -> CollectionContextMenu?)?
    private var mayMove: (@MainActor (Item) -> Bool)?
    private var didMove: (@MainActor (Item, Int, Int) -> Void)?

    /// - Parameters:
    ///   - listIdentifier: Says which section this is, each time that the list is built.
    ///   - items: What it shows. Of those with one identifier the first is shown.
    ///   - identify: Answers the identifier of an item, which stays the same while its content changes.
    ///   - fill: Fills a cell. Called when an item comes into sight, and each time that the list is built.
    public init<Cell: CollectionViewCell>(
        _ listIdentifier: String, _ items: [Item], identifiedBy identify: @escaping @MainActor (Item) -> ItemIdentifier,
        _ fill: @escaping @MainActor (Cell, Item) -> Void
    ) {
        super.init(listIdentifier: listIdentifier, items: items, identifiedBy: identify)
        onCellConfigure(Cell.self) { cell, item, _ in fill(cell, item) }
    }

    /// A section of items that one of their properties tells apart.
    public convenience init<Cell: CollectionViewCell>(
        _ listIdentifier: String, _ items: [Item], id: KeyPath<Item, ItemIdentifier>,
        _ fill: @escaping @MainActor (Cell, Item) -> Void
    ) { self.init(listIdentifier, items, identifiedBy: { $0[keyPath: id] }, fill) }

    /// How high each item is, in points. 44 by default.
    @discardableResult
    public func height(_ height: CGFloat) -> Self {
        rowHeight = height
        estimatesHeight = false
        return self
    }

    /// Items are as high as the cells that show them. See <doc:EstimatedSizes>.
    /// - Parameter height: What is assumed of an item until its cell was measured, in points.
    @discardableResult
    public func estimatedHeight(_ height: CGFloat) -> Self {
        rowHeight = height
        estimatesHeight = true
        return self
    }

    /// A header above the items.
    /// - Parameters:
    ///   - height: In points.
    ///   - pins: It stays in view while its section is. In a flow layout that is said of all sections:
    ///     `CollectionViewFlowLayout.sectionHeadersPinToVisibleBounds`.
    ///   - fill: Fills the header. Called when it comes into sight, and each time that the list is built.
    @discardableResult
    public func header<View: CollectionReusableView>(
        height: CGFloat, pins: Bool = false, _ fill: @escaping @MainActor (View) -> Void
    ) -> Self {
        headerHeight = height
        pinsHeader = pins
        return onHeaderConfigure(View.self) { view, _ in fill(view) }
            .onHeaderSize { _, list in CGSize(width: list.width, height: height) }
    }

    // MARK: What the user does

    /// What can be done with an item that is swiped aside, behind its leading edge.
    /// - Parameter actions: Asked once a swipe. Nil: there is nothing behind this item.
    @discardableResult
    public func leadingSwipeActions(_ actions: @escaping @MainActor (Item) -> CollectionSwipeActions?) -> Self {
        leadingActions = actions
        return self
    }

    /// What can be done with an item that is swiped aside, behind its trailing edge.
    /// - Parameter actions: Asked once a swipe. Nil: there is nothing behind this item.
    @discardableResult
    public func trailingSwipeActions(_ actions: @escaping @MainActor (Item) -> CollectionSwipeActions?) -> Self {
        trailingActions = actions
        return self
    }

    /// The menu of an item. Nil: it has none.
    @discardableResult
    public func menu(_ menu: @escaping @MainActor (Item) -> CollectionContextMenu?) -> Self {
        makeMenu = menu
        return self
    }

    /// The user can move items within the section.
    ///
    ///     .onMove { dish, from, to in dishes.insert(dishes.remove(at: from), at: to) }
    ///
    /// The list shows the new order already when the closure is called, and goes on to show it. What is built next is shown as it
    /// is described: data that the closure does not change brings the old order back.
    /// - Parameters:
    ///   - mayMove: Whether an item can be moved; all can by default.
    ///   - body: Gets the item, its position before, and the one after, which is counted without the item. Positions are
    ///     those of items that are shown.
    @discardableResult
    public func onMove(
        where mayMove: @escaping @MainActor (Item) -> Bool = { _ in true },
        _ body: @escaping @MainActor (_ item: Item, _ source: Int, _ destination: Int) -> Void
    ) -> Self {
        self.mayMove = mayMove
        didMove = body
        return self
    }

    // MARK: What the list asks

    private var rowSize: CGSize {
        CGSize(width: max(0, listSize.width - inset.leading - inset.trailing), height: rowHeight)
    }

    public override var itemSize: CGSize? { super.itemSize ?? (hasCellSize || estimatesHeight ? nil : rowSize) }

    public override var estimatedRowHeight: CGFloat? {
        estimatesHeight && super.itemSize == nil && !hasCellSize ? rowHeight : nil
    }

    private var rowDimension: CollectionLayoutDimension {
        estimatesHeight ? .estimated(rowHeight) : .absolute(rowHeight)
    }

    public override func layout(in environment: CollectionLayoutEnvironment?) -> CollectionLayoutSection? {
        if let layout = super.layout(in: environment) { return layout }
        let insets = DirectionalEdgeInsets(
            top: inset.top, leading: inset.leading, bottom: inset.bottom, trailing: inset.trailing)
        guard let headerHeight else {
            return .list(itemHeight: rowDimension, spacing: minimumLineSpacing, insets: insets)
        }
        let section = CollectionLayoutSection.table(
            itemHeight: rowDimension, headerHeight: .absolute(headerHeight), spacing: minimumLineSpacing,
            insets: insets)
        section.boundarySupplementaryItems[0].pinToVisibleBounds = pinsHeader
        return section
    }
}

extension ListBlock: ListSectionInteraction {
    public func leadingSwipeActions(
        for itemIdentifier: ItemIdentifier, at indexPath: IndexPath
    ) -> CollectionSwipeActions? { shownItem(itemIdentifier, indexPath).flatMap { leadingActions?($0) } }

    public func trailingSwipeActions(
        for itemIdentifier: ItemIdentifier, at indexPath: IndexPath
    ) -> CollectionSwipeActions? { shownItem(itemIdentifier, indexPath).flatMap { trailingActions?($0) } }

    public func contextMenu(
        for itemIdentifier: ItemIdentifier, at indexPath: IndexPath, point: CGPoint
    ) -> CollectionContextMenu? { shownItem(itemIdentifier, indexPath).flatMap { makeMenu?($0) } }

    public func canMoveItem(for itemIdentifier: ItemIdentifier, at indexPath: IndexPath) -> Bool {
        shownItem(itemIdentifier, indexPath).flatMap { mayMove?($0) } ?? false
    }

    public func didMoveItem(for itemIdentifier: ItemIdentifier, from source: IndexPath, to destination: IndexPath) {
        guard let didMove, let item = shownItem(itemIdentifier, source) else { return }
        didMove(item, source[1], destination[1])
    }
}

extension ListBlock where Item == ItemIdentifier {
    /// A section of items that are their own identifiers, or have one of their own type.
    public convenience init<Cell: CollectionViewCell>(
        _ listIdentifier: String, _ items: [Item], id: KeyPath<Item, Item>,
        _ fill: @escaping @MainActor (Cell, Item) -> Void
    ) {
        // To read an item through a key path costs more than all else that is done for it.
        if id == \.self {
            self.init(listIdentifier, items, identifiedBy: { $0 }, fill)
        } else {
            self.init(listIdentifier, items, identifiedBy: { $0[keyPath: id] }, fill)
        }
    }
}

extension ListBlock where Item: Identifiable, ItemIdentifier == Item.ID {
    /// A section of items that say themselves which they are.
    public convenience init<Cell: CollectionViewCell>(
        _ listIdentifier: String, _ items: [Item], _ fill: @escaping @MainActor (Cell, Item) -> Void
    ) { self.init(listIdentifier, items, identifiedBy: { $0.id }, fill) }
}

extension ListBlock where Item: ListIdentifiable, ItemIdentifier == String {
    /// A section of items that say themselves which they are.
    public convenience init<Cell: CollectionViewCell>(
        _ listIdentifier: String, _ items: [Item], _ fill: @escaping @MainActor (Cell, Item) -> Void
    ) { self.init(listIdentifier, items, identifiedBy: { $0.listIdentifier }, fill) }
}
