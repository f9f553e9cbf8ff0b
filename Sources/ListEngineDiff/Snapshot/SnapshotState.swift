/// All parts of a snapshot except its identifiers, in one object, which copies of a snapshot share until one of them changes.
///
/// So a copy counts one reference for all of it, and so does each access to a snapshot that is stored in a class.
@usableFromInline
final class SnapshotState {
    @usableFromInline
    struct Contents {
        @usableFromInline var order = TokenOrder()
        @usableFromInline var marks = SnapshotMarks()
        /// The state that the snapshot is built after, if any.
        @usableFromInline var base: SnapshotBase?
        /// The identifiers that occurred a second time.
        var duplicateRecords: [InsertionCheck.Duplicate] = []
        /// The number of items and sections removed since old identifiers were last counted.
        var removedCount = 0

        @usableFromInline init() {}

        /// See ``DiffableSnapshot/settle()``.
        mutating func settle() {
            marks = SnapshotMarks()
            duplicateRecords = []
            base = nil
            if !order.unfilled.isEmpty { order.removeUnfilled() }
            order.refreshSectionStarts()
        }
    }

    /// Stored outside the object, so that access is not checked at run time. Written only while no other snapshot has the state.
    @usableFromInline let contents: UnsafeMutablePointer<Contents>

    @usableFromInline
    init(_ contents: Contents = Contents()) {
        self.contents = .allocate(capacity: 1)
        self.contents.initialize(to: contents)
    }

    deinit {
        contents.deinitialize(count: 1)
        contents.deallocate()
    }

    @usableFromInline
    func copy() -> SnapshotState { withExtendedLifetime(self) { SnapshotState(contents.pointee) } }

    /// The same order to build upon: without what this one was built after, so that not all of the past is kept.
    func withoutBase() -> SnapshotState {
        guard contents.pointee.base != nil else { return self }
        let copy = copy()
        copy.contents.pointee.base = nil
        copy.contents.pointee.order.removeUnfilled()
        return copy
    }

    var order: TokenOrder {
        _read {
            defer { withExtendedLifetime(self) {} }
            yield contents.pointee.order
        }
    }
}
