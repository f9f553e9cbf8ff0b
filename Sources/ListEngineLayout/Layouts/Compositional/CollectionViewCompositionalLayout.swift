import Foundation

/// Settings of a compositional layout that do not belong to a single section.
public final class CollectionViewCompositionalLayoutConfiguration {
    public var scrollDirection: ScrollDirection = .vertical

    /// Space between sections, in points; not negative.
    public var interSectionSpacing: CGFloat = 0

    /// Headers and footers of the whole list.
    public var boundarySupplementaryItems: [CollectionLayoutBoundarySupplementaryItem] = []

    /// The container's insets that a section adds to its own if its reference is `.automatic`. Here `.automatic`
    /// means the safe area.
    public var contentInsetsReference: ContentInsetsReference = .automatic

    public init() {}

    fileprivate func copy() -> CollectionViewCompositionalLayoutConfiguration {
        let copy = CollectionViewCompositionalLayoutConfiguration()
        copy.scrollDirection = scrollDirection
        copy.interSectionSpacing = interSectionSpacing
        copy.boundarySupplementaryItems = boundarySupplementaryItems
        copy.contentInsetsReference = contentInsetsReference
        return copy
    }
}

/// Returns the description of the section at an index. If it returns nil, the section shows none of its items and a
/// diagnostic is reported.
public typealias CollectionViewCompositionalLayoutSectionProvider =
    @MainActor (_ section: Int, _ environment: CollectionLayoutEnvironment) -> CollectionLayoutSection?

/// Lays out every section of a list as a compositional section.
///
///     let layout = CollectionViewCompositionalLayout { section, environment in
///         section == 0 ? .banner(height: .absolute(200)) : .grid(columns: 3, itemHeight: .absolute(120))
///     }
///     let list = try layout.layout(itemCounts: [5, 400], in: ListContainer(size: bounds.size))
///
/// A provider can return the same object for several sections, or new objects with equal contents. Sections with
/// equal descriptions share their solved layout. To mix compositional sections with other kinds, add them to a
/// ``CollectionViewLayout`` with ``SectionRecipe/compositional(_:count:sectionSpacing:)``.
@MainActor
open class CollectionViewCompositionalLayout: CollectionViewLayoutRecipe {
    private let provider: CollectionViewCompositionalLayoutSectionProvider
    private var decorationViewClasses: [String: AnyClass] = [:]

    /// The appearance of a list that was created with ``list(using:)``; nil for others. A host draws the list as its platform does.
    public package(set) var listAppearance: CollectionLayoutListConfiguration.Appearance?

    /// The layout's settings. Both the getter and the setter copy the object, so set the property as a whole.
    open var configuration: CollectionViewCompositionalLayoutConfiguration {
        get { settings.copy() }
        set { settings = newValue.copy() }
    }

    private var settings: CollectionViewCompositionalLayoutConfiguration

    private static let outdated = CollectionLayoutSection.list(itemHeight: .absolute(44))

    /// The same section everywhere.
    public convenience init(section: CollectionLayoutSection) {
        self.init(section: section, configuration: CollectionViewCompositionalLayoutConfiguration())
    }

    /// The same section everywhere.
    public convenience init(
        section: CollectionLayoutSection, configuration: CollectionViewCompositionalLayoutConfiguration
    ) {
        self.init(sectionProvider: { _, _ in section }, configuration: configuration)
        describesSectionsByIndex = type(of: self) != CollectionViewCompositionalLayout.self
    }

    /// Whether the section provider describes sections by their indices: see ``CollectionViewLayoutRecipe``. Set it to false
    /// if it looks up the section at the index in the data, and its description does not depend on the index.
    open var describesSectionsByIndex = true

    /// A section for each index.
    public convenience init(sectionProvider: @escaping CollectionViewCompositionalLayoutSectionProvider) {
        self.init(
            sectionProvider: sectionProvider, configuration: CollectionViewCompositionalLayoutConfiguration())
    }

    /// A section for each index.
    public init(
        sectionProvider: @escaping CollectionViewCompositionalLayoutSectionProvider,
        configuration: CollectionViewCompositionalLayoutConfiguration
    ) {
        provider = sectionProvider
        settings = configuration.copy()
    }

    open var scrollDirection: ScrollDirection { settings.scrollDirection }

