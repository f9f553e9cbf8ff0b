/// The items of a section that the user has seen. Outlives the section in the list.
@MainActor
final class Impressions<ItemIdentifier: Hashable> {
    private var seen = RecentSet<ItemIdentifier>()
    var count: Int { seen.count }

    /// False: it has been seen already.
    func insert(_ identifier: ItemIdentifier) -> Bool { seen.insert(identifier) }
}

/// The ``Impressions`` of each section, by its identifier. Those of sections that were used last are kept.
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

/// A set of bounded size, in two generations: of its elements at least the last 16,384 are kept, and at most twice as many.
private struct RecentSet<Element: Hashable> {
    private let capacity = 16_384
    private var current: Set<Element> = []
    private var previous: Set<Element> = []
    var count: Int { current.count + previous.count }

    /// False: the element is in the set.
    mutating func insert(_ element: Element) -> Bool {
        guard !current.contains(element) else { return false }
        if current.count == capacity { (previous, current) = (current, []) }
        current.insert(element)
        return !previous.contains(element)
    }
}
