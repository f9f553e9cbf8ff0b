import Foundation

/// A value that a layout was given and could not use, where the giver cannot be answered with an error.
public struct LayoutDiagnostic: Sendable, Hashable {
    public enum Code: String, Sendable, Hashable {
        /// An item size is NaN, infinite or negative; it counts as the least usable size.
        case unusableSize
        /// The extent across the scroll axis is NaN, infinite or negative; it counts as 0.
        case unusableCrossExtent
    }

    public var code: Code
    public var section: Int
    /// Nil where the section's own values, or the list's, are meant.
    public var item: Int?
    public var value: Double
    /// How many values of the same call were like this one, which is the first of them.
    public var occurrences = 1
    /// What to do about it.
    public var advice: String
}

extension LayoutDiagnostic: CustomStringConvertible {
    public var description: String {
        let place = item.map { "section \(section), item \($0)" } ?? "section \(section)"
        return "\(code.rawValue): \(place): \(value). \(advice)"
    }
}

/// The diagnostics of a layout: the last 64, and counts of all.
public struct LayoutDiagnostics: Sendable {
    private static let capacity = 64

    /// The last diagnostics, oldest first; at most 64.
    public private(set) var recent: [LayoutDiagnostic] = []

    private var counts: [LayoutDiagnostic.Code: Int] = [:]

    /// Called with each diagnostic. Without it, debug builds print the first of each code to standard error.
    public var handler: (@Sendable (LayoutDiagnostic) -> Void)?

    /// How many values there were of a code, in all.
    public func count(of code: LayoutDiagnostic.Code) -> Int { counts[code, default: 0] }

    mutating func record(_ diagnostic: LayoutDiagnostic) {
        if recent.count == Self.capacity { recent.removeFirst() }
        recent.append(diagnostic)
        let known = counts[diagnostic.code, default: 0]
        counts[diagnostic.code] = known + diagnostic.occurrences
        if let handler {
            handler(diagnostic)
        } else {
            #if DEBUG
                if known == 0 { FileHandle.standardError.write(Data("ListEngineLayout: \(diagnostic)\n".utf8)) }
            #endif
        }
    }
}
