import Foundation
import ListEngine
import ListEngineDiff
import ListEngineLayout

/// A section described as data: what it shows, with which cells, and in which sizes.
///
///     let books = SectionDescription(viewModels: library, cell: BookCell.self, size: ViewComponentSize(height: 60)) {
///         cell, book, indexPath in cell.title = book.title
///     }
///     books.title = "Books"
///     books.header = .type(TitleView.self)
///     books.headerSize = ViewComponentSize(height: 32)
///     adapter.add(listSection: books)
///
/// Properties can be set at any time. A change is shown when the section is next reloaded, or by one of these methods:
/// ``update(viewModels:hasNextPage:completion:)``, ``apply(viewModels:animated:completion:)``,
/// ``ListAdapter/reload(_:animated:completion:)``.
///
/// View models can have any type and are not boxed. Without a closure that fills the cells, cells must be
/// ``ListComponent``s.
@MainActor
open class SectionDescription {
    /// The content of the header if `headerViewModel` is nil.
    open var title: String?

    /// Space around the items, in points.
    open var edgeInsets = SectionInsets.zero

    /// The minimum space between the items of a line, in points.
    open var interitemSpacing: CGFloat = 0

    /// How items are shown. A single component serves all items. Several components serve the items of the same
    /// indices, and the last one serves all items after it.
    open var components: [ComponentKind] {
        get { storedComponents }
        set { storedComponents = newValue }
    }
    private var storedComponents: [ComponentKind]

    /// The sizes of the items. They are matched to items in the same way as ``components``.
    open var sizes: [any ComponentSize]

    /// How the header is shown; nil if there is no header.
    open var header: ComponentKind?
    /// The view model of the header; nil to show the ``title``.
    open var headerViewModel: Any?
    open var headerSize: (any ComponentSize)?

    /// How the footer is shown. If nil, the section has no footer unless the list provides one: see
    /// ``ListAdapter/separator`` and ``isPagingEnabled``.
    open var footer: ComponentKind?
    open var footerViewModel: Any?
    open var footerSize: (any ComponentSize)?

    /// Called when an item is selected, by the user or by its component. The index path is that of the whole list.
    open var onSelect: (@MainActor (IndexPath) -> Void)?

    /// The rules for the selection in the section. Nil follows the collection view's own settings.
    ///
    /// If the settings allow something that the collection view does not allow, the collection view's setting is
    /// turned on as well. A restriction applies only to the items of this section. See
    /// ``ListAdapter/selectionPolicy``.
    open var selectionSettings: CollectionSectionSelectionSettings? {
        didSet { if let provider { adapter?.list.selectionSettingsDidChange(of: provider) } }
    }

    /// The layout of the section. Before it prepares, it receives its index, the adapter and the section. If nil,
    /// ``recipe(in:)`` lays the section out, as `CollectionViewSectionFlowLayout` does with the section's sizes.
    open var layout: (any CollectionViewSectionLayout)?

    /// Whether the list requests another page when the section is its last one and its end comes into view.
    open var isPagingEnabled = false

    /// Whether there is another page after the items that are shown.
    open var hasNextPage = false

    /// The indentation level of the cells' content. See ``IndentableComponent``.
    open var indentationLevel = 0

    /// The height of rows in a table, in points; nil for the table's row height.
    open var rowHeight: CGFloat?

    /// The adapter whose list shows the section.
    public internal(set) weak var adapter: ListAdapter?

    weak var provider: DescriptionProvider?

    private let filler: any CellFiller

    var storage: any ViewModelStorage {
        didSet {
            isEdited = true
            for item in trackedViewModels { item.follow(from: oldValue, to: storage) }
        }
    }
    /// View models that are followed through updates.
    var trackedViewModels: [TrackedViewModel] = []
    /// Whether the view models differ from those that are shown.
    var isEdited = false
    /// Whether a page was requested and has not arrived.
    var isLoadingPage = false
    /// The number of items when the last page was requested.
    var countAtLastPage: Int?

