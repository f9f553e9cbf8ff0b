import Foundation
import ListEngineLayout

/// A report about a value that a collection view cannot use, in a place where no error can be thrown.
public struct CollectionViewDiagnostic: Sendable, Hashable {
    public enum Code: String, Sendable, Hashable {
        /// A data source returned a number of sections or items that is negative or larger than any list; it counts as 0.
        case unusableCount
        /// A view was dequeued with an identifier that was never registered; a placeholder is shown.
        case unregisteredIdentifier
        /// A view of the wrong type was made for an identifier; a placeholder is shown.
        case unexpectedType
        /// A data source returned no supplementary view, or no view is registered for a decoration; a placeholder is
        /// shown.
        case missingView
        /// A data source returned a view that shows another element or is in the reuse pool; a placeholder is shown.
        case viewInUse
        /// A layout returned two elements with the same name; the second is not shown.
        case duplicateElement
        /// The layout refused sections; these sections show nothing.
        case layoutFailed
        /// A measured size could not be used.
        case unusableSize
        /// An item returned a different size each time it was measured at one width; it keeps the last accepted size.
        case oscillatingSize
        /// A size was passed for a handle that is unknown, or whose item was deleted, changed or got another width;
        /// the size was dropped.
        case outdatedMeasurement
        /// A content offset or bounds contained NaN or infinity; they are ignored.
        case unusableGeometry
        /// The list did not come to rest in one pass; the rest of the work is done in the next frame.
        case unsettled
        /// An index path is not in the list; the call did nothing.
        case indexOutOfRange
        /// An update was requested while the list was being updated or laid out; it did nothing.
        case updateInProgress
        /// A batch of updates did not fit the data source; everything was loaded again.
        case rejectedUpdate
        /// A section or an item was added to a list that already has one with the same identifier; it was left out.
        case duplicateIdentifier
        /// An update named a section or an item that the list does not show; it did nothing.
        case unknownIdentifier
        /// The item being dragged was deleted, or everything was loaded again; the drag ended.
        case reorderingCancelled
    }

    public var code: Code
    /// The element that the report is about; nil for the list itself.
    public var element: ElementPath?
    /// The problem, and a suggestion how to correct it.
    public var message: String
}

extension CollectionViewDiagnostic: CustomStringConvertible {
    public var description: String { "\(code.rawValue): \(element.map { "\($0)" } ?? "list"): \(message)" }
}

/// The diagnostics of a collection view: the last 64 of them, and the number of all of them by code.
public struct CollectionViewDiagnostics {
    private static let capacity = 64

    /// The last diagnostics, oldest first; at most 64.
    public private(set) var recent: [CollectionViewDiagnostic] = []

    private var counts: [CollectionViewDiagnostic.Code: Int] = [:]

    /// A closure that is called with each diagnostic. If it is nil, debug builds print the first diagnostic of each
    /// code to standard error.
    public var handler: (@MainActor (CollectionViewDiagnostic) -> Void)?

    /// The number of all diagnostics with a code.
    public func count(of code: CollectionViewDiagnostic.Code) -> Int { counts[code, default: 0] }

    /// Stores a diagnostic. Returns true if it is the first with its code.
    mutating func record(_ diagnostic: CollectionViewDiagnostic) -> Bool {
        if recent.count == Self.capacity { recent.removeFirst() }
        recent.append(diagnostic)
        counts[diagnostic.code, default: 0] += 1
        return counts[diagnostic.code] == 1
    }
}

extension CollectionViewDiagnostic {
    /// Calls the handler. Without a handler, debug builds print the first diagnostic of each code.
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
