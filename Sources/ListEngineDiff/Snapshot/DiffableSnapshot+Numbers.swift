// The numbers of items. Data that is stored per item can be found by number, without hashing or copying an identifier.
extension DiffableSnapshot {
    /// Numbers are valid as long as this is the same object. All related snapshots have the same object.
    package var numbering: AnyObject { itemInterner }

    /// The number of an item that is in this snapshot, or was in a related one; otherwise nil.
    package func number(of item: ItemIdentifier) -> UInt32? { itemInterner.token(for: item) }

    /// The numbers in this snapshot of items that have the given numbers in another one, or in one related to it. Items without
    /// a number here get one, and keep it even if identifiers of deleted items are removed from memory.
    /// - Complexity: O(items), each hashed once.
    package func numbers(of numbers: [UInt32], in other: DiffableSnapshot) -> [UInt32] {
        itemInterner.keep(numbers, of: other.itemInterner)
    }

    /// The index path of an item, or nil if it is not in this snapshot.
    @usableFromInline
    package func indexPath(ofItemNumbered number: UInt32) -> ItemIndexPath? {
        // As a pointer: reading `order` copies it.
        withExtendedLifetime(state) { state.contents.pointee.order.path(of: number) }
    }

    /// The number of the item at a position.
    /// - Complexity: O(log *chunks*).
    package func itemNumber(at path: ItemIndexPath) -> UInt32 { order.token(at: path) }

    /// The number of the item at a position, which may be any pair of integers; nil if there is none.
    /// - Complexity: O(log *chunks*).
    @usableFromInline
    package func itemNumber(ifAt item: Int, inSection section: Int) -> UInt32? {
        withExtendedLifetime(state) {
            let order = state.contents
            guard section >= 0, section < order.pointee.order.sections.count, item >= 0,
                item < order.pointee.order.itemCount(inSection: section)
            else { return nil }
            // No `ItemIndexPath`: its precondition would have the order copied.
            return order.pointee.order.sections[section].items[item]
        }
    }

    /// The address of the identifier of the item at a position, which may be any pair of integers; nil if there is none. It
    /// is valid while the snapshot is kept. Neither an optional identifier nor a typed pointer: in code that is compiled for
    /// all types, both look up a type's description at each use.
    /// - Complexity: O(log *chunks*).
    package func identifierAddress(ifAt item: Int, inSection section: Int) -> UnsafeRawPointer? {
        guard let number = itemNumber(ifAt: item, inSection: section) else { return nil }
        return UnsafeRawPointer(itemInterner.storage.address(of: number))
    }

    /// The identifier of an item of this snapshot or of a related one.
    package func identifier(ofItemNumbered number: UInt32) -> ItemIdentifier { itemInterner[number] }

    /// The numbers of some items of a section.
    /// - Parameter ranges: Positions in the section, ascending.
    /// - Complexity: O(items + ranges), and O(log *chunks*) for each chunk that holds some of them.
    package func numbers(ofItems ranges: [Range<Int>], inSectionAt section: Int) -> [UInt32] {
        var numbers: [UInt32] = []
        numbers.reserveCapacity(ranges.reduce(0) { $0 + $1.count })
        var (chunk, start) = (TokenRun(), 0)
        for range in ranges {
            var next = range.lowerBound
            while next < range.upperBound {
                if next - start >= chunk.count {
                    (chunk, start) = (order.run(from: ItemIndexPath(section: section, item: next)), next)
                    guard !chunk.isEmpty else {
                        fatalError("item \(next) is outside of 0..<\(numberOfItems(inSectionAt: section))")
                    }
                }
                let end = min(range.upperBound, start + chunk.count)
                while next < end {
                    numbers.append(chunk[next - start])
                    next += 1
                }
            }
        }
        return numbers
    }

    /// The numbers of all items of a section.
    /// - Complexity: O(items of the section).
    package func numbers(inSectionAt section: Int) -> [UInt32] {
        Array(order.copyItems(ofSection: section))
    }
}
