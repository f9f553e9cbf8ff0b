import Foundation

/// What was measured of items, by who they are.
///
/// A measured size belongs to an item, not to a place. While the item stays in its section the layout carries the size
/// along, however the section is sorted. Here it is kept for all else: an item that goes to another section, or is filtered
/// out and comes back, or whose section is laid out from scratch, gets the size that was measured of it, and need not be measured
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
        /// Nil where the item has a name.
        var number: UInt32?
        var size: CGSize
        /// Extent across the scroll axis that the item had when it was measured.
        var asked: CGFloat
        /// How often the same question was answered otherwise than before.
        var changes = 0
        /// The item was given the size that it had, and was not shown since.
        var isUnseen = false
    }

    /// More different answers to one question than this, and the last one is kept.
    static let mostChanges = 7

    /// Most items of which a size is kept, 65,536 at first. Those measured first are forgotten first.
    public var capacity = 1 << 16 {
        didSet { forgetOldest() }
    }

    /// Items of which a size is kept.
    public private(set) var count = 0

    /// Sizes that were given to items which had come back, in all.
    public private(set) var restoredCount = 0

    /// Sizes that were forgotten because there were too many, in all.
    public private(set) var evictedCount = 0

    /// Without references, so that many are soon read. Nil at places that are free.
    private var entries: ContiguousArray<Entry?> = []
    private var free: [Int] = []
    /// By place, where items have names.
    private var names: [Int: AnyHashable] = [:]
    /// Where the entries of items are.
    private var places = ItemPlaces()
    /// Places in the order in which they were measured.
    private var ages = AgeOrder()
    private var unseenCount = 0
    /// Whose numbers they are, where items have some. It holds identifiers, which may be objects: it is not kept alive.
    private weak var numbering: AnyObject?

    init() {}

    /// The items of which a size is kept.
    var items: [KnownItem] { entries.indices.compactMap { item(at: $0) } }

    private func item(at place: Int) -> KnownItem? {
        entries[place].flatMap { $0.number.map { .number($0) } ?? names[place].map { .name($0) } }
    }

    /// What is kept of an item.
    /// - Complexity: O(1).
    subscript(item: KnownItem) -> Entry? { places[item].flatMap { entries[$0] } }

    /// Which of some items a size is kept of, by the positions of their numbers in the argument.
    func positions(ofKnown numbers: [UInt32]) -> [Int] { places.positions(ofKnown: numbers) }

    /// Forgets everything.
    public mutating func removeAll() {
        (count, unseenCount) = (0, 0)
        (entries, free, names) = ([], [], [:])
        (places, ages) = (ItemPlaces(), AgeOrder())
        numbering = nil
    }

    enum Note {
        case taken
        /// It keeps the size it had before; `isNew` the first time.
        case frozen(CGSize, isNew: Bool)
    }

    /// Notes what was measured.
    /// - Complexity: O(1).
    mutating func note(_ size: CGSize, of item: KnownItem, asked: CGFloat) -> Note {
        guard let place = places[item], var entry = entries[place] else {
            add(Entry(number: item.number, size: size, asked: asked), of: item)
            return .taken
        }
        if entry.isUnseen { unseenCount -= 1 }
        entry.isUnseen = false
        defer { entries[place] = entry }
        // Otherwise it was asked with the answer at hand, as an item is that is shown again.
        if entry.size != size {
            if entry.asked != asked {
                entry.changes = 0
            } else if entry.changes >= Self.mostChanges {
                let isNew = entry.changes != .max
                entry.changes = .max
                return .frozen(entry.size, isNew: isNew)
            } else {
                entry.changes += 1
            }
            (entry.size, entry.asked) = (size, asked)
        }
        ages.remove(place)
        ages.append(place)
        return .taken
    }

    private mutating func add(_ entry: Entry, of item: KnownItem) {
        let place = free.popLast() ?? entries.count
        if place == entries.count { entries.append(entry) } else { entries[place] = entry }
        if let name = item.name { names[place] = name }
        places[item] = place
        ages.append(place)
        if entry.isUnseen { unseenCount += 1 }
        count += 1
        forgetOldest()
    }

    mutating func forget(_ item: KnownItem) {
        if let place = places[item] { forget(at: place) }
    }

    private mutating func forget(at place: Int) {
        guard let entry = entries[place], let item = item(at: place) else { return }
        places[item] = nil
        if item.name != nil { names[place] = nil }
        if entry.isUnseen { unseenCount -= 1 }
        ages.remove(place)
        entries[place] = nil
        free.append(place)
        count -= 1
    }

    private mutating func forgetOldest() {
        while count > max(0, capacity), let oldest = ages.oldest {
            forget(at: oldest)
            evictedCount += 1
        }
    }

    /// An item is called otherwise from now on.
    mutating func rename(_ item: KnownItem, to other: KnownItem) {
        guard item != other, var entry = self[item] else { return }
        forget(item)
        forget(other)
        entry.number = other.number
        add(entry, of: other)
    }

    // MARK: What has come back

    /// An item has got the size that it had.
    mutating func noteRestored(_ item: KnownItem) {
        restoredCount += 1
        guard let place = places[item], entries[place]?.isUnseen == false else { return }
        entries[place]?.isUnseen = true
        unseenCount += 1
    }

    var hasUnseen: Bool { unseenCount > 0 }

    func isUnseen(_ item: KnownItem) -> Bool { self[item]?.isUnseen ?? false }

    // MARK: Numbers

    /// Items have these numbers from now on. What is known of items by other ones is forgotten.
    mutating func follow(_ numbering: AnyObject) {
        if self.numbering === numbering { return }
        for place in entries.indices where entries[place]?.number != nil { forget(at: place) }
        self.numbering = numbering
    }

    /// The data source gives its items other numbers.
    /// - Parameter translated: Called once, with the numbers of items of which a size is kept: those that they have now.
    /// - Complexity: O(items of which a size is kept).
    mutating func renumber(from old: AnyObject, to new: AnyObject, _ translated: ([UInt32]) -> [UInt32]) {
        guard numbering === old else { return }
        numbering = new
        let numbered = entries.indices.filter { entries[$0]?.number != nil }
        let numbers = numbered.compactMap { entries[$0]?.number }
        places.forgetNumbers()
        for (place, number) in zip(numbered, translated(numbers)) {
            entries[place]?.number = number
            places[number] = place
        }
    }
}

/// Who an item is to those that keep something of it.
enum KnownItem: Hashable {
    /// The data source numbers its items.
    case number(UInt32)
    case name(AnyHashable)

    var number: UInt32? { if case .number(let number) = self { number } else { nil } }

    var name: AnyHashable? { if case .name(let name) = self { name } else { nil } }
}
