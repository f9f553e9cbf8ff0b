import Foundation

/// A value that a layout was given and could not use, where the giver cannot be answered with an error.
public struct LayoutDiagnostic: Sendable, Hashable {
    public enum Code: String, Sendable, Hashable {
        /// An item size is NaN, infinite or negative; it counts as the least usable size.
        case unusableSize
        /// The extent across the scroll axis is NaN, infinite or negative; it counts as 0.
        case unusableCrossExtent
        /// The extent along the scroll axis is NaN, infinite or negative; it counts as 0.
        case unusableMainExtent

        // What compositional sections describe.

        /// A dimension is NaN, infinite or negative; it counts as 0.
        case unusableDimension
        /// An exact dimension is 0: what has it is never visible.
        case zeroDimension
        /// A dimension is longer than 2^22 pt; it counts as so long.
        case absurdDimension
        /// A fraction is over 1: what has it is larger than its container.
        case fractionOverOne
        /// A fraction of the scroll axis, where the layout does not know how much of it is visible; it counts as 0.
        case noMainExtent
        /// A spacing, an inset or an offset is NaN or infinite and counts as 0, or is cut to 2^22 pt.
        case unusableSpacing
        /// A value that has no meaning where it stands, as edge spacing of a supplementary item.
        case ignoredValue
        /// A group without items; where it is all there is, the section shows none of its items.
        case emptyGroup
        /// The first item of a group is larger than the group; it is placed all the same, alone.
        case firstItemDoesNotFit
        /// The items of a group take no room and would repeat for ever; each is placed once.
        case endlessGroup
        /// A group has more than 65,536 items, and is cut there.
        case groupTooLarge
        /// Groups are nested deeper than 60; the section shows none of its items.
        case groupTooDeep
        /// A custom group's frame is no rectangle; it is empty.
        case unusableCustomFrame
        /// A section provider gave no section; the section shows none of its items.
        case missingSection
        /// An item reported too many different sizes, and keeps the last.
        case frozenItem
    }

    public var code: Code
    /// Index of the section; ``ElementPath/wholeList`` where the list itself is meant.
    public var section: Int
    /// The way to what is meant in a compositional section: "group / subitem 2". Nil where the section itself is meant.
    public var path: String?
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
        var place = section < 0 ? "list" : "section \(section)"
        if let path { place += " / \(path)" }
        if let item { place += ", item \(item)" }
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
