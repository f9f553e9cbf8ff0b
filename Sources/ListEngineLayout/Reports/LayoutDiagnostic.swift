import Foundation

/// A report about a value that a layout cannot use, in a place where no error can be thrown.
public struct LayoutDiagnostic: Sendable, Hashable {
    public enum Code: String, Sendable, Hashable {
        /// An item size is NaN, infinite or negative; it counts as the least usable size.
        case unusableSize
        /// The extent across the scroll axis is NaN, infinite or negative; it counts as 0.
        case unusableCrossExtent
        /// The extent along the scroll axis is NaN, infinite or negative; it counts as 0.
        case unusableMainExtent

        // Codes for descriptions of compositional sections.

        /// A dimension is NaN, infinite or negative; it counts as 0.
        case unusableDimension
        /// An exact dimension is 0, so its element is never visible.
        case zeroDimension
        /// A dimension is longer than 2^22 pt; it counts as 2^22 pt.
        case absurdDimension
        /// A fraction is greater than 1, so its element is larger than its container.
        case fractionOverOne
        /// A dimension is a fraction of the container along the scroll axis, but the layout does not know its visible
        /// extent along that axis; the dimension counts as 0.
        case noMainExtent
        /// A spacing, an inset or an offset is NaN, infinite or longer than 2^22 pt. NaN and infinity count as 0;
        /// longer values are cut to 2^22 pt.
        case unusableSpacing
        /// A value has no effect in its place, such as edge spacing of a supplementary item.
        case ignoredValue
        /// A group has no items. If the section has no other group, it shows none of its items.
        case emptyGroup
        /// The first item of a group is larger than the group. The group contains this item alone.
        case firstItemDoesNotFit
        /// The items of a group have no extent, so the group would repeat them forever; each item is placed once.
        case endlessGroup
        /// A group has more than 65,536 items; the rest is left out.
        case groupTooLarge
        /// Groups are nested more than 60 levels deep; the section shows none of its items.
        case groupTooDeep
        /// A custom group returned a frame with a coordinate that cannot be used; the frame is empty.
        case unusableCustomFrame
        /// A section provider returned no section; the section shows none of its items.
        case missingSection
        /// An item reported too many different sizes; it keeps the last one.
        case frozenItem

        /// A back-reference of a section layout has a type that the list's object does not have, so it stays nil.
        /// Reported once for each property; ``LayoutDiagnostic/path`` is its name, and the value has no meaning.
        case unsetReference
    }

    public var code: Code
    /// Index of the section. It is ``ElementPath/wholeList`` if the value belongs to the list itself.
    public var section: Int
    /// The path to the value's owner in a compositional section, such as "group / subitem 2". Nil if the value
    /// belongs to the section itself.
    public var path: String?
    /// Index of the item. Nil if the value belongs to the section or the list.
    public var item: Int?
    public var value: Double
    /// The number of unusable values of this kind in the same call. This diagnostic describes the first of them.
    public var occurrences = 1
    /// A suggestion how to correct the value.
    public var advice: String
}

extension LayoutDiagnostic: CustomStringConvertible {
    public var description: String {
        var place = section < 0 ? "list" : "section \(section)"
        if let path { place += " / \(path)" }
        if let item { place += ", item \(item)" }
        return "\(code.rawValue): \(place): \(code == .unsetReference ? "" : "\(value). ")\(advice)"
    }
}

/// The diagnostics of a layout: the last 64 of them, and the number of all of them by code.
public struct LayoutDiagnostics: Sendable {
    private var log = RecentDiagnostics<LayoutDiagnostic, LayoutDiagnostic.Code>()

    /// The last diagnostics, oldest first; at most 64.
    public var recent: [LayoutDiagnostic] { log.recent }

    /// A closure that is called with each diagnostic. If it is nil, the first diagnostic of each code is printed to
    /// standard error, even in release builds. A collection view reports the diagnostics of its layout itself.
    ///
    /// The layout calls it in the middle of an edit. It may not use the variable that holds the layout, because Swift ends a
    /// program that reads a variable while it is being changed. Store the diagnostic, or send it to another task.
    public var handler: (@Sendable (LayoutDiagnostic) -> Void)?

    /// The number of diagnostics that were recorded.
    package private(set) var total = 0
    private var isList = false

    /// Leaves the reporting to the list that owns the layout.
    mutating func leaveToList() { isList = true }

    /// The number of all values that were reported with a code.
    public func count(of code: LayoutDiagnostic.Code) -> Int { log.count { $0 == code } }

    mutating func record(_ diagnostic: LayoutDiagnostic) {
        let isFirst = log.record(diagnostic, diagnostic.code, occurrences: diagnostic.occurrences)
        total += 1
        if isList { return }
        if let handler {
            handler(diagnostic)
        } else if isFirst {
            writeDiagnostic("ListEngineLayout: \(diagnostic)")
        }
    }
}

/// The last 64 diagnostics, and the number of all of them by cause.
package struct RecentDiagnostics<Diagnostic: Sendable, Cause: Hashable & Sendable>: Sendable {
    /// Oldest first.
    package private(set) var recent: [Diagnostic] = []
    private var counts: [Cause: Int] = [:]

    package init() {}

    /// - Returns: Whether it is the first of its cause.
    package mutating func record(_ diagnostic: Diagnostic, _ cause: Cause, occurrences: Int = 1) -> Bool {
        if recent.count == 64 { recent.removeFirst() }
        recent.append(diagnostic)
        let known = counts[cause, default: 0]
        counts[cause] = known + occurrences
        return known == 0
    }

    package func count(where isMeant: (Cause) -> Bool) -> Int {
        counts.reduce(0) { $0 + (isMeant($1.key) ? $1.value : 0) }
    }
}

/// Writes a line to standard error.
package func writeDiagnostic(_ line: String) { FileHandle.standardError.write(Data("\(line)\n".utf8)) }
