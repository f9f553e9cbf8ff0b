/// An element of a list by its position: an item, or the header or footer of a section.
///
///     ElementPath.item(3, inSection: 0)
///     ElementPath.header(ofSection: 2)
public struct ElementPath: Sendable, Hashable {
    public var section: Int
    /// Index in the section; 0 for headers and footers.
    public var item: Int
    public var category: ElementCategory

    public init(section: Int, item: Int, category: ElementCategory = .item) {
        self.section = section
        self.item = item
        self.category = category
    }

    public static func item(_ item: Int, inSection section: Int) -> ElementPath {
        ElementPath(section: section, item: item)
    }

    public static func header(ofSection section: Int) -> ElementPath {
        ElementPath(section: section, item: 0, category: .header)
    }

    public static func footer(ofSection section: Int) -> ElementPath {
        ElementPath(section: section, item: 0, category: .footer)
    }
}

extension ElementPath: Comparable {
    /// Reading order: by section; in it the header, the items, the footer.
    public static func < (left: ElementPath, right: ElementPath) -> Bool {
        (left.section, left.category.rawValue, left.item) < (right.section, right.category.rawValue, right.item)
    }
}

extension ElementPath: CustomStringConvertible {
    /// "2.7" for an item, "2.header" and "2.footer" for the rest.
    public var description: String {
        switch category {
        case .item: "\(section).\(item)"
        case .header: "\(section).header"
        case .footer: "\(section).footer"
        }
    }
}
