/// An element of a list by its position: an item, or the header or footer of a section, or what compositional sections
/// have beside them.
///
///     ElementPath.item(3, inSection: 0)
///     ElementPath.header(ofSection: 2)
///
/// Several supplementary items of one item have one path; their kinds tell them apart.
public struct ElementPath: Sendable, Hashable {
    /// Index of the section; ``wholeList`` for the headers and footers of the list itself.
    public var section: Int

    /// Index in the section. For headers, footers and decorations of compositional sections, the index in the section's
    /// array of them, else 0. For supplementary items, the index of their item, or the number of their group in the
    /// section.
    public var item: Int
    public var category: ElementCategory

    public init(section: Int, item: Int, category: ElementCategory = .item) {
        self.section = section
        self.item = item
        self.category = category
    }

    /// In place of a section: the headers and footers of the list itself.
    public static let wholeList = -1

    public static func item(_ item: Int, inSection section: Int) -> ElementPath {
        ElementPath(section: section, item: item)
    }

    /// The header of a section. Compositional sections may have several: the index is that in their
    /// ``CollectionLayoutSection/boundarySupplementaryItems``.
    public static func header(ofSection section: Int, index: Int = 0) -> ElementPath {
        ElementPath(section: section, item: index, category: .header)
    }

    /// The footer of a section. For the index see ``header(ofSection:index:)``.
    public static func footer(ofSection section: Int, index: Int = 0) -> ElementPath {
        ElementPath(section: section, item: index, category: .footer)
    }
}

extension ElementPath: Comparable {
    /// Reading order: by section; in it decorations, headers, the items each followed by its supplementary items,
    /// footers. The headers and footers of the list itself come last.
    public static func < (left: ElementPath, right: ElementPath) -> Bool { left.orderKey < right.orderKey }

    private var orderKey: (UInt, Int, Int, Int) {
        // Below zero becomes the largest.
        let section = UInt(bitPattern: section)
        let isItems = category == .item || category == .supplementary
        return (section, isItems ? ElementCategory.item.order : category.order, item, category.order)
    }
}

extension ElementPath: CustomStringConvertible {
    /// "2.7" for an item; "2.header", "2.footer1", "2.supplementary7" and the like for the rest; "list.header" for those
    /// of the list itself. An index of 0 is left out.
    public var description: String {
        let place = section < 0 ? "list" : "\(section)"
        return switch category {
        case .item: "\(place).\(item)"
        default: "\(place).\(category)\(item == 0 ? "" : "\(item)")"
        }
    }
}
