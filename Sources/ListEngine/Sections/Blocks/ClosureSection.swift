import Foundation
import ListEngineLayout

/// A section that knows whether its items have individual sizes.
@MainActor
protocol UniformSizes {
    /// Whether each item has its own size, which may change.
    var asksEachSize: Bool { get }
}

/// A section that is defined by closures, with items that never change:
///
///     let section = ClosureSection(items: restaurants)
///         .onCellConfigure { (cell: RestaurantCell, restaurant, _) in cell.restaurant = restaurant }
///         .onCellSize { _, list in CGSize(width: list.width, height: 100) }
///         .onDidSelect { restaurant, _ in print(restaurant.name) }
///     list.append(newSections: [section])
///
/// Items are `Identifiable` or ``ListIdentifiable``. For others, a closure returns the identifiers:
///
///     let words = ClosureSection(items: ["a", "b"], identifiedBy: { $0 })
///
/// Every method that takes a closure or a value returns the section itself, so that calls can be chained. The section
/// retains the closures. A closure that uses the owner of the list should capture it weakly.
@MainActor
open class ClosureSection<Item, ItemIdentifier: Hashable & Sendable>: ListSection, ImpressionDisplaySection,
    ListSectionSupplementaryViewSource, UniformSizes
{
    public typealias CellEvent = @MainActor (CollectionViewCell, Item, IndexPath) -> Void
    public typealias Event = @MainActor (Item, IndexPath) -> Void

    open weak var context: ListContext?
    public let listIdentifier: String
    public let items: [Item]
    private let identify: @MainActor (Item) -> ItemIdentifier
    /// Identifies all items in code that is compiled for their types. Nil if ``itemIdentifier(of:)`` may be overridden.
    final var identifyAll: (@MainActor ([Item]) -> [ItemIdentifier])?
    /// Positions by identifier. Created when an item is not at its expected position because duplicates were left
    /// out.
    private lazy var positions = Dictionary(
        items.indices.map { (identify(items[$0]), $0) }, uniquingKeysWith: { first, _ in first })

    private var makeCell: (@MainActor (ClosureSection, IndexPath) -> CollectionViewCell?)?
    /// Returns false if the item needs a cell of another class.
    private var fillCell: (@MainActor (CollectionViewCell, Item, IndexPath) -> Bool)?
    /// Dequeues a cell by its class and configures it for an item, in one call. Nil if a closure makes the cells.
    private var showCell: (@MainActor (CollectionView, Item, IndexPath) -> CollectionViewCell)?
    private var cellSize: (@MainActor (Item, CGSize) -> CGSize)?
    private var views: [ElementKind: ViewClosures] = [:]
    private var headerSize: (@MainActor (Int, CGSize) -> CGSize)?
    private var footerSize: (@MainActor (Int, CGSize) -> CGSize)?
    private var registerDecorations: (@MainActor (CollectionView) -> Void)?
    private var willDisplayCell: CellEvent? { didSet { eventsDidChange() } }
    private var didEndDisplayingCell: CellEvent? { didSet { eventsDidChange() } }
    final let displayEvents = DisplayEvents()
    /// Nil until the program sets one of these closures.
    final var interaction: InteractionClosures<Item>?
    private var ownLayout: OwnLayout?
    final var sealed: (any DisplayClosures)? {
        type(of: self) == ClosureSection<Item, ItemIdentifier>.self || self is ListBlock<Item, ItemIdentifier>
            ? self : nil
    }

    open private(set) var itemSize: CGSize?
    open var estimatedItemHeight: CGFloat? { nil }
    open private(set) var estimatedItemSize: CGSize?
    open private(set) var indexTitle: String?
    open private(set) var inset = SectionInsets.zero
    open private(set) var minimumLineSpacing: CGFloat = 0
    open private(set) var minimumInteritemSpacing: CGFloat = 0
    open private(set) var selectionSettings: CollectionSectionSelectionSettings?

    private enum OwnLayout {
        case object(any CollectionViewSectionLayout)
        case described(@MainActor (CollectionLayoutEnvironment?) -> CollectionLayoutSection?)
    }

    private struct ViewClosures {
        var make: @MainActor (ClosureSection, ElementKind, IndexPath) -> CollectionReusableView?
        var fill: @MainActor (CollectionReusableView, IndexPath) -> Void
    }

    /// - Parameters:
    ///   - listIdentifier: Identifies the section. The default is a new UUID string.
    ///   - items: The items of the section. If several have the same identifier, the first is shown.
    ///   - identify: Returns the identifier of an item.
    public init(
        listIdentifier: String = UUID().uuidString, items: [Item],
        identifiedBy identify: @escaping @MainActor (Item) -> ItemIdentifier
    ) {
        self.listIdentifier = listIdentifier
        self.items = items
        self.identify = identify
    }

    // MARK: Cells

    /// Sets the closure that configures the cells, which are all of one class. It is called before a cell is
    /// displayed, and when its item is reported as changed. Without this closure, the section shows placeholders.
    ///
    ///     section.onCellConfigure { (cell: RestaurantCell, restaurant, _) in cell.restaurant = restaurant }
    @discardableResult
    public func onCellConfigure<Cell: CollectionViewCell>(
        _ cellClass: Cell.Type = Cell.self, _ fill: @escaping @MainActor (Cell, Item, IndexPath) -> Void
    ) -> Self {
        // Cells of a class that was set before may be shown.
        displayEvents.hasSeveralClasses = makeCell != nil
        // As `dequeueCell(at:)`, which would look up the description of the section's type.
        makeCell = { section, indexPath in
            CellRequest.withView(of: section) { $0.dequeueReusableCell(Cell.self, for: indexPath) }
                ?? section.context?.collectionView?.dequeueReusableCell(Cell.self, for: indexPath)
        }
        fillCell = { cell, item, indexPath in
            guard let cell = cell as? Cell else { return false }
            fill(cell, item, indexPath)
            return true
        }
        showCell = { view, item, indexPath in
            let cell = view.dequeueReusableCell(Cell.self, for: indexPath)
            fill(cell, item, indexPath)
            return cell
        }
        return self
    }

    /// Sets the closures that create and configure the cells. See ``onCellConfigure(_:_:)``.
    /// - Parameters:
    ///   - name: Distinguishes cells of one class that are created in several ways.
    ///   - make: Creates a new cell.
    ///   - fill: Configures a cell.
    @discardableResult
    public func onCellConfigure<Cell: CollectionViewCell>(
        named name: String, make: @escaping @MainActor () -> Cell,
        _ fill: @escaping @MainActor (Cell, Item, IndexPath) -> Void
    ) -> Self {
        onCellConfigure(Cell.self, fill)
        makeCell = { section, indexPath in
            let cell: Cell? = section.dequeueCell(withName: name, at: indexPath, make: make)
            return cell
        }
        showCell = nil
        return self
    }

    /// Shows items for which a condition holds in cells of another class, in front of what was set before.
    func mixCells<Cell: CollectionViewCell>(
        where isMeant: @escaping @MainActor (Item) -> Bool, _ fill: @escaping @MainActor (Cell, Item, IndexPath) -> Void
    ) {
        let (makeOther, fillOther, showOther) = (makeCell, fillCell, showCell)
        onCellConfigure(Cell.self, fill)
        let (make, fill, show) = (makeCell, fillCell, showCell)
        displayEvents.hasSeveralClasses = true
        makeCell = { section, indexPath in
            guard let identifier = section.itemIdentifier(at: indexPath),
                let item = section.shownItem(identifier, indexPath)
            else { return nil }
            return (isMeant(item) ? make : makeOther)?(section, indexPath)
        }
        fillCell = { cell, item, indexPath in (isMeant(item) ? fill : fillOther)?(cell, item, indexPath) ?? true }
        showCell =
            if let show, let showOther {
                { view, item, indexPath in
                    isMeant(item) ? show(view, item, indexPath) : showOther(view, item, indexPath)
                }
            } else {
                nil
            }
    }

    /// Sets the closure that returns the size of a cell in a flow layout, in points.
    /// - Parameter size: Receives the item and the size of the list, in points.
    @discardableResult
    public func onCellSize(_ size: @escaping @MainActor (Item, CGSize) -> CGSize) -> Self {
        cellSize = size
        return self
    }

    /// Sets one size for all cells in a flow layout, in points. See ``ListSection/itemSize``.
    @discardableResult
    public func itemSize(_ size: CGSize) -> Self {
        itemSize = size
        return self
    }

    /// Sets the section's title in the index of the list. See ``CollectionView/indexTitles``.
    @discardableResult
    public func indexTitle(_ title: String) -> Self {
        indexTitle = title
        return self
    }

    /// Makes items as wide and as high as the cells that show them, next to each other in a flow layout, such as tags. See
    /// ``ListSection/estimatedItemSize``.
    ///
    ///     ListBlock("tags", ["red", "deep blue"]).estimatedItemSize(CGSize(width: 80, height: 32))
    ///
    /// - Parameter size: The estimated size of an item until its cell is measured, in points.
    @discardableResult
    public func estimatedItemSize(_ size: CGSize) -> Self {
        estimatedItemSize = size
        return self
    }

    // MARK: Supplementary views

    /// Sets the closure that configures the header.
    @discardableResult
    public func onHeaderConfigure<View: CollectionReusableView>(
        _ viewClass: View.Type = View.self, _ fill: @escaping @MainActor (View, IndexPath) -> Void
    ) -> Self { onSupplementaryViewConfigure(kind: .header, viewClass, fill) }

    /// Sets the closures that create and configure the header.
    @discardableResult
    public func onHeaderConfigure<View: CollectionReusableView>(
        named name: String, make: @escaping @MainActor () -> View,
        _ fill: @escaping @MainActor (View, IndexPath) -> Void
    ) -> Self { onSupplementaryViewConfigure(kind: .header, named: name, make: make, fill) }

    /// Sets the closure that configures the footer.
    @discardableResult
    public func onFooterConfigure<View: CollectionReusableView>(
        _ viewClass: View.Type = View.self, _ fill: @escaping @MainActor (View, IndexPath) -> Void
    ) -> Self { onSupplementaryViewConfigure(kind: .footer, viewClass, fill) }

    /// Sets the closures that create and configure the footer.
    @discardableResult
    public func onFooterConfigure<View: CollectionReusableView>(
        named name: String, make: @escaping @MainActor () -> View,
        _ fill: @escaping @MainActor (View, IndexPath) -> Void
    ) -> Self { onSupplementaryViewConfigure(kind: .footer, named: name, make: make, fill) }

    /// Sets the closure that configures the supplementary views of a kind that the layout uses.
    @discardableResult
    public func onSupplementaryViewConfigure<View: CollectionReusableView>(
        kind: ElementKind, _ viewClass: View.Type = View.self, _ fill: @escaping @MainActor (View, IndexPath) -> Void
    ) -> Self {
        views[kind] = ViewClosures(
            make: { section, kind, indexPath in
                let view: View? = section.dequeueSupplementaryView(ofKind: kind, at: indexPath)
                return view
            }, fill: { view, indexPath in if let view = view as? View { fill(view, indexPath) } })
        return self
    }

    /// Sets the closures that create and configure the supplementary views of a kind.
    @discardableResult
    public func onSupplementaryViewConfigure<View: CollectionReusableView>(
        kind: ElementKind, named name: String, make: @escaping @MainActor () -> View,
        _ fill: @escaping @MainActor (View, IndexPath) -> Void
    ) -> Self {
        onSupplementaryViewConfigure(kind: kind, View.self, fill)
        views[kind]?.make = { section, kind, indexPath in
            let view: View? = section.dequeueSupplementaryView(
                ofKind: kind, withName: name, at: indexPath, make: make)
            return view
        }
        return self
    }

    /// Sets the closure that returns the size of the header in a flow layout.
    /// - Parameter size: Receives the index of the section and the size of the list.
    @discardableResult
    public func onHeaderSize(_ size: @escaping @MainActor (Int, CGSize) -> CGSize) -> Self {
        headerSize = size
        return self
    }

    /// Sets the closure that returns the size of the footer in a flow layout.
    /// - Parameter size: Receives the index of the section and the size of the list.
    @discardableResult
    public func onFooterSize(_ size: @escaping @MainActor (Int, CGSize) -> CGSize) -> Self {
        footerSize = size
        return self
    }

    /// Sets the closure that registers decoration views when the section is added to a list.
    @discardableResult
    public func onRegisterDecorationViews(_ register: @escaping @MainActor (CollectionView) -> Void) -> Self {
        registerDecorations = register
        return self
    }

    // MARK: Events

    /// Sets the closure that is called before a cell is displayed.
    @discardableResult
    public func onWillDisplay(_ body: @escaping CellEvent) -> Self {
        willDisplayCell = body
        return self
    }

    /// Sets the closure that is called after a cell is no longer displayed.
    @discardableResult
    public func onDidEndDisplay(_ body: @escaping CellEvent) -> Self {
        didEndDisplayingCell = body
        return self
    }

    /// Sets what the user can select in the section. See ``ListSection/selectionSettings``.
    @discardableResult
    public func selectionSettings(_ settings: CollectionSectionSelectionSettings?) -> Self {
        selectionSettings = settings
        selectionSettingsDidChange()
        return self
    }

    /// Sets the closure that is called when the user selects an item. In hosts whose arrow keys select, the arrow keys
    /// only move the focus in such a block, and return selects, unless ``CollectionView/selectionFollowsFocus`` or
    /// ``selectionSettings(_:)`` is set.
    @discardableResult
    public func onDidSelect(_ body: @escaping Event) -> Self {
        closures.didSelect = body
        return self
    }

    /// Sets the closure that is called when the user has seen an item. See ``ImpressionDisplaySection``.
    @discardableResult
    public func onImpression(_ body: @escaping Event) -> Self {
        closures.didSee = body
        return self
    }

    // MARK: Layout

    /// Sets the closure that returns the section's layout in a compositional layout.
    @discardableResult
    public func onLayout(
        _ layout: @escaping @MainActor (CollectionLayoutEnvironment?) -> CollectionLayoutSection?
    ) -> Self {
        ownLayout = .described(layout)
        return self
    }

    /// Sets the layout object of the section, which lays it out in every layout of the collection view. It takes the place of
    /// ``onLayout(_:)``. See ``ListSection/sectionLayout``.
    @discardableResult
    public func sectionLayout(_ layout: any CollectionViewSectionLayout) -> Self {
        ownLayout = .object(layout)
        return self
    }

    /// Sets the space around the items in a flow layout, in points.
    @discardableResult
    public func sectionInset(_ inset: SectionInsets) -> Self {
        self.inset = inset
        return self
    }

    /// Sets the space between lines in a flow layout, in points.
    @discardableResult
    public func minimumLineSpacing(_ spacing: CGFloat) -> Self {
        minimumLineSpacing = spacing
        return self
    }

    /// Sets the minimum space between the items of a line in a flow layout, in points.
    @discardableResult
    public func minimumInteritemSpacing(_ spacing: CGFloat) -> Self {
        minimumInteritemSpacing = spacing
        return self
    }

    // MARK: Calls from the list

    /// Whether ``onCellSize(_:)`` was called.
    var hasCellSize: Bool { cellSize != nil }
    var asksEachSize: Bool { hasCellSize && itemSize == nil }

    /// The position of the item with an identifier, which the list shows at an index path. Not the item, because an
    /// optional of its type would look up its description at run time.
    func shownPlace(_ itemIdentifier: ItemIdentifier, _ indexPath: IndexPath) -> Int? {
        let place = indexPath.count == 2 ? indexPath[1] : -1
        if place >= 0, place < items.count, identify(items[place]) == itemIdentifier { return place }
        return positions[itemIdentifier]
    }

    func shownItem(_ itemIdentifier: ItemIdentifier, _ indexPath: IndexPath) -> Item? {
        shownPlace(itemIdentifier, indexPath).map { items[$0] }
    }

    /// The text with which the user finds an item by typing.
    func text(of itemIdentifier: ItemIdentifier, _ indexPath: IndexPath) -> String? { nil }

    func field(_ column: String, of itemIdentifier: ItemIdentifier, _ indexPath: IndexPath) -> TableField? { nil }

    open func itemIdentifier(of item: Item) -> ItemIdentifier { identify(item) }

    open var itemIdentifiers: [ItemIdentifier] {
        if let identifyAll { return identifyAll(items) }
        var identifiers: [ItemIdentifier] = []
        identifiers.reserveCapacity(items.count)
        for item in items { identifiers.append(itemIdentifier(of: item)) }
        return identifiers
    }

    open func cell(for itemIdentifier: ItemIdentifier, at indexPath: IndexPath) -> CollectionViewCell? {
        makeCell?(self, indexPath)
    }

    open func configure(cell: CollectionViewCell, for itemIdentifier: ItemIdentifier, at indexPath: IndexPath) {
        guard let fillCell, let place = shownPlace(itemIdentifier, indexPath) else { return }
        if fillCell(cell, items[place], indexPath) {
            passOutlineState(to: cell, place)
        } else if displayEvents.hasSeveralClasses {
            // The item meets another condition now, or the closure was replaced.
            context?.collectionView?.reloadItems(at: [indexPath])
        }
    }

    /// Gives a configured cell its place in the outline. If there is none any more, takes back the place that an outline
    /// gave, and not one from the program.
    @inline(__always)
    fileprivate final func passOutlineState(to cell: CollectionViewCell, _ place: Int) {
        if displayEvents.isOutline {
            setOutlineState(of: cell, place)
        } else if cell.hasPlaceInBlock {
            cell.outlineState = nil
        }
    }

    private final func setOutlineState(of cell: CollectionViewCell, _ place: Int) {
        let state = interaction?.commands.outline?.state(items[place])
        if cell.outlineState != state { cell.outlineState = state }
        cell.hasPlaceInBlock = true
    }

    open var supplementaryViewSource: (any ListSectionSupplementaryViewSource)? { self }

    open func didMoveToList() {}
    open func didBecomeActive() {}
    open func didBecomeInactive() {}

    open func size(at indexPath: IndexPath) -> CGSize? {
        guard let cellSize, let identifier = itemIdentifier(at: indexPath),
            let place = shownPlace(identifier, indexPath)
        else { return nil }
        return cellSize(items[place], listSize)
    }

    open func sizes(ofItemsAt items: Range<Int>, inSection section: Int) -> [CGSize]? {
        guard let cellSize else { return nil }
        // If no item was left out or moved, the displayed positions are the positions in `items`.
        guard let context, context.showsAllInOrder(of: self, count: self.items.count) else {
            return items.map { size(at: IndexPath($0, inSection: section)) ?? .zero }
        }
        let listSize = context.listSize
        return items.map { cellSize(self.items[$0], listSize) }
    }

    open func layout(in environment: CollectionLayoutEnvironment?) -> CollectionLayoutSection? {
        if case .described(let describe) = ownLayout { describe(environment) } else { nil }
    }

    open var sectionLayout: (any CollectionViewSectionLayout)? {
        if case .object(let layout) = ownLayout { layout } else { nil }
    }

    open func didSelectItem(for itemIdentifier: ItemIdentifier, at indexPath: IndexPath) {
        tell(interaction?.didSelect, itemIdentifier, indexPath)
    }

    open func didDeselectItem(for itemIdentifier: ItemIdentifier, at indexPath: IndexPath) {}

    open func willDisplay(cell: CollectionViewCell, for itemIdentifier: ItemIdentifier, at indexPath: IndexPath) {
        guard let willDisplayCell, let place = shownPlace(itemIdentifier, indexPath) else { return }
        willDisplayCell(cell, items[place], indexPath)
    }

    open func didEndDisplaying(cell: CollectionViewCell, for itemIdentifier: ItemIdentifier, at indexPath: IndexPath) {
        guard let didEndDisplayingCell, let place = shownPlace(itemIdentifier, indexPath) else { return }
        didEndDisplayingCell(cell, items[place], indexPath)
    }

    open func didHaveImpression(for itemIdentifier: ItemIdentifier, at indexPath: IndexPath) {
        tell(interaction?.didSee, itemIdentifier, indexPath)
    }

    private func tell(_ event: Event?, _ itemIdentifier: ItemIdentifier, _ indexPath: IndexPath) {
        guard let event, let place = shownPlace(itemIdentifier, indexPath) else { return }
        event(items[place], indexPath)
    }

    // MARK: ListSectionSupplementaryViewSource

    open func headerView(for indexPath: IndexPath) -> CollectionReusableView? {
        supplementaryView(for: indexPath, kind: .header)
    }

    open func footerView(for indexPath: IndexPath) -> CollectionReusableView? {
        supplementaryView(for: indexPath, kind: .footer)
    }

    open func supplementaryView(for indexPath: IndexPath, kind: ElementKind) -> CollectionReusableView? {
        views[kind].flatMap { $0.make(self, kind, indexPath) }
    }

    open func configureHeaderView(_ view: CollectionReusableView, at indexPath: IndexPath) {
        configureSupplementaryView(view, kind: .header, at: indexPath)
    }

    open func configureFooterView(_ view: CollectionReusableView, at indexPath: IndexPath) {
        configureSupplementaryView(view, kind: .footer, at: indexPath)
    }

    open func configureSupplementaryView(_ view: CollectionReusableView, kind: ElementKind, at indexPath: IndexPath) {
        views[kind]?.fill(view, indexPath)
    }

    private func eventsDidChange() {
        let (will, didEnd) = (willDisplayCell != nil, didEndDisplayingCell != nil)
        if (will, didEnd) == (displayEvents.hasWillDisplay, displayEvents.hasDidEndDisplaying) { return }
        displayEvents.hasWillDisplay = will
        displayEvents.hasDidEndDisplaying = didEnd
        context?.cellObserversDidChange()
    }

    open func referenceSizeForHeaderView(section: Int) -> CGSize { headerSize?(section, listSize) ?? .zero }
    open func referenceSizeForFooterView(section: Int) -> CGSize { footerSize?(section, listSize) ?? .zero }
    open func registerDecorationViews(for collectionView: CollectionView) { registerDecorations?(collectionView) }
}

