/// The sections and items of a list, in order, by their identifiers.
///
///     var snapshot = DiffableSnapshot<String, Int>()
///     snapshot.appendSections(["fruit", "nuts"])
///     snapshot.appendItems([3, 1, 2], toSection: "fruit")
///     snapshot.indexPath(of: 1)                            // [0, 1]
///     let changes = snapshot.changeset(from: before)
///
/// Sections and items are two ordered sets: an identifier occurs once among the sections, and once among the items of
/// all sections. Operations have two forms. Those of a diffable data source (`appendItems(_:toSection:)`) stop the
/// program when an identifier does not fit, those that take `validating:` throw a ``SnapshotError`` instead, name the
/// identifier and leave the snapshot as it was.
///
/// A snapshot is a value: copies are O(1), and share what neither has changed since. The first edit of a copy copies the list
/// of sections as well, a reference for each, whatever the edit itself costs: O(sections). It is `Sendable` where its
/// identifiers are. It finds the position of an item, and the item at a position, without walking the list.
///
/// An identifier says who an item is, not what it shows: of equal ones the snapshot keeps the first that it was given, for as
/// long as any related snapshot may return it, and gives that back whichever was put in later. Where `==` compares a part of
/// a type only, keep what else changes beside the snapshot, under the identifier, and say with ``reconfigureItems(_:)`` that
/// it has changed.
///
/// Identifiers that are no longer in a list are forgotten once they outnumber the others by three to one (and there are more
/// than 65,536): by ``settle()``, and by edits that delete or replace items. Such a snapshot takes new numbers, which costs
/// as much as building it; it is not related to earlier copies any more (``isRelated(to:)``).
///
/// To build the next state of a list from scratch, start with ``init(basedOn:)``: an identifier that stands where it
/// stood costs one `==` and is not hashed.
public struct DiffableSnapshot<SectionIdentifier: Hashable, ItemIdentifier: Hashable> {
    @usableFromInline let sectionInterner: IdentifierInterner<SectionIdentifier>
    @usableFromInline let itemInterner: IdentifierInterner<ItemIdentifier>
    @usableFromInline var state = SnapshotState()

    /// An empty snapshot.
    public init() {
        sectionInterner = IdentifierInterner()
        itemInterner = IdentifierInterner()
    }

    /// An empty snapshot that is to become the state after `base`.
    ///
    /// It knows the identifiers of `base`, and expects the same ones in the same order. What stands where expected is
    /// compared, not hashed, and a section that is filled with what it held is stored once.
    public init(basedOn base: DiffableSnapshot) {
        sectionInterner = base.sectionInterner
        itemInterner = base.itemInterner
        basis = SnapshotBasis(state: base.state.withoutBasis())
    }
}

// Read in place, and changed in a state that no other snapshot has. What is read through a pointer keeps nothing alive: the state
// has to outlive the access.
extension DiffableSnapshot {
    @inlinable
    var order: TokenOrder {
        _read {
            defer { withExtendedLifetime(state) {} }
            yield state.contents.pointee.order
        }
        _modify {
            own()
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

    var basis: SnapshotBasis? {
        get { withExtendedLifetime(state) { state.contents.pointee.basis } }
        _modify {
            own()
            yield &state.contents.pointee.basis
        }
    }

    var findings: [Admission.Finding] {
        get { withExtendedLifetime(state) { state.contents.pointee.findings } }
        _modify {
            own()
            yield &state.contents.pointee.findings
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

// Sendable: interners lock what changes and never move what does not; chunks and pages are written only while one
// value alone refers to them.
extension DiffableSnapshot: @unchecked Sendable where SectionIdentifier: Sendable, ItemIdentifier: Sendable {}

extension DiffableSnapshot: Equatable {
    /// Both have the same sections and items in the same order. Marks and reports do not count.
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
    /// One line: `fruit [3, 1, 2], nuts []`.
    public var description: String {
        (0..<numberOfSections)
            .map { "\(sectionIdentifier(at: $0)) \(itemIdentifiers(inSectionAt: $0))" }
            .joined(separator: ", ")
    }
}
