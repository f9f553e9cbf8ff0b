import Foundation

/// The kind of an element. A kind is a small number that stands for a string.
///
/// Kinds are interned: two kinds made from the same name are equal everywhere in the process.
///
///     let badge = ElementKind("badge")
///     badge.name        // "badge"
///     attributes.kind == .header
public struct ElementKind: BitwiseCopyable, Sendable, Hashable {
    /// The number that stands for the name. It can differ each time the program runs, so do not store it.
    public let rawValue: UInt16

    // The core writes the first three into elements.
    public static let item = ElementKind(rawValue: 0)
    public static let header = ElementKind(rawValue: 1)
    public static let footer = ElementKind(rawValue: 2)

    /// Default kind of a supplementary element that the caller creates. Elements from the core have the kind that
    /// their section names.
    public static let supplementary = ElementKind(rawValue: 3)
    public static let decoration = ElementKind(rawValue: 4)

    init(rawValue: UInt16) { self.rawValue = rawValue }

    /// Creates the kind with a name, or returns the existing one.
    /// - Complexity: O(1), under a lock. Create a kind once and store it, rather than once for each element.
    /// - Precondition: A process creates kinds from at most 65,536 different names.
    public init(_ name: String) { self = ElementKindTable.shared.kind(of: name) }

    /// The name that the kind was made from.
    public var name: String { ElementKindTable.shared.name(of: self) }
}

extension ElementKind: CustomStringConvertible {
    public var description: String { name }
}

/// The names of all kinds, in the order in which they were first used.
private final class ElementKindTable: @unchecked Sendable {
    static let shared = ElementKindTable()

    // Guarded by `lock`.
    private let lock = NSLock()
    private var names = ["item", "header", "footer", "supplementary", "decoration"]
    private var kinds: [String: ElementKind] = [
        "item": .item, "header": .header, "footer": .footer, "supplementary": .supplementary,
        "decoration": .decoration,
    ]

    func kind(of name: String) -> ElementKind {
        lock.withLock {
            if let known = kinds[name] { return known }
            guard let number = UInt16(exactly: names.count) else {
                fatalError("ElementKind(\"\(name)\"): \(names.count) names are in use; valid are at most 65536")
            }
            let kind = ElementKind(rawValue: number)
            names.append(name)
            kinds[name] = kind
            return kind
        }
    }

    func name(of kind: ElementKind) -> String { lock.withLock { names[Int(kind.rawValue)] } }
}
