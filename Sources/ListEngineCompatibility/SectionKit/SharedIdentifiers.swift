import ListEngine
import ListEngineDiff

/// The identifiers of all providers of a controller: one name space, and one set of numbers.
///
/// What the first provider applies is taken as it is, with the numbers that its identifiers have there; all others take
/// theirs from it. So that an identifier is hashed once in its life, and whether two providers claim it is a look at an
/// array. While only one provider shows anything, nobody keeps accounts.
@MainActor
struct SharedIdentifiers<SectionIdentifier: Hashable, ItemIdentifier: Hashable> {
    typealias Snapshot = DiffableSnapshot<SectionIdentifier, ItemIdentifier>
    typealias Part = ProvidedSections<SectionIdentifier, ItemIdentifier>

    /// Related to all that is shown; nil before anything is.
    private(set) var empty: Snapshot?
    private var owners: IdentifierOwners?
    /// Parts that show something, and all that they show.
    private var showingCount = 0
    private var usedCount = 0

    /// What a part shows and is to show, with shared numbers.
    mutating func related(_ shown: Snapshot, _ next: Snapshot) -> (before: Snapshot, after: Snapshot) {
        guard let empty else {
            let empty = next.emptied
            self.empty = empty
            return (empty, next)
        }
        let before = shown.isRelated(to: empty) ? shown : empty
        return (before, next.adopted(by: before))
    }

    /// Gives a part what it gains. Nothing has changed where another part has it.
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
        // Cannot clash: what is shown was claimed.
        try? owners.update(from: empty, to: part.shown, part.shown.changeset(from: empty), owner: part.number)
    }

    /// A part shows something else.
    mutating func note(from before: Snapshot, to after: Snapshot) {
        showingCount += (after.isEmpty ? 0 : 1) - (before.isEmpty ? 0 : 1)
        usedCount += after.numberOfSections + after.numberOfItems - before.numberOfSections - before.numberOfItems
    }

    /// A part has left: others can have its identifiers.
    mutating func release(_ part: Part) {
        note(from: part.shown, to: Snapshot())
        guard let empty, part.shown.isRelated(to: empty) else { return }
        // Cannot clash: nothing is claimed.
        try? owners?.update(from: part.shown, to: empty, empty.changeset(from: part.shown), owner: part.number)
    }

    /// Once identifiers that are no longer in the list outnumber the others by three to one (and there are more than
    /// 65,536), forgets them: those in the list get new numbers, a cost that the many before have paid for.
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
