import Foundation
import ListEngine
import ListEngineDiff
import ListEngineLayout

/// A section as data: what it shows, by which cells, and how large they are.
///
///     let books = SectionDescription(viewModels: library, cell: BookCell.self, size: ViewComponentSize(height: 60)) {
///         cell, book, indexPath in cell.title = book.title
///     }
///     books.title = "Books"
///     books.header = .type(TitleView.self)
///     books.headerSize = ViewComponentSize(height: 32)
///     adapter.add(listSection: books)
///
/// Properties can be set at any time. They are shown when the section is loaded again, unless a method says otherwise:
/// ``update(viewModels:hasNextPage:completion:)``, ``apply(viewModels:animated:completion:)``,
/// ``ListAdapter/reload(_:animated:completion:)``.
///
/// View models are of any type, and are not boxed. Without a closure, cells are filled as ``ListComponent``s.
@MainActor
open class SectionDescription {
    /// What the header shows that has no view model of its own.
    open var title: String?

    /// Space around the items, in points.
    open var edgeInsets = SectionInsets.zero

    /// The least space between the items of a line, in points.
    open var interitemSpacing: CGFloat = 0

    /// By what items are shown. One is for all items; of more, each is for the item of its index, and the last for those
    /// behind.
    open var components: [ComponentKind]

    /// How large items are; as many as of ``components``.
    open var sizes: [any ComponentSize]

    /// Nil: there is no header.
    open var header: ComponentKind?
    /// Nil: the ``title``.
    open var headerViewModel: Any?
    open var headerSize: (any ComponentSize)?

    /// Nil: there is none, unless the list has one for it: see ``ListAdapter/separator`` and ``isPagingEnabled``.
    open var footer: ComponentKind?
    open var footerViewModel: Any?
    open var footerSize: (any ComponentSize)?

    /// An item was selected, or its component says so. Index paths are those of the whole list.
    open var onSelect: (@MainActor (IndexPath) -> Void)?

    /// What the user can select of the section. Nil: what the collection view allows. What it allows the collection view is
    /// made to allow as well; what it forbids is forbidden for its own items alone. See ``ListAdapter/selectionPolicy``.
    open var selectionSettings: CollectionSectionSelectionSettings? {
        didSet { if let provider { adapter?.list.selectionSettingsDidChange(of: provider) } }
    }

    /// Where the items stand. It is told its index, the adapter and the section before it prepares. Nil: as
    /// ``recipe(in:)`` says, which is what `CollectionViewSectionFlowLayout` does with the section's sizes.
    open var layout: (any CollectionViewSectionLayout)?

    /// The list asks for a further page where the section is its last and the end comes into view.
    open var isPagingEnabled = false

    /// There is a page behind what is shown.
    open var hasNextPage = false

    /// How far the content of cells stands in, in levels. See ``IndentableComponent``.
    open var indentationLevel = 0

    /// The height of rows in a table; nil: the table's.
    open var rowHeight: CGFloat?

    /// The list that shows the section.
    public internal(set) weak var adapter: ListAdapter?

    weak var provider: DescriptionProvider?

    /// Fills a cell, where a closure does.
    let fill: (@MainActor (CollectionReusableView, Any, IndexPath) -> Void)?

    var storage: any ViewModelStorage {
        didSet {
            isEdited = true
            for item in trackedViewModels { item.follow(from: oldValue, to: storage) }
        }
    }
    /// Those that are needed later.
    var trackedViewModels: [TrackedViewModel] = []
    /// The view models are others than those that are shown.
    var isEdited = false
    /// A page was asked for and has not arrived.
    var isLoadingPage = false
    /// The number of items when the last page was asked for.
    var countAtLastPage: Int?

    /// A section whose components are ``ListComponent``s.
    public init<Model>(
        title: String? = nil, viewModels: [Model], components: [ComponentKind], sizes: [any ComponentSize],
        layout: (any CollectionViewSectionLayout)? = nil
    ) {
        self.title = title
        self.components = components
        self.sizes = sizes
        self.layout = layout
        storage = ViewModels(viewModels)
        fill = nil
    }

    /// A section whose cells a closure fills.
    public init<Model, Cell: CollectionViewCell>(
        title: String? = nil, viewModels: [Model], cell: Cell.Type, size: any ComponentSize,
        layout: (any CollectionViewSectionLayout)? = nil,
        configure: @escaping @MainActor (Cell, Model, IndexPath) -> Void
    ) {
        self.title = title
        components = [.type(cell)]
        sizes = [size]
        self.layout = layout
        storage = ViewModels(viewModels)
        fill = { view, model, indexPath in
            guard let view = view as? Cell, let model = model as? Model else { return }
            configure(view, model, indexPath)
        }
    }

