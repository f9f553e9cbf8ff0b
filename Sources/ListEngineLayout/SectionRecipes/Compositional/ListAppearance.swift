import Foundation

/// The look of a list of rows: its separators, the background of its sections, its headers and footers.
///
///     let layout = CollectionViewCompositionalLayout.list(using: CollectionLayoutListConfiguration(appearance: .insetGrouped))
///
/// Lengths are in points. Separators and backgrounds are ordinary elements of the layout: a separator is a supplementary
/// item of its row, with the kind ``separatorKind``; a background is a decoration of its section, with the kind
/// ``backgroundKind``. Only those that are visible have a view.
public struct CollectionLayoutListConfiguration: Sendable, Hashable {
    public enum Appearance: Sendable, Hashable {
        /// Rows and headers are as wide as the list. Headers stay visible while their section is visible.
        case plain
        /// The rows of a section have a background as wide as the list, and space around it.
        case grouped
        /// The rows of a section have a background, which is inset from all edges.
        case insetGrouped
        /// The rows next to the content of a window, by which the user chooses what it shows: without lines, and with headers that
        /// scroll along.
        case sidebar
    }

    public enum HeaderMode: Sendable, Hashable {
        /// Sections have a supplementary header if there is a ``headerHeight``.
        case supplementary
        /// The first item of a section is its header. Sections have no supplementary header. The item is laid out as a
        /// row: it is as high as the others or measured, has a separator and is in front of the section's background.
        case firstItemInSection
    }

    /// The kind of the lines between rows.
    public static let separatorKind = "separator"

    /// The kind of the backgrounds of grouped sections.
    public static let backgroundKind = "background"

    public var appearance: Appearance

    /// The height of a row. Use an estimate if rows are measured.
    public var itemHeight: CollectionLayoutDimension = .estimated(44)

    /// Space between rows.
    public var spacing: CGFloat = 0

    /// Space around the rows of a section, inside its headers and footers. The defaults are those of this library. UIKit
    /// has others, which change with its versions; state the space if it matters.
    public var contentInsets: DirectionalEdgeInsets

    /// Whether there is a line between two rows. The last row of a section has none.
    public var showsSeparators = true

    /// Space before and after the line of a separator; top and bottom are not used.
    public var separatorInsets = DirectionalEdgeInsets(leading: 16)

    /// The height of separators; nil means one pixel. A separator is in the middle of the space between two rows. If
    /// there is no space, it is over the end of the upper row.
    public var separatorHeight: CGFloat?

    /// The height of headers, which have the kind `header`; nil means that sections have no headers.
    public var headerHeight: CollectionLayoutDimension?

    /// Whether the header of a section is a supplementary item or the first item.
    public var headerMode = HeaderMode.supplementary

    /// Space before each header, the first one included; not negative. A header that stays visible is at the edge of
    /// the visible bounds, without this space. If the first item is the header, the space is added to the top of the
    /// ``contentInsets``. The default is 0; UIKit's depends on its version.
    public var headerTopPadding: CGFloat = 0

    /// The height of footers, which have the kind `footer`; nil means that sections have no footers.
    public var footerHeight: CollectionLayoutDimension?

    /// Whether headers stay visible while their section is visible.
    public var pinsHeaders: Bool

    public init(appearance: Appearance = .plain) {
        self.appearance = appearance
        pinsHeaders = appearance == .plain
        showsSeparators = appearance != .sidebar
        contentInsets =
            switch appearance {
            case .plain, .sidebar: .zero
            case .grouped: DirectionalEdgeInsets(top: 8, bottom: 24)
            case .insetGrouped: DirectionalEdgeInsets(top: 8, leading: 16, bottom: 24, trailing: 16)
            }
    }
}

extension CollectionLayoutSection {
    /// Creates a section of rows with separators, and with the background, header and footer of an appearance.
    /// - Parameters:
    ///   - configuration: The look of the section.
    ///   - environment: The list that shows the section. Its display scale is the height of a separator.
    public static func list(
        using configuration: CollectionLayoutListConfiguration,
        layoutEnvironment environment: CollectionLayoutEnvironment
    ) -> CollectionLayoutSection {
        let section = list(
            itemHeight: configuration.itemHeight, spacing: configuration.spacing, insets: configuration.contentInsets)
        if configuration.showsSeparators {
            section.group.subitems[0].supplementaryItems = [configuration.separator(environment.displayScale)]
        }
        if configuration.appearance == .grouped || configuration.appearance == .insetGrouped {
            let background = CollectionLayoutDecorationItem.background(
                elementKind: CollectionLayoutListConfiguration.backgroundKind)
            background.isBehindItems = true
            section.decorationItems = [background]
        }
        let firstItemIsHeader = configuration.headerMode == .firstItemInSection
        if firstItemIsHeader {
            section.contentInsets.top += max(0, configuration.headerTopPadding)
        } else {
            section.values.pointee.headerSpace = configuration.headerTopPadding
        }
        let headerHeight = firstItemIsHeader ? nil : configuration.headerHeight
        section.boundarySupplementaryItems = [
            headerHeight.map { boundary("header", $0, .top, pins: configuration.pinsHeaders) },
            configuration.footerHeight.map { boundary("footer", $0, .bottom, pins: false) },
        ].compactMap(\.self)
        return section
    }

    private static func boundary(
        _ kind: String, _ height: CollectionLayoutDimension, _ alignment: RectAlignment, pins: Bool
    ) -> CollectionLayoutBoundarySupplementaryItem {
        let item = CollectionLayoutBoundarySupplementaryItem(
            layoutSize: CollectionLayoutSize(widthDimension: .fractionalWidth(1), heightDimension: height),
            elementKind: kind, alignment: alignment)
        item.pinToVisibleBounds = pins
        return item
    }
}

extension CollectionLayoutListConfiguration {
    fileprivate func separator(_ displayScale: CGFloat) -> CollectionLayoutSupplementaryItem {
        let pixel = displayScale > 0 && displayScale.isFinite ? 1 / displayScale : 1
        let height = separatorHeight ?? pixel
        let item = CollectionLayoutSupplementaryItem(
            layoutSize: CollectionLayoutSize(widthDimension: .fractionalWidth(1), heightDimension: .absolute(height)),
            elementKind: Self.separatorKind,
            containerAnchor: CollectionLayoutAnchor(
                edges: .bottom,
                absoluteOffset: CGPoint(x: 0, y: spacing > 0 ? (spacing - height) / 2 : -height)),
            itemAnchor: CollectionLayoutAnchor(edges: .top))
        item.contentInsets = DirectionalEdgeInsets(
            leading: separatorInsets.leading, trailing: separatorInsets.trailing)
        item.isSeparator = true
        return item
    }
}
