import Foundation

/// The default layout of a section. Items are packed greedily into lines, and the gaps between them share the free
/// space of a line.
///
///     var layout = CollectionViewSectionFlowLayout()
///     layout.itemSizes = .each { index in sizes[index] }
///     layout.insets = .all(16)
///     try main.append(layout, itemCount: sizes.count)
///
/// If the item size is constant, the section is uniform and stores no sizes.
public nonisolated struct CollectionViewSectionFlowLayout: StockSectionLayout, Sendable {
    public var sectionIndex = 0

    /// Width and height of the items, in points. Nil, the default, lets the list supply the sizes: a list of section
    /// descriptions uses the sizes of the section, and its insets, spacings, header and footer for the values that are
    /// not set here. In other lists items are 50 by 50 points.
    public var itemSizes: ItemLengths<CGSize>?

    public var packing: FlowPacking = .justified { didSet { stated.insert(.packing) } }

    /// The minimum space between the items of a line, in points; can be negative.
    public var interitemSpacing: CGFloat = 10 { didSet { stated.insert(.interitemSpacing) } }

    /// Space between lines, in points; can be negative. `.overlapping` packing does not use it.
    public var lineSpacing: CGFloat = 10 { didSet { stated.insert(.lineSpacing) } }

    public var insets: SectionInsets = .zero { didSet { stated.insert(.insets) } }

    /// Extent of the header along the scroll axis; 0 means that there is no header.
    public var headerHeight: CGFloat = 0 { didSet { stated.insert(.header) } }
    public var footerHeight: CGFloat = 0 { didSet { stated.insert(.footer) } }

    public var pinsHeader = false { didSet { stated.insert(.pins) } }
    public var pinsFooter = false { didSet { stated.insert(.pins) } }

    /// Whether the sizes are estimates until items are measured. A constant size is exact unless this is true; the
    /// section is then not uniform.
    public var isEstimated = false

    var prepared: PreparedSection?
    var references = StockReferences()

    /// The values that the program set, even if it set them to their defaults.
    package private(set) var stated: Stated = []

    package struct Stated: OptionSet, Sendable {
        package let rawValue: UInt8
        package init(rawValue: UInt8) { self.rawValue = rawValue }
        package static let packing = Stated(rawValue: 1)
        package static let interitemSpacing = Stated(rawValue: 2)
        package static let lineSpacing = Stated(rawValue: 4)
        package static let insets = Stated(rawValue: 8)
        package static let header = Stated(rawValue: 16)
        package static let footer = Stated(rawValue: 32)
        package static let pins = Stated(rawValue: 64)
    }

    public init(itemSizes: ItemLengths<CGSize>? = nil) {
        self.itemSizes = itemSizes
    }

    /// Returns the recipe that the engine lays out.
    public func recipe(in context: SectionLayoutContext) -> SectionRecipe {
        let itemSizes = knownSizes
        if case .constant(let size) = itemSizes, !isEstimated {
            return .flow(
                count: context.itemCount, size: size, packing: packing, spacing: interitemSpacing,
                lineSpacing: lineSpacing, insets: insets, header: headerHeight, footer: footerHeight,
                pinsHeader: pinsHeader, pinsFooter: pinsFooter)
        }
        let sizes: [CGSize]
        if case .constant(let size) = itemSizes {
            sizes = Array(repeating: size, count: context.itemCount)
        } else {
            sizes = itemSizes.values(count: context.itemCount, zero: .zero) ?? []
        }
        return .flow(
            sizes: sizes, packing: packing, spacing: interitemSpacing, lineSpacing: lineSpacing, insets: insets,
            header: headerHeight, footer: footerHeight, pinsHeader: pinsHeader, pinsFooter: pinsFooter,
            estimated: isEstimated)
    }

    func recipe(ofItems items: [Range<Int>], in context: SectionLayoutContext) -> SectionRecipe? {
        recipe(ofItems: items, in: context, knownSizes) { $0.itemSizes = $1 }
    }

    private var knownSizes: ItemLengths<CGSize> { itemSizes ?? .constant(CGSize(width: 50, height: 50)) }
}