    /// Creates a section whose components are ``ListComponent``s.
    public init<Model>(
        title: String? = nil, viewModels: [Model], components: [ComponentKind], sizes: [any ComponentSize],
        layout: (any CollectionViewSectionLayout)? = nil
    ) {
        self.title = title
        storedComponents = components
        self.sizes = sizes
        self.layout = layout
        storage = ViewModels(viewModels)
        filler = ComponentFiller()
    }

    /// Creates a section whose cells are filled by a closure.
    public init<Model, Cell: CollectionViewCell>(
        title: String? = nil, viewModels: [Model], cell: Cell.Type, size: any ComponentSize,
        layout: (any CollectionViewSectionLayout)? = nil,
        configure: @escaping @MainActor (Cell, Model, IndexPath) -> Void
    ) {
        self.title = title
        storedComponents = [.type(cell)]
        sizes = [size]
        self.layout = layout
        storage = ViewModels(viewModels)
        filler = ClosureFiller(configure)
    }

    // MARK: Items

    /// All view models. Setting them does not update the list.
    /// - Complexity: O(items).
    public var viewModels: [Any] {
        get { storage.all }
        set { storage = ViewModels(newValue) }
    }

    /// Sets view models of one type. Does not update the list.
    public func setViewModels<Model>(_ viewModels: [Model]) { storage = ViewModels(viewModels) }

    public var numberOfItems: Int { storage.count }

    /// Returns the view model of an item; nil if there is none.
    public func viewModel(at index: Int) -> Any? { storage.viewModel(at: index) }

    /// Returns the identity of an item; nil if it has none. Measured sizes belong to the identity and follow the item
    /// through updates, see `MeasuredSizes`. No other item of the list has an equal identity.
    ///
    /// By default the identity is formed from the section and the view model: its `id` if it is `Identifiable`, or the
    /// view model itself if it is `Hashable`.
    ///
    /// The default is nil if the view model is neither, if two view models of the section are equal, or if the section
    /// has more than 16,384 view models that have not been shown by difference yet. Measured sizes then stay with the
    /// position.
    open func identity(ofItem index: Int) -> AnyHashable? {
        guard index >= 0, index < storage.count else { return nil }
        return storage.identifier(at: index)
            .map { AnyHashable(ItemOfSection(section: ObjectNumber(of: self), item: $0)) }
    }

    /// The index of the section in the list; nil if it is in no list.
    public var sectionIndex: Int? {
        guard let adapter, let provider else { return nil }
        return adapter.list.sections(of: provider)?.lowerBound
    }

    private static func element<Element>(_ elements: [Element], for index: Int) -> Element? {
        elements.isEmpty ? nil : elements[min(max(0, index), elements.count - 1)]
    }

    /// Shows the view model at an index. Returns false if there is none.
    func fill(_ view: CollectionReusableView, at index: Int, _ indexPath: IndexPath) -> Bool {
        storage.fill(view, at: index, indexPath, by: filler)
    }

    func component(at index: Int) -> ComponentKind? {
        // A subclass can override the property.
        guard type(of: self) == SectionDescription.self else { return Self.element(components, for: index) }
        return Self.element(storedComponents, for: index)
    }

    func componentSize(at index: Int) -> (any ComponentSize)? { Self.element(sizes, for: index) }

    // MARK: Sizes

    /// Whether all items have the size of the first. By default true if ``sizes`` has at most one element. A subclass
    /// that returns different sizes from ``size(ofItem:in:)`` must return false.
    open var hasOneSize: Bool { sizes.count <= 1 }

    /// Returns the size of an item, in points; zero if none is given. If `hasOneSize` is true, it is called only for
    /// the first item.
    open func size(ofItem index: Int, in container: CGSize) -> CGSize {
        componentSize(at: index)?.size(in: container) ?? .zero
    }

    /// Returns the size of the header, in points; zero if there is no header.
    open func sizeOfHeader(in container: CGSize) -> CGSize {
        header == nil ? .zero : headerSize?.size(in: container) ?? .zero
    }

    /// Returns the size of the section's own footer, in points; zero if there is none. The list may still show another
    /// footer.
    open func sizeOfFooter(in container: CGSize) -> CGSize {
        footer == nil ? .zero : footerSize?.size(in: container) ?? .zero
    }

