/// The position of an item: its section and its index in that section.
public struct ItemIndexPath: Hashable, Sendable {
    @usableFromInline var storedSection: UInt32
    @usableFromInline var storedItem: UInt32

    /// The position of the section, from 0.
    @inlinable public var section: Int { Int(storedSection) }

    /// The position in the section, from 0.
    @inlinable public var item: Int { Int(storedItem) }

    /// - Precondition: both are at least 0 and below 2^32.
    @inlinable
    public init(section: Int, item: Int) {
        guard let section = UInt32(exactly: section), let item = UInt32(exactly: item) else {
            fatalError("an index path needs indices in 0..<2^32, not (\(section), \(item))")
        }
        storedSection = section
        storedItem = item
    }
}

extension ItemIndexPath: Comparable {
    /// By section, then by item.
    public static func < (left: ItemIndexPath, right: ItemIndexPath) -> Bool {
        left.storedSection == right.storedSection
            ? left.storedItem < right.storedItem : left.storedSection < right.storedSection
    }
}

extension ItemIndexPath: CustomStringConvertible {
    /// Section and item, for example `[2, 17]`.
    public var description: String { "[\(section), \(item)]" }
}
