/// The position of an element in a list: an item, a section's header or footer, or a supplementary item or decoration
/// of a compositional section.
///
///     ElementPath.item(3, inSection: 0)
///     ElementPath.header(ofSection: 2)
///
/// All supplementary items of one item have the same path. Use their kinds to distinguish them.
public struct ElementPath: Sendable, Hashable {
    /// Index of the section. It is ``wholeList`` for the headers and footers of the list itself.
    public var section: Int

    /// The element's index; its meaning depends on ``category``.
    ///
    /// - Item: the index in the section.
    /// - Header, footer or decoration: the index in the array of a compositional section; 0 in other sections.
    /// - Supplementary item: the index of the item that it belongs to, or the number of its group in the section.
    public var item: Int
    public var category: ElementCategory

    @inlinable public init(section: Int, item: Int, category: ElementCategory = .item) {
        self.section = section
        self.item = item
        self.category = category
    }

    /// The value of ``section`` for the headers and footers of the list itself.
    public static let wholeList = -1

    public static func item(_ item: Int, inSection section: Int) -> ElementPath {
        ElementPath(section: section, item: item)
    }

    /// The header of a section.
    ///
    /// A compositional section can have several headers. `index` is then the header's index in
    /// ``CollectionLayoutSection/boundarySupplementaryItems``.
    public static func header(ofSection section: Int, index: Int = 0) -> ElementPath {
        ElementPath(section: section, item: index, category: .header)
    }

    /// The footer of a section. See ``header(ofSection:index:)`` for the meaning of `index`.
    public static func footer(ofSection section: Int, index: Int = 0) -> ElementPath {
        ElementPath(section: section, item: index, category: .footer)
    }
}

extension ElementPath: Comparable {
    /// Reading order: by section. Within a section: decorations, headers, items, footers. Each item is followed by
    /// its supplementary items. The headers and footers of the list itself come last.
    public static func < (left: ElementPath, right: ElementPath) -> Bool { left.orderKey < right.orderKey }

    private var orderKey: (UInt, Int, Int, Int) {
        // A negative section becomes the largest number, so the list's own elements sort last.
        let section = UInt(bitPattern: section)
        let isItems = category == .item || category == .supplementary
        return (section, isItems ? ElementCategory.item.order : category.order, item, category.order)
    }
}

extension ElementPath: CustomStringConvertible {
    /// "2.7" for an item; "2.header", "2.footer1" or "2.supplementary7" for other elements of a section;
    /// "list.header" for elements of the list itself. An index of 0 is omitted for all elements other than items.
    public var description: String {
        let place = section < 0 ? "list" : "\(section)"
        return switch category {
        case .item: "\(place).\(item)"
        default: "\(place).\(category)\(item == 0 ? "" : "\(item)")"
        }
    }
}
