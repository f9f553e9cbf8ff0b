import Foundation

/// The kind of an element, as a small number in place of a string.
///
/// Kinds are interned: two made from one name are equal, in the whole process.
///
///     let badge = ElementKind("badge")
///     badge.name        // "badge"
///     attributes.kind == .header
public struct ElementKind: BitwiseCopyable, Sendable, Hashable {
    /// The number that stands for the name. It differs from run to run: do not store it.
    public let rawValue: UInt16

    // The first three are those that the core writes into elements.
    public static let item = ElementKind(rawValue: 0)
    public static let header = ElementKind(rawValue: 1)
    public static let footer = ElementKind(rawValue: 2)

    /// What elements that the caller makes are called by default; the core writes the kinds that sections name.
    public static let supplementary = ElementKind(rawValue: 3)
    public static let decoration = ElementKind(rawValue: 4)

    init(rawValue: UInt16) { self.rawValue = rawValue }

    /// The kind of that name, new or known.
    /// - Complexity: O(1), under a lock. Keep kinds rather than making them per element.
    /// - Precondition: A process uses at most 65,536 names.
    public init(_ name: String) { self = ElementKindTable.shared.kind(of: name) }

    /// The name that the kind was made from.
    public var name: String { ElementKindTable.shared.name(of: self) }
}

extension ElementKind: CustomStringConvertible {
    public var description: String { name }
}

/// Names of kinds, in order of their first use.
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
