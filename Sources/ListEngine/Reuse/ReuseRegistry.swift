import Foundation
import ListEngineLayout

/// The key under which views are pooled: their use and an identifier.
struct ReuseKey: Hashable {
    var category: ElementCategory
    /// The kind of supplementary and decoration views.
    var kind: ElementKind
    var identifier: String

    static func cell(_ identifier: String) -> ReuseKey {
        ReuseKey(category: .item, kind: .item, identifier: identifier)
    }

    static func supplementary(_ kind: ElementKind, _ identifier: String) -> ReuseKey {
        ReuseKey(category: .supplementary, kind: kind, identifier: identifier)
    }

    static func decoration(_ kind: ElementKind) -> ReuseKey {
        ReuseKey(category: .decoration, kind: kind, identifier: kind.name)
    }
}

/// The factories of views, and the pool of views that can be reused.
///
/// Each key has a shelf, and each view stores the number of its shelf. Returning a view to the pool and taking it out
/// again therefore compares no identifiers.
@MainActor
struct ReuseRegistry {
    typealias Factory = @MainActor () -> CollectionReusableView

    private struct Shelf {
        var key: ReuseKey
        var factory: Factory?
        /// The number of registrations of the key. Views that an earlier factory created are not kept.
        var generation = 0
        var waiting: [CollectionReusableView] = []
    }

    private var shelves: [Shelf] = []
    private var numbers: [ReuseKey: Int] = [:]
    private var numbersOfCells: [ObjectIdentifier: Int] = [:]

    /// A number that is different for each registry.
    let identifier: Int
    private static var count = 0

    init() {
        Self.count += 1
        identifier = Self.count
    }

    // MARK: Shelves

    /// Returns the shelf of a key, creating it if necessary.
    mutating func shelf(of key: ReuseKey) -> Int {
        if let number = numbers[key] { return number }
        let number = shelves.count
        shelves.append(Shelf(key: key))
        numbers[key] = number
        return number
    }

    /// The shelf of the cells of a class, under its own name.
    mutating func shelf(ofCells type: CollectionViewCell.Type) -> Int {
        if let number = numbersOfCells[ObjectIdentifier(type)] { return number }
        let number = shelf(of: .cell(CollectionView.identifier(of: type)))
        numbersOfCells[ObjectIdentifier(type)] = number
        return number
    }

    func key(of shelf: Int) -> ReuseKey { shelves[shelf].key }

    // MARK: Registration

    /// Registers a factory; nil removes the registration. Returns the pooled views.
    mutating func register(_ shelf: Int, _ factory: Factory?) -> [CollectionReusableView] {
        shelves[shelf].factory = factory
        shelves[shelf].generation += 1
        defer { shelves[shelf].waiting = [] }
        return shelves[shelf].waiting
    }

    func generation(of shelf: Int) -> Int { shelves[shelf].generation }

    func isRegistered(_ shelf: Int) -> Bool { shelves[shelf].factory != nil }

    func isRegistered(_ key: ReuseKey) -> Bool { numbers[key].map(isRegistered) ?? false }

    // MARK: Views

    /// Returns a pooled view; nil if there is none.
    mutating func pop(_ shelf: Int) -> CollectionReusableView? { shelves[shelf].waiting.popLast() }

    /// Returns the factory for new views; nil if the key was never registered. The factory is user code and must be
    /// called outside of the registry.
    func factory(of shelf: Int) -> Factory? { shelves[shelf].factory }

    /// Adds a view to the pool. Returns false if the view was not dequeued, if the factory changed, or if the pool is
    /// full.
    mutating func push(_ view: CollectionReusableView, atMost limit: Int) -> Bool {
        guard let shelf = view.reuseShelf, shelf < shelves.count, shelves[shelf].factory != nil,
            shelves[shelf].generation == view.reuseGeneration, shelves[shelf].waiting.count < limit
        else { return false }
        shelves[shelf].waiting.append(view)
        return true
    }

    var pooled: [CollectionReusableView] { shelves.flatMap(\.waiting) }

    mutating func removeAllPooled() { for shelf in shelves.indices { shelves[shelf].waiting = [] } }
}
