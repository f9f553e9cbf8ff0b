import Foundation

extension IndexPath {
    /// The index path of an item in a section.
    ///
    /// The code of this package uses it instead of `init(item:section:)`, and indices instead of `item` and `section`: on
    /// Apple's systems UIKit and AppKit declare those, and the package does not import them here.
    @usableFromInline
    package init(_ item: Int, inSection section: Int) {
        // An index path made from an array of two indices would allocate memory for the array.
        self.init(index: section)
        append(item)
    }
}

extension ElementPath {
    /// The item at an index path of two indices, the section and the item; nil for any other.
    @inlinable
    public init?(_ indexPath: IndexPath) {
        guard indexPath.count == 2 else { return nil }
        self = .item(indexPath[1], inSection: indexPath[0])
    }

    /// The index path of the element: its section and its index there. An element of the list itself has its index alone.
    public var indexPath: IndexPath { section < 0 ? IndexPath(index: item) : IndexPath(item, inSection: section) }
}