/// Which closures about cells that are shown a section has. An object, so that the list asks for each cell without a call.
@MainActor
final class DisplayEvents {
    fileprivate(set) var hasWillDisplay = false
    fileprivate(set) var hasDidEndDisplaying = false
    /// Whether cells of several classes may be shown.
    fileprivate(set) var hasSeveralClasses = false
    /// Whether cells receive their places in an outline.
    var isOutline = false
}

/// A section of which only closures are called about cells that are shown, as long as no class overrides its methods.
@MainActor
protocol DisplayClosures: AnyObject {
    var displayEvents: DisplayEvents { get }
    /// The section; nil if its class was derived by a program, and may override any method.
    var sealed: (any DisplayClosures)? { get }
    var itemCount: Int { get }
    /// Whether a closure is called when the user selects an item.
    var actsOnSelection: Bool { get }

    /// A configured cell for the item at a position among the section's own items; nil if the calls for any section are
    /// needed.
    func cell(ofItem item: Int, at indexPath: IndexPath, in collectionView: CollectionView) -> CollectionViewCell?
}

extension ClosureSection: DisplayClosures {}

extension ClosureSection {
    final var itemCount: Int { items.count }
    final var actsOnSelection: Bool { interaction?.didSelect != nil }

    final func cell(
        ofItem item: Int, at indexPath: IndexPath, in collectionView: CollectionView
    ) -> CollectionViewCell? {
        guard item >= 0, item < items.count else { return nil }
        guard let cell = showCell?(collectionView, items[item], indexPath) else { return nil }
        passOutlineState(to: cell, item)
        return cell
    }
}

extension ClosureSection where Item: Identifiable, ItemIdentifier == Item.ID {
    /// Creates a section of `Identifiable` items.
    public convenience init(listIdentifier: String = UUID().uuidString, items: [Item]) {
        self.init(listIdentifier: listIdentifier, items: items, identifiedBy: { $0.id })
    }
}

extension ClosureSection where Item: ListIdentifiable, ItemIdentifier == String {
    /// Creates a section of ``ListIdentifiable`` items.
    @_disfavoredOverload
    public convenience init(listIdentifier: String = UUID().uuidString, items: [Item]) {
        self.init(listIdentifier: listIdentifier, items: items, identifiedBy: { $0.listIdentifier })
    }
}
