/// The changes that an operation made. ``CollectionViewLayout/keeping(_:in:_:)`` returns how far a view must scroll so that its
/// content does not jump.
public struct LayoutChange: Sendable, Hashable {
    /// The sections that changed, by their indices after the operation. After a deletion of sections the range is
    /// empty and its bounds are the index where they were.
    public var sections: Range<Int>

    /// The items that changed in the single section in ``sections``, by their indices after the operation. After a
    /// deletion of items the range is empty and its bounds are the index where they were. Nil when whole sections
    /// changed.
    public var items: Range<Int>?

    @inline(__always)
    init(sections: Range<Int>) { self.sections = sections }

    /// The change of one item. The item is known to be in the layout, so the bounds need no check.
    @inline(__always)
    init(item: Int, inSection section: Int) {
        self.init(items: Range(uncheckedBounds: (item, item &+ 1)), inSection: section)
    }

    @inline(__always)
    init(items: Range<Int>, inSection section: Int) {
        sections = Range(uncheckedBounds: (section, section &+ 1))
        self.items = items
    }
}