    /// Returns the layout of a section without a layout object. Items fill lines from the leading edge. They are at
    /// the top of their line, and there is no space between lines. In a horizontal list the lines are columns,
    /// separated by the interitem spacing.
    ///
    /// The top and bottom content insets of the list are subtracted from the height of every item.
    /// - Complexity: O(1) if all items have one size, otherwise O(items).
    open func recipe(in context: SectionLayoutContext) -> SectionRecipe {
        let isVertical = context.scrollDirection == .vertical
        let container = context.containerSize
        func size(_ index: Int) -> CGSize { insetSize(ofItem: index, in: container) }
        let (header, footer) = (sizeOfHeader(in: container), adapter?.sizeOfFooter(of: self, in: container) ?? .zero)
        var recipe: SectionRecipe
        if adapter?.usesLegacyPacking == true {
            let sizes = (0..<context.itemCount).map { self.size(ofItem: $0, in: container) }
            recipe = .flow(
                sizes: sizes, packing: .overlapping, contentInset: adapter?.collectionView?.contentInset ?? .zero)
        } else if !hasOneSize {
            recipe = .flow(sizes: (0..<context.itemCount).map(size), packing: .leading)
        } else {
            let size = context.itemCount > 0 ? size(0) : .zero
            let (main, cross) = isVertical ? (size.height, size.width) : (size.width, size.height)
            let insets =
                isVertical ? edgeInsets.leading + edgeInsets.trailing : edgeInsets.top + edgeInsets.bottom
            if cross == context.crossExtent - insets {
                recipe = .list(count: context.itemCount, height: main)
            } else if cross > 0, cross + interitemSpacing > 0 {
                recipe = .flow(count: context.itemCount, size: size, packing: .leading)
            } else {
                recipe = .flow(sizes: Array(repeating: size, count: context.itemCount), packing: .leading)
            }
        }
        recipe.interitemSpacing = interitemSpacing
        recipe.lineSpacing = isVertical ? 0 : interitemSpacing
        recipe.insets = edgeInsets
        recipe.header = isVertical ? header.height : header.width
        recipe.footer = isVertical ? footer.height : footer.width
        recipe.raisesUnusableSizes = true
        return recipe
    }

    /// The size of an item without the content insets of the list.
    private func insetSize(ofItem index: Int, in container: CGSize) -> CGSize {
        var size = size(ofItem: index, in: container)
        if let inset = adapter?.collectionView?.contentInset {
            size.height = max(0, size.height - inset.top - inset.bottom)
        }
        return size
    }

    /// Returns a flow with the section's sizes, and with its own values in place of those that the program did not set.
    func filled(
        _ stated: CollectionViewSectionFlowLayout, in context: SectionLayoutContext
    ) -> CollectionViewSectionFlowLayout {
        let isVertical = context.scrollDirection == .vertical
        let container = context.containerSize
        var flow = stated
        if hasOneSize, context.itemCount > 0 {
            flow.itemSizes = .constant(insetSize(ofItem: 0, in: container))
        } else {
            let sizes = (0..<context.itemCount).map { insetSize(ofItem: $0, in: container) }
            flow.itemSizes = .each { sizes[$0] }
        }
        let values = stated.stated
        if !values.contains(.packing) { flow.packing = .leading }
        if !values.contains(.interitemSpacing) { flow.interitemSpacing = interitemSpacing }
        if !values.contains(.lineSpacing) { flow.lineSpacing = isVertical ? 0 : interitemSpacing }
        if !values.contains(.insets) { flow.insets = edgeInsets }
        if !values.contains(.header) {
            let header = sizeOfHeader(in: container)
            flow.headerHeight = isVertical ? header.height : header.width
        }
        if !values.contains(.footer) {
            let footer = adapter?.sizeOfFooter(of: self, in: container) ?? .zero
            flow.footerHeight = isVertical ? footer.height : footer.width
        }
        return flow
    }
}

extension SectionLayoutContext {
    /// The width and height of the list, in points.
    var containerSize: CGSize {
        scrollDirection == .vertical
            ? CGSize(width: crossExtent, height: mainExtent) : CGSize(width: mainExtent, height: crossExtent)
    }
}
