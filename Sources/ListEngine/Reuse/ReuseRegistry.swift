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
@MainActor
struct ReuseRegistry {
    typealias Factory = @MainActor () -> CollectionReusableView

    private var factories: [ReuseKey: Factory] = [:]
    private var pools: [ReuseKey: [CollectionReusableView]] = [:]

    /// How often a key was registered: what an earlier factory made is not kept.
    private var generations: [ReuseKey: Int] = [:]

    /// Registers a factory, or with nil none. Returns what waited.
    mutating func register(_ key: ReuseKey, _ factory: Factory?) -> [CollectionReusableView] {
        factories[key] = factory
        generations[key, default: 0] += 1
        return pools.removeValue(forKey: key) ?? []
    }

    func generation(of key: ReuseKey) -> Int { generations[key, default: 0] }

    func isRegistered(_ key: ReuseKey) -> Bool { factories[key] != nil }

    /// A view that waits; nil when none does.
    mutating func pop(_ key: ReuseKey) -> CollectionReusableView? { pools[key]?.popLast() }

    /// A new view; nil when the key was never registered.
    func make(_ key: ReuseKey) -> CollectionReusableView? { factories[key]?() }

    /// Keeps a view. False: it was not dequeued, its factory is another one now, or there are enough of its key.
    mutating func push(_ view: CollectionReusableView, atMost limit: Int) -> Bool {
        guard let key = view.reuseKey, factories[key] != nil, generation(of: key) == view.reuseGeneration,
            pools[key, default: []].count < limit
        else { return false }
        pools[key, default: []].append(view)
        return true
    }

    var pooled: [CollectionReusableView] { pools.values.flatMap { $0 } }

    mutating func removeAllPooled() { pools.removeAll() }
}
