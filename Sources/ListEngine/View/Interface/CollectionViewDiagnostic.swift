import Foundation
import ListEngineLayout

/// A report about a value that a list cannot use, in a place where no error can be thrown, or about the reason for a
/// blank screen.
public struct CollectionViewDiagnostic: Sendable, Hashable {
    public enum Code: String, Sendable, Hashable {
        /// A data source returned a number of sections or items that is negative or larger than any list; it counts
        /// as 0.
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
        /// The content of a view needs more room than its place, which is not measured; it covers adjacent items.
        case contentTooLarge
        /// An item returned a different size each time it was measured at one width; it keeps the last accepted size.
        case oscillatingSize
        /// A size was passed for a handle that is unknown, or whose item was deleted, changed or got a new width;
        /// the size was dropped.
        case outdatedMeasurement
        /// A content offset or bounds contained NaN or infinity; they are ignored.
        case unusableGeometry
        /// The columns of a table cannot be used; the list keeps those that it has.
        case unusableColumns
        /// The list did not come to rest in one pass; the rest of the work is done in the next frame.
        case unsettled
        /// An index path is not in the list; the call did nothing.
        case indexOutOfRange
        /// An update was requested while the list was being updated or laid out; it did nothing.
        case updateInProgress
        /// A batch of updates did not fit the data source; a full reload followed.
        case rejectedUpdate
        /// A section or an item was added to a list that already has one with the same identifier; it was left out.
        case duplicateIdentifier
        /// An update named a section or an item that the list does not show; it did nothing.
        case unknownIdentifier
        /// The item being dragged was deleted or can no longer be moved, or the list was reloaded; the drag ended.
        case reorderingCancelled
        /// The data source belongs to another collection view. Its updates do not change this one.
        case sharedDataSource
        /// The layout could not use a value: see ``CollectionViewDiagnostic/layout``.
        case unusableLayoutValue

        // Why the screen is blank. See <doc:BlankLists>.

        /// The data source was released while the list showed it; the list is empty.
        case releasedDataSource
        /// The delegate was released while it was set.
        case releasedDelegate
        /// The host was released while it was set; nothing is drawn.
        case releasedHost
        /// The ``CollectionView/undoTarget`` was released while it was set; nothing can be undone.
        case releasedUndoTarget
        /// The list has a host and no data source.
        case missingDataSource
        /// The list has a data source and no host, and was never laid out.
        case missingHost
        /// The list waits for `layoutIfNeeded()`, which was not called.
        case unansweredFrame
        /// The bounds of the list are empty.
        case emptyBounds
        /// The list has items, and the first one has no width or no height.
        case zeroSizes
    }

    public var code: Code
    /// The element that the report is about; nil for the list itself.
    public var element: ElementPath?
    /// The problem, and a suggestion how to correct it.
    public var message: String
    /// The report of the layout, if the code is ``Code/unusableLayoutValue``.
    public var layout: LayoutDiagnostic?

    /// The cause of the problem. Only the first diagnostic of each cause is printed.
    fileprivate var cause: Cause { Cause(code: code, layout: layout?.code) }

    fileprivate struct Cause: Hashable, Sendable {
        var code: Code
        var layout: LayoutDiagnostic.Code?
    }
}

extension CollectionViewDiagnostic: CustomStringConvertible {
    public var description: String { "\(code.rawValue): \(element.map { "\($0)" } ?? "list"): \(message)" }
}

/// The diagnostics of a list: the last 64, and counts of all.
///
/// The diagnostics belong to a ``CollectionView``. Its ``ListDataSource`` and its layout report to them as well.
public struct CollectionViewDiagnostics {
    private var log = RecentDiagnostics<CollectionViewDiagnostic, CollectionViewDiagnostic.Cause>()

    /// The last diagnostics, oldest first; at most 64.
    public var recent: [CollectionViewDiagnostic] { log.recent }

    /// Called with each diagnostic. Without it, the first of each cause is printed to standard error, even in release
    /// builds.
    ///
    ///     list.diagnostics.handler = { logger.warning("\($0)") }
    public var handler: (@MainActor (CollectionViewDiagnostic) -> Void)?

    public init() {}

    /// The total number of diagnostics with a code.
    public func count(of code: CollectionViewDiagnostic.Code) -> Int { log.count { $0.code == code } }

    /// Stores a diagnostic. Call ``tell(_:isFirst:)`` afterwards, because the handler may read the diagnostics.
    /// - Returns: Whether it is the first of its cause.
    mutating func record(_ diagnostic: CollectionViewDiagnostic) -> Bool {
        log.record(diagnostic, diagnostic.cause)
    }

    @MainActor func tell(_ diagnostic: CollectionViewDiagnostic, isFirst: Bool) {
        if let handler {
            handler(diagnostic)
        } else if isFirst {
            writeDiagnostic("ListEngine: \(diagnostic)")
        }
    }

    /// Adds the diagnostics of a data source from before it had a list. They were already reported.
    mutating func append(contentsOf other: CollectionViewDiagnostics) {
        for diagnostic in other.recent { _ = record(diagnostic) }
        if handler == nil { handler = other.handler }
    }
}
