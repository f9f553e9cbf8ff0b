/// The sections and items of a list, in order, by their identifiers.
///
///     var snapshot = DiffableSnapshot<String, Int>()
///     snapshot.appendSections(["fruit", "nuts"])
///     snapshot.appendItems([3, 1, 2], toSection: "fruit")
///     snapshot.indexPath(of: 1)                            // [0, 1]
///     let changes = snapshot.changeset(from: before)
///
/// Sections and items are ordered sets: an identifier occurs once among the sections, and once among the items of all
/// sections. Operations have two forms. Those of a diffable data source, such as `appendItems(_:toSection:)`, stop the program
/// if an identifier is not valid. Those with `validating:` throw a ``SnapshotError`` that contains the identifier, and leave
/// the snapshot unchanged.
///
/// A snapshot is a value. Copying takes O(1), and copies share the parts that neither has changed. The first edit of a copy
/// also copies the list of sections, one reference for each, which takes O(sections). A snapshot is `Sendable` if its
/// identifiers are. It finds the position of an item, and the item at a position, without searching the list.
///
/// An identifier says which item it is, not what the item shows. The snapshot keeps the first of several equal identifiers, for
/// as long as any related snapshot may return it, and returns that one. If `==` compares only part of a type, store the other
/// data outside the snapshot, under the identifier, and call ``reconfigureItems(_:)`` when it changes.
///
/// Identifiers of deleted items are removed from memory once there are more than 65,536 identifiers and more than four times as
/// many as items in any of the last 128 snapshots that were settled. ``settle()`` does this, and so do edits that delete or
/// replace items. The snapshot then gets new numbers, which costs as much as building it. It is no longer related to earlier copies (``isRelated(to:)``).
///
/// To build the next snapshot of a list from scratch, start with ``init(basedOn:)``: an identifier that keeps its position
/// costs one `==` and is not hashed.
public struct DiffableSnapshot<SectionIdentifier: Hashable, ItemIdentifier: Hashable> {
    @usableFromInline let sectionInterner: IdentifierInterner<SectionIdentifier>
    @usableFromInline let itemInterner: IdentifierInterner<ItemIdentifier>
    @usableFromInline var state = SnapshotState()

    /// An empty snapshot.
    public init() {
        sectionInterner = IdentifierInterner()
        itemInterner = IdentifierInterner()
    }

    /// Makes an empty snapshot, to be filled with the state that follows `base`.
    ///
    /// The new snapshot knows the identifiers of `base` and expects them in the same order. An identifier at its expected
    /// position is compared by `==` and not hashed. Sections to which items are appended as in `base`, apart from a few that
    /// are deleted or inserted, share their storage with it. If sections are also filled in their order, by one call each, and
    /// no item moves, ``changeset(from:)`` usually takes O(sections + edits).
    public init(basedOn base: DiffableSnapshot) {
        sectionInterner = base.sectionInterner
        itemInterner = base.itemInterner
        self.base = SnapshotBase(state: base.state.withoutBase())
    }
}

// The state is read in place, and changed only if no other snapshot shares it. A pointer does not keep the state alive: the
// state must outlive the access.
extension DiffableSnapshot {
    @inlinable
    var order: TokenOrder {
        _read {
            defer { withExtendedLifetime(state) {} }
            yield state.contents.pointee.order
        }
        _modify {
            own()
            endFollowing()
            yield &state.contents.pointee.order
        }
    }

    @inlinable
    var marks: SnapshotMarks {
        _read {
            defer { withExtendedLifetime(state) {} }
            yield state.contents.pointee.marks
        }
        _modify {
            own()
            yield &state.contents.pointee.marks
        }
    }

    /// Called before an edit that is not an append.
    @usableFromInline
    func endFollowing() {
        state.contents.pointee.forgetEdits()
        if !state.contents.pointee.order.unfilled.isEmpty { state.contents.pointee.order.removeUnfilled() }
    }

    var base: SnapshotBase? {
        get { withExtendedLifetime(state) { state.contents.pointee.base } }
        _modify {
            own()
            yield &state.contents.pointee.base
        }
    }

    var duplicateRecords: [InsertionCheck.Duplicate] {
        get { withExtendedLifetime(state) { state.contents.pointee.duplicateRecords } }
        _modify {
            own()
            yield &state.contents.pointee.duplicateRecords
        }
    }

    @usableFromInline
    var removedSinceForgetting: Int {
        get { withExtendedLifetime(state) { state.contents.pointee.removedCount } }
        set {
            own()
            state.contents.pointee.removedCount = newValue
        }
    }

    @inlinable
    mutating func own() { if !isKnownUniquelyReferenced(&state) { state = state.copy() } }
}

// Sendable: interners lock mutable data and never move immutable data. Chunks and pages are written only while a single value
// refers to them.
extension DiffableSnapshot: @unchecked Sendable where SectionIdentifier: Sendable, ItemIdentifier: Sendable {}

extension DiffableSnapshot: Equatable {
    /// Whether both have the same sections and items in the same order. Marks and ``duplicates`` are not compared.
    public static func == (left: DiffableSnapshot, right: DiffableSnapshot) -> Bool {
        guard left.numberOfItems == right.numberOfItems, left.numberOfSections == right.numberOfSections else {
            return false
        }
        if left.itemInterner === right.itemInterner && left.sectionInterner === right.sectionInterner {
            return left.order.holdsTheSame(as: right.order)
        }
        return left.sectionIdentifiers == right.sectionIdentifiers
            && (0..<left.numberOfSections).allSatisfy { section in
                left.numberOfItems(inSectionAt: section) == right.numberOfItems(inSectionAt: section)
                    && left.itemIdentifiers(inSectionAt: section) == right.itemIdentifiers(inSectionAt: section)
            }
    }
}

extension DiffableSnapshot: CustomStringConvertible {
    /// One line, for example `fruit [3, 1, 2], nuts []`.
    public var description: String {
        (0..<numberOfSections)
            .map { "\(sectionIdentifier(at: $0)) \(itemIdentifiers(inSectionAt: $0))" }
            .joined(separator: ", ")
    }
}
