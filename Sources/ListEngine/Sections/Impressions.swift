/// The items of a section that the user has seen. It outlives the section in the list.
@MainActor
final class Impressions<ItemIdentifier: Hashable> {
    private var seen = RecentSet<ItemIdentifier>()
    var count: Int { seen.count }

    /// Returns false if the item was already seen.
    func insert(_ identifier: ItemIdentifier) -> Bool { seen.insert(identifier) }
}

/// The ``Impressions`` of each section, by its identifier. The most recently used ones are kept.
@MainActor
struct SectionImpressions {
    private static let capacity = 1024
    private var current: [String: AnyObject] = [:]
    private var previous: [String: AnyObject] = [:]
    var count: Int { current.count + previous.count }

    mutating func ofSection<ItemIdentifier: Hashable>(_ identifier: String) -> Impressions<ItemIdentifier> {
        let known = (current[identifier] ?? previous[identifier]) as? Impressions<ItemIdentifier>
        if current.count == Self.capacity { (previous, current) = (current, [:]) }
        let impressions = known ?? Impressions()
        current[identifier] = impressions
        return impressions
    }
}

/// A set of bounded size, kept as two generations. It holds at least its last 16,384 elements, and at most twice as
/// many.
private struct RecentSet<Element: Hashable> {
    private let capacity = 16_384
    private var current: Set<Element> = []
    private var previous: Set<Element> = []
    var count: Int { current.count + previous.count }

    /// Returns false if the element was already in the set.
    mutating func insert(_ element: Element) -> Bool {
        guard !current.contains(element) else { return false }
        if current.count == capacity { (previous, current) = (current, []) }
        current.insert(element)
        return !previous.contains(element)
    }
}
