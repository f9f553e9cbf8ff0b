import Foundation

/// The area in which something is laid out: the list for its sections, or a group's content for a custom group.
public struct CollectionLayoutContainer: Sendable, Hashable {
    /// Width and height in points.
    public var contentSize: CGSize

    /// Insets that keep content clear of the container's edges, such as a safe area.
    public var contentInsets: DirectionalEdgeInsets

    public init(contentSize: CGSize, contentInsets: DirectionalEdgeInsets = .zero) {
        self.contentSize = contentSize
        self.contentInsets = contentInsets
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(contentSize)
        hasher.combine(contentInsets)
    }

    /// The size without the insets.
    public var effectiveContentSize: CGSize {
        CGSize(
            width: max(0, contentSize.width - contentInsets.leading - contentInsets.trailing),
            height: max(0, contentSize.height - contentInsets.top - contentInsets.bottom))
    }

    public var effectiveContentInsets: DirectionalEdgeInsets { contentInsets }
}

/// Information about its surroundings that a section provider, a custom group or a visible-items handler receives.
public struct CollectionLayoutEnvironment: Sendable, Hashable {
    public var container: CollectionLayoutContainer
    public var scrollDirection: ScrollDirection
    public var flowDirection: FlowDirection

    /// Pixels per point; 0 if there is no pixel grid.
    public var displayScale: CGFloat

    public init(
        container: CollectionLayoutContainer, scrollDirection: ScrollDirection = .vertical,
        flowDirection: FlowDirection = .leftToRight, displayScale: CGFloat = 1
    ) {
        self.container = container
        self.scrollDirection = scrollDirection
        self.flowDirection = flowDirection
        self.displayScale = displayScale
    }
}

/// Insets of a list's container that sections can refer to. See ``ContentInsetsReference``.
public struct ContainerInsets: Sendable, Hashable {
    public var safeArea: SectionInsets
    public var layoutMargins: SectionInsets
    public var readableContent: SectionInsets

    public init(
        safeArea: SectionInsets = .zero, layoutMargins: SectionInsets = .zero, readableContent: SectionInsets = .zero
    ) {
        self.safeArea = safeArea
        self.layoutMargins = layoutMargins
        self.readableContent = readableContent
    }

    public static let zero = ContainerInsets()

    subscript(reference: ContentInsetsReference) -> SectionInsets {
        switch reference {
        case .none: .zero
        case .automatic, .safeArea: safeArea
        case .layoutMargins: layoutMargins
        case .readableContent: readableContent
        }
    }
}
