import Foundation

/// A section of a compositional layout: a group that is repeated until all items are placed.
///
///     let section = CollectionLayoutSection(group: group)
///     section.interGroupSpacing = 8
///     section.contentInsets = DirectionalEdgeInsets(top: 0, leading: 16, bottom: 0, trailing: 16)
///     try layout.append(.compositional(section, count: 1_000_000))
///
/// It may be changed until a layout takes it; the layout reads it once and keeps no reference.
public final class CollectionLayoutSection {
    let group: CollectionLayoutGroup

    /// What it says beside its group, in memory of its own; see ``CollectionLayoutItem``.
    package let told: UnsafeMutablePointer<SectionStyle>
    private(set) var handler: VisibleItemsHandler? {
        didSet { told.pointee.hasHandler = handler != nil }
    }

    public init(group: CollectionLayoutGroup) {
        self.group = group
        told = .allocate(capacity: 1)
        told.initialize(to: SectionStyle())
    }

    // A style is plain numbers, so there is nothing to deinitialize.
    deinit { told.deallocate() }

    /// Space around the groups, in points. Headers and footers stand outside it along the scroll axis.
    public var contentInsets: DirectionalEdgeInsets {
        get { told.pointee.insets }
        set { told.pointee.insets = newValue }
    }

    /// Space between groups, in points; may be negative, but never so that a group starts before the one before it.
    public var interGroupSpacing: CGFloat {
        get { told.pointee.groupSpacing }
        set { told.pointee.groupSpacing = newValue }
    }

    /// Which of the container's insets are added to the section's own, across the scroll axis.
    public var contentInsetsReference: ContentInsetsReference {
        get { told.pointee.insetsReference }
        set { told.pointee.insetsReference = newValue }
    }

    /// Headers and footers stand within the section's insets across the scroll axis, else they have the list's width.
    public var supplementariesFollowContentInsets: Bool {
        get { told.pointee.boundariesFollowInsets }
        set { told.pointee.boundariesFollowInsets = newValue }
    }

    /// `.none`: headers and footers follow no insets. `.automatic`: as ``supplementariesFollowContentInsets`` says. All
    /// else: they follow the section's.
    public var supplementaryContentInsetsReference: ContentInsetsReference {
        get { told.pointee.boundaryInsetsReference }
        set { told.pointee.boundaryInsetsReference = newValue }
    }

    /// Headers, footers and the like.
    public var boundarySupplementaryItems: [CollectionLayoutBoundarySupplementaryItem] = [] {
        didSet { told.pointee.boundaryCount = boundarySupplementaryItems.count }
    }

    /// Backgrounds.
    public var decorationItems: [CollectionLayoutDecorationItem] = [] {
        didSet { told.pointee.backdropCount = decorationItems.count }
    }

    /// Anything but `.none` puts the groups in one line across the list, which scrolls on its own.
    public var orthogonalScrollingBehavior: CollectionLayoutSectionOrthogonalScrollingBehavior {
        get { told.pointee.behavior }
        set { told.pointee.behavior = newValue }
    }

    /// What a host's scroll view does with a section that scrolls on its own.
    public var orthogonalScrollingProperties: CollectionLayoutSectionOrthogonalScrollingProperties {
        get { told.pointee.scrollingProperties }
        set { told.pointee.scrollingProperties = newValue }
    }

    /// Called before each display with the section's visible elements, how far they are scrolled, and the container.
    /// It may change what is shown of them, not what is laid out. See
    /// ``CollectionViewLayout/applyVisibleItemsHandlers(to:in:)``.
    public var visibleItemsInvalidationHandler: CollectionLayoutSectionVisibleItemsInvalidationHandler? {
        get { handler?.body }
        set { handler = newValue.map(VisibleItemsHandler.init) }
    }
}

/// Insets of a list's container that a section's own are added to.
public enum ContentInsetsReference: Sendable, Hashable {
    /// What the layout's configuration says; there, the safe area.
    case automatic
    case none
    case safeArea
    case layoutMargins
    case readableContent
}

/// What a section that scrolls on its own comes to rest at.
public enum CollectionLayoutSectionOrthogonalScrollingBehavior: Sendable, Hashable {
    /// The section does not scroll on its own.
    case none
    /// Anywhere.
    case continuous
    /// With the start of a group at the start of the visible bounds.
    case continuousGroupLeadingBoundary
    /// At multiples of the list's extent across.
    case paging
    /// At groups, one at a time.
    case groupPaging
    /// With a group in the middle, one at a time.
    case groupPagingCentered
}

/// What a host's scroll view does with a section that scrolls on its own.
public struct CollectionLayoutSectionOrthogonalScrollingProperties: Sendable, Hashable {
    public enum Bounce: Sendable, Hashable {
        case automatic
        case always
        case never
    }

    public enum DecelerationRate: Sendable, Hashable {
        /// Fast where the section pages, else normal.
        case automatic
        case normal
        case fast
    }

    public var bounce: Bounce
    public var decelerationRate: DecelerationRate

    public init(bounce: Bounce = .automatic, decelerationRate: DecelerationRate = .automatic) {
        self.bounce = bounce
        self.decelerationRate = decelerationRate
    }
}

/// See ``CollectionLayoutSection/visibleItemsInvalidationHandler``.
public typealias CollectionLayoutSectionVisibleItemsInvalidationHandler =
    @MainActor @Sendable (
        _ visibleItems: [CollectionLayoutVisibleItem], _ scrollOffset: CGPoint,
        _ environment: CollectionLayoutEnvironment
    ) -> Void

/// A closure with an identity, by which descriptions that hold it are equal or not.
final class VisibleItemsHandler: Sendable {
    let body: CollectionLayoutSectionVisibleItemsInvalidationHandler

    init(_ body: @escaping CollectionLayoutSectionVisibleItemsInvalidationHandler) { self.body = body }
}
