import Foundation

/// The measured sizes of items, by the items' identities.
///
/// A measured size belongs to an item, not to a position. While the item stays in its section, the layout keeps its
/// size, however the section is sorted. This structure keeps the size in all other cases: the item moves to another
/// section, it is filtered out and inserted again, or its section is laid out from scratch. The item then gets its
/// measured size back and does not have to be measured before it is shown.
///
/// - A size is valid for one width (in a horizontal list, for one height). If the item has a different width in the
///   layout, the size is not used.
/// - A reloaded item is another one, so its measured size is dropped. After a full reload all sizes are
///   dropped. An item that is reconfigured or inserted again keeps its size as an estimate, and is measured again when it
///   is shown, because it may have changed.
/// - Only measured sizes are kept, and at most ``capacity`` of them. The oldest ones are dropped first.
///
/// The data source supplies the identities; see ``ItemIdentifying``. Without them, nothing is kept here.
public struct MeasuredSizes {
    struct Entry {
        /// Nil if the item has a name.
        var number: UInt32?
        var size: CGSize
        /// Extent across the scroll axis that the item had when it was measured.
        var fittedExtent: CGFloat
        /// The number of times that a different size was measured for the same width.
        var changes = 0
        /// Whether the item got its old size back, or was changed, and was not measured since.
        var isUnseen = false
    }

    /// After this number of different sizes for one width, the last size is kept.
    static let mostChanges = 7

    /// The largest number of items whose size is kept. The default is 65,536. The sizes measured first are dropped
    /// first.
    public var capacity = 1 << 16 {
        didSet { forgetOldest() }
    }

    /// The number of items whose size is kept.
    public private(set) var count = 0

    /// The number of sizes that were restored to items that were inserted again, in total.
    public private(set) var restoredCount = 0

    /// The number of sizes that were dropped because of ``capacity``, in total.
    public private(set) var evictedCount = 0

    /// Entries without references, so that many can be read quickly. Nil at free places.
    private var entries: ContiguousArray<Entry?> = []
    private var free: [Int] = []
    /// Names by place, if items have names.
    private var names: [Int: AnyHashable] = [:]
    /// The places of the items' entries.
    private var places = ItemPlaces()
    /// Places in the order in which their items were measured.
    private var ages = AgeOrder()
    private var unseenCount = 0
    /// The owner of the items' numbers, if items have numbers. It contains identifiers, which may be objects, so the
    /// reference is weak.
    private weak var numbering: AnyObject?

    init() {}

    /// The items whose size is kept.
    package var items: [KnownItem] { entries.indices.compactMap { item(at: $0) } }

    private func item(at place: Int) -> KnownItem? {
        entries[place].flatMap { $0.number.map { .number($0) } ?? names[place].map { .name($0) } }
    }

    /// The entry of an item.
    /// - Complexity: O(1).
    subscript(item: KnownItem) -> Entry? { places[item].flatMap { entries[$0] } }

    /// Returns which of some items have a stored size, as positions of their numbers in the argument.
    func positions(ofKnown numbers: [UInt32]) -> [Int] { places.positions(ofKnown: numbers) }

    /// Drops all sizes.
    public mutating func removeAll() {
        (count, unseenCount) = (0, 0)
        (entries, free, names) = ([], [], [:])
        (places, ages) = (ItemPlaces(), AgeOrder())
        numbering = nil
    }

    enum Note {
        case taken
        /// The item keeps its old size. `isNew` is true the first time.
        case frozen(CGSize, isNew: Bool)
    }

    /// Stores a measured size.
    /// - Complexity: O(1).
    mutating func note(_ size: CGSize, of item: KnownItem, fittedExtent: CGFloat) -> Note {
        guard let place = places[item], var entry = entries[place] else {
            add(Entry(number: item.number, size: size, fittedExtent: fittedExtent), of: item)
            return .taken
        }
        if entry.isUnseen { unseenCount -= 1 }
        entry.isUnseen = false
        defer { entries[place] = entry }
        // Otherwise the item was measured with its own result, as when it is shown again.
        if entry.size != size {
            if entry.fittedExtent != fittedExtent {
                entry.changes = 0
            } else if entry.changes >= Self.mostChanges {
                let isNew = entry.changes != .max
                entry.changes = .max
                return .frozen(entry.size, isNew: isNew)
            } else {
                entry.changes += 1
            }
            (entry.size, entry.fittedExtent) = (size, fittedExtent)
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

    /// Renames an item.
    package mutating func rename(_ item: KnownItem, to other: KnownItem) {
        guard item != other, var entry = self[item] else { return }
        forget(item)
        forget(other)
        entry.number = other.number
        add(entry, of: other)
    }

    // MARK: Sizes to be measured again

    /// Records that an item got its old size back.
    mutating func noteRestored(_ item: KnownItem) {
        restoredCount += 1
        markUnseen(item)
    }

    /// Records that an item has changed: its size is an estimate, and it can be measured as often as a new item.
    mutating func noteChanged(_ item: KnownItem) {
        guard let place = places[item] else { return }
        entries[place]?.changes = 0
        markUnseen(item)
    }

    private mutating func markUnseen(_ item: KnownItem) {
        guard let place = places[item], entries[place]?.isUnseen == false else { return }
        entries[place]?.isUnseen = true
        unseenCount += 1
    }

    var hasUnseen: Bool { unseenCount > 0 }

    func isUnseen(_ item: KnownItem) -> Bool { self[item]?.isUnseen ?? false }

    // MARK: Numbers

    /// Sets a new numbering. Sizes stored under other numbers are dropped.
    mutating func follow(_ numbering: AnyObject) {
        if self.numbering === numbering { return }
        for place in entries.indices where entries[place]?.number != nil { forget(at: place) }
        self.numbering = numbering
    }

    /// Renumbers the items after the data source changed their numbers.
    /// - Parameter translated: Called once with the old numbers of items with stored sizes. Returns their new
    ///   numbers.
    /// - Complexity: O(*k*), where *k* is the number of stored sizes.
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

/// The identity of an item under which values are stored.
package enum KnownItem: Hashable {
    /// The data source numbers its items.
    case number(UInt32)
    case name(AnyHashable)

    var number: UInt32? { if case .number(let number) = self { number } else { nil } }

    package var name: AnyHashable? { if case .name(let name) = self { name } else { nil } }
}
