import Foundation
import ListEngineLayout

/// Something that a collection view was given and could not use, where the giver cannot be answered with an error.
public struct CollectionViewDiagnostic: Sendable, Hashable {
    public enum Code: String, Sendable, Hashable {
        /// A data source returned a number of sections or items that is negative or larger than any list; it counts as 0.
        case unusableCount
        /// A view was dequeued with an identifier that was never registered; a placeholder is shown.
        case unregisteredIdentifier
        /// A view of the wrong type was made for an identifier; a placeholder is shown.
        case unexpectedType
        /// A data source gave no supplementary view, or none is registered for a decoration; a placeholder is shown.
        case missingView
        /// A data source answered a view that shows another element, or waits for reuse; a placeholder is shown.
        case viewInUse
        /// A layout gave two elements one name; the second is not shown.
        case duplicateElement
        /// The layout refused the sections; those that it cannot lay out show nothing.
        case layoutFailed
        /// A measured size could not be used.
        case unusableSize
        /// An item answered another size each time that it was measured at one extent, and keeps the last that was taken.
        case oscillatingSize
        /// A size came for a handle whose item is gone, was changed or has got another extent, or that is not known; it was
        /// dropped.
        case outdatedMeasurement
        /// A content offset or bounds were no numbers; they are ignored.
        case unusableGeometry
        /// The list did not come to rest within a pass; what is left is done in the next frame.
        case unsettled
        /// An index path is not in the list; the call did nothing.
        case indexOutOfRange
        /// An update was asked for while the list was being updated or laid out; it did nothing.
        case updateInProgress
        /// A batch of updates did not fit the data source; everything was loaded again.
        case rejectedUpdate
        /// A section or an item was given to a list that has one of the same identifier; it was left out.
        case duplicateIdentifier
        /// An update named a section or an item that the list does not show; it did nothing.
        case unknownIdentifier
        /// An item that was being dragged is gone, or everything was loaded again; the drag has ended.
        case reorderingCancelled
    }

    public var code: Code
    /// The element that is meant; nil where it is the list.
    public var element: ElementPath?
    /// What happened, and what to do about it.
    public var message: String
}

extension CollectionViewDiagnostic: CustomStringConvertible {
    public var description: String { "\(code.rawValue): \(element.map { "\($0)" } ?? "list"): \(message)" }
}

/// The diagnostics of a collection view: the last 64, and counts of all.
public struct CollectionViewDiagnostics {
    private static let capacity = 64

    /// The last diagnostics, oldest first; at most 64.
    public private(set) var recent: [CollectionViewDiagnostic] = []

    private var counts: [CollectionViewDiagnostic.Code: Int] = [:]

    /// Called with each diagnostic. Without it, debug builds print the first of each code to standard error.
    public var handler: (@MainActor (CollectionViewDiagnostic) -> Void)?

    /// How many there were of a code, in all.
    public func count(of code: CollectionViewDiagnostic.Code) -> Int { counts[code, default: 0] }

    /// Keeps a diagnostic. Returns true where it is the first of its code.
    mutating func record(_ diagnostic: CollectionViewDiagnostic) -> Bool {
        if recent.count == Self.capacity { recent.removeFirst() }
        recent.append(diagnostic)
        counts[diagnostic.code, default: 0] += 1
        return counts[diagnostic.code] == 1
    }
}

extension CollectionViewDiagnostic {
    /// Tells the handler; without one, debug builds print the first of each code.
    @MainActor func tell(_ handler: (@MainActor (CollectionViewDiagnostic) -> Void)?, isFirst: Bool) {
        if let handler {
            handler(self)
        } else if isFirst {
            #if DEBUG
                FileHandle.standardError.write(Data("ListEngine: \(self)\n".utf8))
            #endif
        }
    }
}
