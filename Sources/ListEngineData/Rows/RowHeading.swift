/// The place where a section of a source begins: its rows are those from a key up to the next heading.
///
/// A source reports its sections with ``RowChanges/sections(_:_:)``. It can take them from a column, the first letter of a name, or the day
/// of a date, as long as the rows of a section are adjacent in its order.
public struct RowHeading<Key: Comparable & Sendable>: Sendable {
    /// The place where the section begins: no row of the section has a smaller key. It identifies the section, so it
    /// should stay the same while the section has rows. A day's midnight or a letter is better than the key of the
    /// first row.
    public var first: Key
    /// The title of the section.
    public var title: String

    public init(first: Key, title: String) {
        self.first = first
        self.title = title
    }
}

extension RowHeading: Equatable {}
extension RowHeading: Hashable where Key: Hashable {}
