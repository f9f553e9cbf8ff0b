import Foundation

/// What was measured of items, by who they are.
///
/// A measured size belongs to an item, not to a place. While the item stays in its section the layout carries the size
/// along, however the section is sorted. Here it is kept for all else: an item that goes to another section, or is filtered
/// out and comes back, or whose section is laid out anew, gets the size that was measured of it, and need not be measured
/// again before it is shown.
///
/// - A size is the answer to a question: how large at this width? (In a horizontal list: at this height.) Where the layout
///   has the item at another one, the answer is not used.
/// - An item that is reloaded or reconfigured has changed: what was measured of it is forgotten. So is everything when all
///   is loaded again. An item that has come back is measured again when it is shown: it may have changed meanwhile.
/// - Nothing is kept for what was never measured; and of the rest no more than ``capacity``, the oldest out.
///
/// The data source says who items are, see ``ItemIdentifying``. Without one that does, nothing is kept here.
public struct MeasuredSizes {
    struct Entry {
        var size: CGSize
        /// Extent across the scroll axis that the item had when it was measured.
        var asked: CGFloat
        /// How often the same question was answered otherwise than before.
        var changes = 0
        /// When it was measured last.
        var number: Int
    }

    /// More different answers to one question than this, and the last one is kept.
    static let mostChanges = 7

    /// Most items of which a size is kept, 65,536 at first. Those measured first are forgotten first.
    public var capacity = 1 << 16 {
        didSet { forgetOldest() }
    }

    /// Items of which a size is kept.
    public var count: Int { entries.count }

    /// Sizes that were given to items which had come back, in all.
    public private(set) var restoredCount = 0

    /// Sizes that were forgotten because there were too many, in all.
    public private(set) var evictedCount = 0

    private(set) var entries: [AnyHashable: Entry] = [:]
    /// Items that were given the size they had, and were not shown since.
    private var unseen: Set<AnyHashable> = []
    /// In the order in which they were measured, with what has been measured again since.
    private var order: [(identity: AnyHashable, number: Int)] = []
    private var oldest = 0
    private var next = 0
    /// Which items these are, where the data source numbers them.
    var numbers = MeasuredNumbers()

    init() {}

    /// Forgets everything.
    public mutating func removeAll() {
        entries = [:]
        unseen = []
        order = []
        oldest = 0
        numbers = MeasuredNumbers()
    }

    /// Takes the numbers of a data source: see ``MeasuredNumbers``.
    @MainActor
    mutating func follow(_ source: any ItemNumbering, coming: Int) {
        numbers.follow(source, coming: coming, entries.keys)
    }

    enum Note {
        case taken
        /// It keeps the size it had before; `isNew` the first time.
        case frozen(CGSize, isNew: Bool)
    }

    /// Notes what was measured.
    /// - Complexity: O(1), amortised.
    mutating func note(_ size: CGSize, of identity: AnyHashable, asked: CGFloat) -> Note {
        if !unseen.isEmpty { unseen.remove(identity) }
        var entry = Entry(size: size, asked: asked, number: next)
        if let known = entries[identity] {
            if known.size == size {
                // Asked with the answer at hand, as an item is that is shown again.
                entry = known
            } else if known.asked == asked {
                if known.changes >= Self.mostChanges {
                    entries[identity]?.changes = .max
                    return .frozen(known.size, isNew: known.changes != .max)
                }
                entry.changes = known.changes + 1
            }
        }
        entry.number = next
        entries[identity] = entry
        order.append((identity, next))
        next += 1
        forgetOldest()
        if order.count - oldest > 2 * entries.count + 64 || oldest > 64 + order.count / 2 { tidy() }
        return .taken
    }

    mutating func forget(_ identity: AnyHashable) {
        entries[identity] = nil
        unseen.remove(identity)
        numbers.forget(identity)
    }

    /// An item is called otherwise from now on.
    mutating func rename(_ identity: AnyHashable, to other: AnyHashable) {
        guard identity != other, var entry = entries.removeValue(forKey: identity) else { return }
        if unseen.remove(identity) != nil { unseen.insert(other) }
        entry.number = next
        entries[other] = entry
        order.append((other, next))
        next += 1
    }

    /// An item has got the size that it had.
    mutating func noteRestored(_ identity: AnyHashable) {
        restoredCount += 1
        unseen.insert(identity)
    }

    var hasUnseen: Bool { !unseen.isEmpty }

    func isUnseen(_ identity: AnyHashable) -> Bool { unseen.contains(identity) }

    private mutating func forgetOldest() {
        while entries.count > max(0, capacity), oldest < order.count {
            let (identity, number) = order[oldest]
            oldest += 1
            if entries[identity]?.number == number {
                forget(identity)
                evictedCount += 1
            }
        }
    }

    private mutating func tidy() {
        order = order[oldest...].filter { entries[$0.identity]?.number == $0.number }
        oldest = 0
    }
}
