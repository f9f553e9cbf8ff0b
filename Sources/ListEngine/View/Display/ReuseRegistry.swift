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

/// The factory of one key, and its views that can be reused.
@MainActor
final class ReuseShelf {
    typealias Factory = @MainActor () -> CollectionReusableView

    let key: ReuseKey
    /// Nil if the key was never registered. It is user code.
    private(set) var factory: Factory?
    /// The number of registrations of the key. Views that an earlier factory created are not kept.
    private(set) var generation = 0
    private var waiting: [CollectionReusableView] = []

    init(_ key: ReuseKey) { self.key = key }

    var isRegistered: Bool { factory != nil }

    /// Registers a factory; nil removes the registration. Returns the pooled views.
    func register(_ factory: Factory?) -> [CollectionReusableView] {
        self.factory = factory
        generation += 1
        return takeAll()
    }

    /// Returns a pooled view; nil if there is none.
    func pop() -> CollectionReusableView? {
        var views = waiting
        waiting = []
        let view = views.popLast()
        waiting = views
        return view
    }

    /// Adds a view to the pool. Returns false if the factory changed, or if the pool is full.
    func push(_ view: CollectionReusableView, atMost limit: Int) -> Bool {
        guard factory != nil, generation == view.reuseGeneration, waiting.count < limit else { return false }
        var views = waiting
        waiting = []
        views.append(view)
        waiting = views
        return true
    }

    func takeAll() -> [CollectionReusableView] {
        let views = waiting
        waiting = []
        return views
    }
}

/// A class of cells, or of supplementary views of a kind, that is dequeued by type. Its name takes long to make, so shelves are found
/// without it.
private struct DequeuedClass: Hashable {
    let type: ObjectIdentifier
    let kind: ElementKind?
}

/// The factories of views, and the pool of views that can be reused.
///
/// Each key has a shelf, and each view stores the number of its shelf. Returning a view to the pool and taking it out
/// again therefore compares no identifiers.
@MainActor
final class ReuseRegistry {
    private var shelves: [ReuseShelf] = []
    private var numbers: [ReuseKey: Int] = [:]
    private var numbersOfClasses: [DequeuedClass: Int] = [:]
    /// The class that was looked up last. Lists mostly have one.
    private var lastClass: DequeuedClass?
    private var lastNumber = 0
    /// The identifier of cells that was looked up last; the number is negative if none was.
    private var lastName = ""
    private var lastNameNumber = -1
    /// The key that was looked up last.
    private var lastKey: ReuseKey?
    private var lastKeyNumber = 0

    /// A number that is different for each registry.
    let identifier: Int
    private static var count = 0

    init() {
        Self.count += 1
        identifier = Self.count
    }

    /// Returns the number of a key's shelf, creating the shelf if necessary.
    func shelf(of key: ReuseKey) -> Int {
        if key == lastKey { return lastKeyNumber }
        if let number = numbers[key] {
            (lastKey, lastKeyNumber) = (key, number)
            return number
        }
        var longer = shelves
        longer.append(ReuseShelf(key))
        shelves = longer
        let number = longer.count - 1
        numbers[key] = number
        return number
    }

    /// The shelf of the cells with an identifier.
    func shelf(ofCellsNamed identifier: String) -> Int {
        if lastNameNumber >= 0, lastName == identifier { return lastNameNumber }
        let number = shelf(of: .cell(identifier))
        lastName = identifier
        lastNameNumber = number
        return number
    }

    /// The shelf of the cells of a class, under its own name.
    func shelf(ofCells type: CollectionViewCell.Type) -> Int { shelf(of: type, nil) }

    /// The shelf of the supplementary views of a class and a kind, under its own name.
    func shelf(ofViews type: CollectionReusableView.Type, _ kind: ElementKind) -> Int { shelf(of: type, kind) }

    /// - Parameter kind: Nil for cells.
    private func shelf(of type: CollectionReusableView.Type, _ kind: ElementKind?) -> Int {
        let dequeued = DequeuedClass(type: ObjectIdentifier(type), kind: kind)
        if lastClass == dequeued { return lastNumber }
        var number = numbersOfClasses[dequeued]
        if number == nil {
            let name = CollectionView.identifier(of: type)
            number = shelf(of: kind.map { .supplementary($0, name) } ?? .cell(name))
            numbersOfClasses[dequeued] = number
        }
        lastClass = dequeued
        lastNumber = number ?? 0
        return lastNumber
    }

    subscript(number: Int) -> ReuseShelf { shelves[number] }

    func isRegistered(_ key: ReuseKey) -> Bool { numbers[key].map { shelves[$0].isRegistered } ?? false }

    /// Adds a view to the pool. Returns false if the view was not dequeued, or if its shelf refuses it.
    func push(_ view: CollectionReusableView, atMost limit: Int) -> Bool {
        guard let number = view.reuseShelf, number < shelves.count else { return false }
        return shelves[number].push(view, atMost: limit)
    }

    /// Takes all views out of the pool.
    func takeAllPooled() -> [CollectionReusableView] { shelves.flatMap { $0.takeAll() } }
}