    /// Registers the class that shows decorations of a kind; nil removes the registration. The engine stores the
    /// class for its host.
    open func register(_ viewClass: AnyClass?, forDecorationViewOfKind elementKind: String) {
        decorationViewClasses[elementKind] = viewClass
    }

    /// The class that was registered for decorations of a kind.
    open func decorationViewClass(ofKind elementKind: String) -> AnyClass? { decorationViewClasses[elementKind] }

    open func recipe(forSection section: Int, in context: SectionLayoutContext) -> SectionRecipe {
        let described = provider(section, environment(in: context))
        return .compositional(
            CompositionalArrangement(
                description: described.map(CompositionDescription.init) ?? .nothing,
                sectionSpacing: settings.interSectionSpacing, insetsReference: settings.contentInsetsReference,
                isMissing: described == nil),
            count: context.itemCount)
    }

    /// Returns nil. No separate recipe is needed, because ``recipe(forSection:in:)`` does not read sizes of items.
    open func recipe(
        forSection section: Int, ofItems items: [Range<Int>], in context: SectionLayoutContext
    ) -> SectionRecipe? { nil }

    /// Returns nil, which makes every section compositional that has no layout object. Override it to give sections
    /// layout objects that they do not have themselves.
    open func sectionLayout(
        forSection section: Int, in context: SectionLayoutContext
    ) -> SectionLayoutObject? { nil }

    /// Lays a list out.
    /// - Complexity: O(sections + distinct descriptions), independent of the number of items.
    open func layout(itemCounts: [Int], in container: ListContainer) throws(LayoutError) -> CollectionViewLayout {
        var layout = CollectionViewLayout(container: container, scrollDirection: scrollDirection)
        let context = layout.sectionContext(itemCount: 0)
        let environment = environment(in: context)
        if hasSectionLayouts(itemCounts, in: layout) {
            for (section, count) in itemCounts.enumerated() {
                try layout.insertSection(at: section, itemCount: count, by: self)
            }
        } else {
            try layout.insertCompositional(
                itemCounts: itemCounts, at: 0, sectionSpacing: settings.interSectionSpacing,
                insetsReference: settings.contentInsetsReference
            ) { section in context.isOutdated ? Self.outdated : provider(section, environment) }
        }
        try layout.setBoundarySupplementaryItems(settings.boundarySupplementaryItems)
        return layout
    }

    /// Whether some sections have layout objects: a subclass supplies them, or the sections have their own.
    private func hasSectionLayouts(_ itemCounts: [Int], in layout: CollectionViewLayout) -> Bool {
        guard
            type(of: self) != CollectionViewCompositionalLayout.self
                || layout.sectionContext(itemCount: 0).owner?.sections != nil
        else { return false }
        return itemCounts.indices.contains { section in
            layoutObject(ofSection: section, in: layout.sectionContext(itemCount: itemCounts[section])) != nil
        }
    }

    /// The information about the list that the provider receives.
    private func environment(in context: SectionLayoutContext) -> CollectionLayoutEnvironment {
        let size =
            context.scrollDirection == .vertical
            ? CGSize(width: context.crossExtent, height: context.mainExtent)
            : CGSize(width: context.mainExtent, height: context.crossExtent)
        // As for sections, only the insets across the scroll axis.
        let insets = context.containerInsets[settings.contentInsetsReference]
        let across: DirectionalEdgeInsets =
            context.scrollDirection == .vertical
            ? SectionInsets(leading: insets.leading, trailing: insets.trailing)
            : SectionInsets(top: insets.top, bottom: insets.bottom)
        return CollectionLayoutEnvironment(
            container: CollectionLayoutContainer(contentSize: size, contentInsets: across),
            scrollDirection: context.scrollDirection, flowDirection: context.flowDirection,
            displayScale: context.displayScale)
    }
}

extension CollectionViewCompositionalLayout {
    /// Creates a layout of rows with separators. All sections have the same appearance.
    public static func list(using configuration: CollectionLayoutListConfiguration) -> CollectionViewCompositionalLayout
    {
        let layout = CollectionViewCompositionalLayout { _, environment in
            .list(using: configuration, layoutEnvironment: environment)
        }
        layout.listAppearance = configuration.appearance
        return layout
    }
}
