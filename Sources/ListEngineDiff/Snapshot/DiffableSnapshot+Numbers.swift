// The numbers of items, for what is kept beside a list: by number it is found without an identifier being hashed or copied.
extension DiffableSnapshot {
    /// Items have the numbers that they have as long as this is the same object. It is that of all related snapshots.
    package var numbering: AnyObject { itemInterner }

    /// The number of an item that is in this snapshot, or was in a related one; nil where none was.
    package func number(of item: ItemIdentifier) -> UInt32? { itemInterner.token(for: item) }

    /// The numbers that items of another snapshot, or of one related to it, have here. Those that have none get one, and keep
    /// it however many others are forgotten.
    /// - Complexity: O(items), each hashed once.
    package func numbers(of numbers: [UInt32], in other: DiffableSnapshot) -> [UInt32] {
        itemInterner.keep(numbers, of: other.itemInterner)
    }

    /// Where an item is; nil where it is not in this snapshot.
    package func indexPath(ofItemNumbered number: UInt32) -> ItemIndexPath? { order.path(of: number) }

    /// The number of the item at a position.
    /// - Complexity: O(log *chunks*).
    package func itemNumber(at path: ItemIndexPath) -> UInt32 { order.token(at: path) }

    /// The numbers of some items of a section.
    /// - Parameter ranges: Positions in the section, ascending.
    /// - Complexity: O(items + ranges), and O(log *chunks*) for each chunk that holds some of them.
    package func numbers(ofItems ranges: some Collection<Range<Int>>, inSectionAt section: Int) -> [UInt32] {
        var numbers: [UInt32] = []
        numbers.reserveCapacity(ranges.reduce(0) { $0 + $1.count })
        var (chunk, start) = (UnsafeBufferPointer<Token>(start: nil, count: 0), 0)
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
        [UInt32](unsafeUninitializedCapacity: numberOfItems(inSectionAt: section)) { buffer, count in
            count = order.itemCount(inSection: section)
            if let start = buffer.baseAddress { order.copyItems(ofSection: section, to: start) }
        }
    }
}
