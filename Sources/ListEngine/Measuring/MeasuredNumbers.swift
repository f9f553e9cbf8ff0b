import Foundation
import ListEngineDiff
import ListEngineLayout

/// A data source whose items have small numbers. As long as its numbering is the same object, an item has the number that it
/// has, in the list or not.
@MainActor
protocol ItemNumbering: ItemIdentifying {
    var numbering: AnyObject { get }

    /// All numbers that were given so far are below.
    var numberLimit: Int { get }

    /// The number of an item of the list.
    func number(of path: ElementPath) -> UInt32?

    /// The number of an item that is or was in the list; nil where none was given.
    func number(of identity: AnyHashable) -> UInt32?

    /// The numbers of some items of a section, ascending; nil: of all.
    func numbers(ofItems items: ArraySlice<Int>?, inSection section: Int) -> [UInt32]
}

/// Which items may have a measured size, by their numbers: so that an update, of however many items, asks for those alone who
/// they are.
struct MeasuredNumbers {
    private weak var numbering: AnyObject?
    /// A bit for each number.
    private var bits: [UInt64] = []
    /// All below were given when the strangers were looked up.
    private var limit = 0
    /// Of which a size is kept, and which had no number then: a data source has forgotten its old ones.
    private var strangers: Set<AnyHashable> = []

    /// A size is kept of an item.
    mutating func insert(_ number: UInt32) {
        let word = Int(number >> 6)
        if word >= bits.count { bits.append(contentsOf: repeatElement(0, count: word + 1 - bits.count)) }
        bits[word] |= 1 << UInt64(number & 63)
    }

    /// False: no size is kept of the item.
    func mayHold(_ number: UInt32) -> Bool {
        let word = Int(number >> 6)
        if word < bits.count, bits[word] >> UInt64(number & 63) & 1 != 0 { return true }
        return !strangers.isEmpty && Int(number) >= limit
    }

    /// No size is kept any more of an item. Its bit stays: it may be set in vain.
    mutating func forget(_ identity: AnyHashable) {
        if !strangers.isEmpty { strangers.remove(identity) }
    }

    /// Takes the numbers of a data source, where they are others.
    /// - Parameters:
    ///   - coming: So many items are about to be looked for. Where these are more than the strangers, those are looked up.
    ///   - identities: Of all items of which a size is kept.
    @MainActor
    mutating func follow(
        _ source: any ItemNumbering, coming: Int, _ identities: some Collection<AnyHashable>
    ) {
        if numbering !== source.numbering {
            numbering = source.numbering
            bits = []
            lookUp(Array(identities), source)
        } else if coming > strangers.count, !strangers.isEmpty {
            lookUp(Array(strangers), source)
        }
    }

    @MainActor
    private mutating func lookUp(_ identities: [AnyHashable], _ source: any ItemNumbering) {
        limit = source.numberLimit
        strangers = []
        for identity in identities {
            if let number = source.number(of: identity) { insert(number) } else { strangers.insert(identity) }
        }
    }
}

extension DiffableDataSource: ItemNumbering {
    var numbering: AnyObject { current.numbering }

    var numberLimit: Int { current.numberLimit }

    func number(of path: ElementPath) -> UInt32? {
        guard (0..<current.numberOfSections).contains(path.section),
            (0..<current.numberOfItems(inSectionAt: path.section)).contains(path.item)
        else { return nil }
        return current.itemNumber(at: ItemIndexPath(section: path.section, item: path.item))
    }

    func number(of identity: AnyHashable) -> UInt32? {
        (identity.base as? ItemIdentifier).flatMap { current.number(of: $0) }
    }

    func numbers(ofItems items: ArraySlice<Int>?, inSection section: Int) -> [UInt32] {
        items.map { current.numbers(ofItems: $0, inSectionAt: section) } ?? current.numbers(inSectionAt: section)
    }
}
