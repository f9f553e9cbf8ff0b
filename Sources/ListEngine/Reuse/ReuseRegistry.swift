import Foundation
import ListEngineLayout

/// What views are kept under: what they are for, and an identifier.
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

/// How views are made, and those that wait to be used again.
///
/// Each key has a shelf, and views know the number of theirs: putting a view back and taking it out again compares no
/// identifiers.
@MainActor
struct ReuseRegistry {
    typealias Factory = @MainActor () -> CollectionReusableView

    private struct Shelf {
        var key: ReuseKey
        var factory: Factory?
        /// How often the key was registered: what an earlier factory made is not kept.
        var generation = 0
        var waiting: [CollectionReusableView] = []
    }

    private var shelves: [Shelf] = []
    private var numbers: [ReuseKey: Int] = [:]
    private var numbersOfCells: [ObjectIdentifier: Int] = [:]

    /// Tells registries apart.
    let identifier: Int
    private static var count = 0

    init() {
        Self.count += 1
        identifier = Self.count
    }

    // MARK: Shelves

    /// The shelf of a key, which may be empty.
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

    /// Registers a factory, or with nil none. Returns what waited.
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

    /// A view that waits; nil when none does.
    mutating func pop(_ shelf: Int) -> CollectionReusableView? { shelves[shelf].waiting.popLast() }

    /// Makes a new view; nil when the key was never registered. It is user code, and called outside of the registry.
    func factory(of shelf: Int) -> Factory? { shelves[shelf].factory }

    /// Keeps a view. False: it was not dequeued, its factory is another one now, or there are enough of its key.
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