    // MARK: Items

    /// All view models. Setting them shows nothing by itself.
    /// - Complexity: O(items).
    public var viewModels: [Any] {
        get { storage.all }
        set { storage = ViewModels(newValue) }
    }

    /// Sets view models of one type. Shows nothing by itself.
    public func setViewModels<Model>(_ viewModels: [Model]) { storage = ViewModels(viewModels) }

    public var numberOfItems: Int { storage.count }

    /// The view model of an item; nil where there is none.
    public func viewModel(at index: Int) -> Any? {
        index >= 0 && index < storage.count ? storage.viewModel(at: index) : nil
    }

    /// Who an item is: what is measured of it belongs to it then, wherever an update brings it, see `MeasuredSizes`. Equal
    /// to no other item of the list.
    ///
    /// By default an item is told among those of the section by its view model: by its `id` where it is `Identifiable`, else
    /// by itself where it is `Hashable`. Nil where it is neither, where two of the section are equal, and of more than
    /// 16,384 view models that were not shown by difference yet: then what is measured stays with its place.
    open func identity(ofItem index: Int) -> AnyHashable? {
        guard index >= 0, index < storage.count else { return nil }
        return storage.identifier(at: index)
            .map { AnyHashable(ItemOfSection(section: ObjectIdentifier(self), item: $0)) }
    }

    /// The index of the section in the list; nil where it is in none.
    public var sectionIndex: Int? {
        guard let adapter, let provider else { return nil }
        return adapter.list.sections(of: provider)?.lowerBound
    }

    private static func element<Element>(_ elements: [Element], for index: Int) -> Element? {
        elements.isEmpty ? nil : elements[min(max(0, index), elements.count - 1)]
    }

    func component(at index: Int) -> ComponentKind? { Self.element(components, for: index) }

    func componentSize(at index: Int) -> (any ComponentSize)? { Self.element(sizes, for: index) }

    // MARK: Sizes

    /// All items have the size of the first. True by default where there is one of ``sizes`` at most; a subclass that
    /// answers other sizes in ``size(ofItem:in:)`` answers false.
    open var hasOneSize: Bool { sizes.count <= 1 }

    /// The size of an item, in points; zero where none is given. Where all have one size, the first is asked alone.
    open func size(ofItem index: Int, in container: CGSize) -> CGSize {
        componentSize(at: index)?.size(in: container) ?? .zero
    }

    /// The size of the header; zero where there is none.
    open func sizeOfHeader(in container: CGSize) -> CGSize {
        header == nil ? .zero : headerSize?.size(in: container) ?? .zero
    }

    /// The size of the footer; zero where there is none. The list may have one for the section all the same.
    open func sizeOfFooter(in container: CGSize) -> CGSize {
        footer == nil ? .zero : footerSize?.size(in: container) ?? .zero
    }

    /// How the section is laid out that has no layout of its own: in lines from the leading edge, items at the top of
    /// their line, no space between lines. In a horizontal list lines are columns, with the interitem spacing between them.
    ///
    /// What the list keeps free above and below, by its content inset, is taken from the height of every item.
    /// - Complexity: O(1) where there is one size for all, else O(items).
    open func recipe(in context: SectionLayoutContext) -> SectionRecipe {
        let isVertical = context.scrollDirection == .vertical
        let container = context.containerSize
        let inset = adapter?.collectionView.map { $0.contentInset.top + $0.contentInset.bottom } ?? 0
        func size(_ index: Int) -> CGSize {
            var size = self.size(ofItem: index, in: container)
            size.height = max(0, size.height - inset)
            return size
        }
        let (header, footer) = (sizeOfHeader(in: container), adapter?.sizeOfFooter(of: self, in: container) ?? .zero)
        var recipe: SectionRecipe
        if adapter?.usesLegacyPacking == true {
            let sizes = (0..<context.itemCount).map { self.size(ofItem: $0, in: container) }
            recipe = .flow(
                sizes: sizes, packing: .legacy, contentInset: adapter?.collectionView?.contentInset ?? .zero)
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
}

extension SectionLayoutContext {
    /// Width and height of the list, in points.
    var containerSize: CGSize {
        scrollDirection == .vertical
            ? CGSize(width: crossExtent, height: mainExtent) : CGSize(width: mainExtent, height: crossExtent)
    }
}
