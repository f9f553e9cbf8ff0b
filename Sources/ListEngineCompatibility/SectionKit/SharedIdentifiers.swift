import ListEngine
import ListEngineDiff

/// The identifiers of all providers of a controller, which are unique, and one set of numbers for them.
///
/// The first snapshot that is applied defines the first numbers. All other snapshots take their numbers from it. So
/// each identifier is hashed once in its life, and a conflict between two providers is found by looking into an array.
/// While only one provider shows anything, owners are not recorded.
@MainActor
struct SharedIdentifiers<SectionIdentifier: Hashable, ItemIdentifier: Hashable> {
    typealias Snapshot = DiffableSnapshot<SectionIdentifier, ItemIdentifier>
    typealias Part = ProvidedSections<SectionIdentifier, ItemIdentifier>

    /// An empty snapshot that shares its numbers with everything that is shown; nil before anything is shown.
    private(set) var empty: Snapshot?
    private var owners: IdentifierOwners?
    /// The number of parts that show something, and the number of sections and items in all of them.
    private var showingCount = 0
    private var usedCount = 0

    /// Returns the current and the next snapshot of a part, with shared numbers.
    mutating func related(_ shown: Snapshot, _ next: Snapshot) -> (before: Snapshot, after: Snapshot) {
        guard let empty else {
            let empty = next.emptied
            self.empty = empty
            return (empty, next)
        }
        let before = shown.isRelated(to: empty) ? shown : empty
        return (before, next.adopted(by: before))
    }

    /// Records the part as the owner of the identifiers that it gains. If another part owns one of them, it throws and
    /// nothing changes.
    mutating func claim(
        _ changes: SnapshotChangeset, from before: Snapshot, to after: Snapshot, for part: Part,
        among parts: () -> [Part]
    ) throws {
        if owners == nil {
            guard showingCount > (part.shown.isEmpty ? 0 : 1) else { return }
            owners = accounts(of: parts())
        }
        do {
            try owners?.update(from: before, to: after, changes, owner: part.number)
        } catch {
            let (claimant, parts) = (part.name, parts())
            func name(_ owner: Int) -> String { parts.first { $0.number == owner }?.name ?? "a provider that leaves" }
            throw switch error {
            case .section(let position, let owner):
                CollectionSectionError.sectionInTwoProviders(
                    identifier: "\(after.sectionIdentifier(at: position))", owner: name(owner), claimant: claimant)
            case .item(let path, let owner):
                CollectionSectionError.itemInTwoProviders(
                    identifier: "\(after.itemIdentifier(at: path))", owner: name(owner), claimant: claimant)
            }
        }
    }

    private func accounts(of parts: [Part]) -> IdentifierOwners {
        var made = IdentifierOwners()
        for part in parts { Self.enter(part, empty, in: &made) }
        return made
    }

    private static func enter(_ part: Part, _ empty: Snapshot?, in owners: inout IdentifierOwners) {
        guard let empty, part.shown.isRelated(to: empty) else { return }
        // There is no conflict here: everything that is shown was claimed before.
        try? owners.update(from: empty, to: part.shown, part.shown.changeset(from: empty), owner: part.number)
    }

    /// Notes that a part shows another snapshot.
    mutating func note(from before: Snapshot, to after: Snapshot) {
        showingCount += (after.isEmpty ? 0 : 1) - (before.isEmpty ? 0 : 1)
        usedCount += after.numberOfSections + after.numberOfItems - before.numberOfSections - before.numberOfItems
    }

    /// Called when a part has left. Other parts can use its identifiers from now on.
    mutating func release(_ part: Part) {
        note(from: part.shown, to: Snapshot())
        guard let empty, part.shown.isRelated(to: empty) else { return }
        // There is no conflict here: nothing is claimed.
        try? owners?.update(from: part.shown, to: empty, empty.changeset(from: part.shown), owner: part.number)
    }

    /// Forgets identifiers that are no longer in the list, once they outnumber the others by three to one and more than
    /// 65,536 identifiers are known. The identifiers in the list then get new numbers. The many insertions before have
    /// paid for that cost.
    mutating func forgetOld(among parts: () -> [Part]) {
        guard let known = empty?.numberOfKnownIdentifiers, known > 1 << 16, known > 4 * usedCount else { return }
        let parts = parts()
        let fresh = Snapshot()
        for part in parts { part.renumber(by: fresh) }
        empty = fresh.emptied
        owners = nil
    }
}

extension DiffableSnapshot {
    fileprivate var isEmpty: Bool { numberOfSections == 0 }
}
