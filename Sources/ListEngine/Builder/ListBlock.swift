import Foundation
import ListEngineLayout

/// A section of a ``ListBuilder``: an identifier, items of one type, and how their cells are filled.
///
///     ListBlock("prices", prices, id: \.product) { (cell: PriceCell, price) in cell.text = price.text }
///         .height(32)
///         .header(height: 24) { (title: TitleView) in title.text = "Prices" }
///         .onDidSelect { price, _ in print(price.product) }
///
/// Its items lie one below the other, as wide as the list, in a flow layout and in a compositional one
/// (``ListDataSource/compositionalSectionLayoutProvider(at:environment:)``), unless ``ClosureSection/onCellSize(_:)`` or
/// ``ClosureSection/onLayout(_:)`` says otherwise. Everything else of ``ClosureSection`` can be chained as well.
@MainActor
public final class ListBlock<Item, ItemIdentifier: Hashable & Sendable>: ClosureSection<Item, ItemIdentifier> {
    private var rowHeight: CGFloat = 44
    private var headerHeight: CGFloat?
    private var pinsHeader = false

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

    // MARK: What the list asks

    private var rowSize: CGSize {
        CGSize(width: max(0, listSize.width - inset.leading - inset.trailing), height: rowHeight)
    }

    public override var itemSize: CGSize? { super.itemSize ?? (hasCellSize ? nil : rowSize) }

    public override func layout(in environment: CollectionLayoutEnvironment?) -> CollectionLayoutSection? {
        if let layout = super.layout(in: environment) { return layout }
        let insets = DirectionalEdgeInsets(
            top: inset.top, leading: inset.leading, bottom: inset.bottom, trailing: inset.trailing)
        guard let headerHeight else {
            return .list(itemHeight: .absolute(rowHeight), spacing: minimumLineSpacing, insets: insets)
        }
        let section = CollectionLayoutSection.table(
            itemHeight: .absolute(rowHeight), headerHeight: .absolute(headerHeight), spacing: minimumLineSpacing,
            insets: insets)
        section.boundarySupplementaryItems[0].pinToVisibleBounds = pinsHeader
        return section
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
