import Foundation

/// A section of a compositional layout: a group that is repeated until all items are placed.
///
///     let section = CollectionLayoutSection(group: group)
///     section.interGroupSpacing = 8
///     section.contentInsets = DirectionalEdgeInsets(top: 0, leading: 16, bottom: 0, trailing: 16)
///     try layout.append(.compositional(section, count: 1_000_000))
///
/// A layout reads the section once and keeps no reference. Later changes of the object do not affect the layout.
public final class CollectionLayoutSection {
    let group: CollectionLayoutGroup

    /// The section's values other than its group, in a separate allocation. See ``CollectionLayoutItem``.
    package let values: UnsafeMutablePointer<SectionStyle>
    private(set) var handler: VisibleItemsHandler? {
        didSet { values.pointee.hasHandler = handler != nil }
    }

    public init(group: CollectionLayoutGroup) {
        self.group = group
        values = .allocate(capacity: 1)
        values.initialize(to: SectionStyle())
    }

    // A style contains only plain numbers, so nothing has to be deinitialized.
    deinit { values.deallocate() }

    /// Space around the groups, in points. Along the scroll axis, headers and footers are outside this space.
    public var contentInsets: DirectionalEdgeInsets {
        get { values.pointee.insets }
        set { values.pointee.insets = newValue }
    }

    /// Space between groups, in points. It can be negative. A group never starts before the group in front of it,
    /// however negative the space is.
    public var interGroupSpacing: CGFloat {
        get { values.pointee.groupSpacing }
        set { values.pointee.groupSpacing = newValue }
    }

    /// The container's insets that are added to the section's own insets across the scroll axis.
    public var contentInsetsReference: ContentInsetsReference {
        get { values.pointee.insetsReference }
        set { values.pointee.insetsReference = newValue }
    }

    /// Whether headers and footers are within the section's insets across the scroll axis. Otherwise they have the
    /// full width of the list.
    public var supplementariesFollowContentInsets: Bool {
        get { values.pointee.boundariesFollowInsets }
        set { values.pointee.boundariesFollowInsets = newValue }
    }

    /// The insets that headers and footers follow. `.none` means no insets. `.automatic` means the value of
    /// ``supplementariesFollowContentInsets``. All other values mean the section's insets.
    public var supplementaryContentInsetsReference: ContentInsetsReference {
        get { values.pointee.boundaryInsetsReference }
        set { values.pointee.boundaryInsetsReference = newValue }
    }

    /// Headers, footers and other supplementary items at the boundary of the section.
    public var boundarySupplementaryItems: [CollectionLayoutBoundarySupplementaryItem] = [] {
        didSet { values.pointee.boundaryCount = boundarySupplementaryItems.count }
    }

    /// Backgrounds.
    public var decorationItems: [CollectionLayoutDecorationItem] = [] {
        didSet { values.pointee.backdropCount = decorationItems.count }
    }

    /// The scrolling behavior of the section. All values other than `.none` put the groups in one line across the
    /// list, which scrolls independently of the list.
    public var orthogonalScrollingBehavior: CollectionLayoutSectionOrthogonalScrollingBehavior {
        get { values.pointee.behavior }
        set { values.pointee.behavior = newValue }
    }

    /// Settings for the scrolling of a section that scrolls independently. A `ScrollingHost`, and with it the hosts for GTK
    /// and terminals, uses all of them.
    public var orthogonalScrollingProperties: CollectionLayoutSectionOrthogonalScrollingProperties {
        get { values.pointee.scrollingProperties }
        set { values.pointee.scrollingProperties = newValue }
    }

    /// A closure that is called before each display with the section's visible elements, their scroll offset and the
    /// container. It can change how the elements are shown but not the layout. See
    /// ``CollectionViewLayout/applyVisibleItemsHandlers(to:in:)``.
    public var visibleItemsInvalidationHandler: CollectionLayoutSectionVisibleItemsInvalidationHandler? {
        get { handler?.body }
        set { handler = newValue.map(VisibleItemsHandler.init) }
    }
}

/// The insets of a list's container to which a section adds its own insets.
public enum ContentInsetsReference: Sendable, Hashable {
    /// In a section, the reference of the layout's configuration. In the configuration, the safe area.
    case automatic
    case none
    case safeArea
    case layoutMargins
    case readableContent
}

/// The positions at which a section that scrolls independently comes to rest, as ``OrthogonalScrolling`` computes them.
/// A `ScrollingHost` brings sections to rest there.
public enum CollectionLayoutSectionOrthogonalScrollingBehavior: Sendable, Hashable {
    /// The section does not scroll independently of the list.
    case none
    /// At any offset.
    case continuous
    /// At offsets where the start of a group is at the start of the visible bounds.
    case continuousGroupLeadingBoundary
    /// At multiples of the list's extent across its scroll axis.
    case paging
    /// At the start of a group. A gesture moves by at most one group.
    case groupPaging
    /// With a group in the middle of the visible bounds. A gesture moves by at most one group.
    case groupPagingCentered
}

/// Settings for the host's scroll view of a section that scrolls independently.
public struct CollectionLayoutSectionOrthogonalScrollingProperties: Sendable, Hashable {
    /// Whether a drag moves the content of the section beyond its ends.
    public enum Bounce: Sendable, Hashable {
        /// As the host does with the list, if the content is longer than the visible bounds.
        case automatic
        /// Always, even if all content is visible.
        case always
        case never
    }

    public enum DecelerationRate: Sendable, Hashable {
        /// Fast if the section pages, otherwise normal.
        case automatic
        /// The rate of the list.
        case normal
        /// Five times the rate of the list.
        case fast
    }

    public var bounce: Bounce
    public var decelerationRate: DecelerationRate

    /// Whether the first group follows the last one, so that the section can be scrolled on in both directions.
    ///
    /// No item is copied: each has one index path, and is visible once. Therefore a section loops only if its groups are
    /// longer than the visible extent by the longest of them. See ``OrthogonalScrolling/loops``.
    public var loops: Bool

    public init(
        bounce: Bounce = .automatic, decelerationRate: DecelerationRate = .automatic, loops: Bool = false
    ) {
        self.bounce = bounce
        self.decelerationRate = decelerationRate
        self.loops = loops
    }
}

/// See ``CollectionLayoutSection/visibleItemsInvalidationHandler``.
public typealias CollectionLayoutSectionVisibleItemsInvalidationHandler =
    @MainActor @Sendable (
        _ visibleItems: [CollectionLayoutVisibleItem], _ scrollOffset: CGPoint,
        _ environment: CollectionLayoutEnvironment
    ) -> Void

/// A closure that is compared by identity, so that descriptions that contain it can be compared.
final class VisibleItemsHandler: Sendable {
    let body: CollectionLayoutSectionVisibleItemsInvalidationHandler

    init(_ body: @escaping CollectionLayoutSectionVisibleItemsInvalidationHandler) { self.body = body }
}
