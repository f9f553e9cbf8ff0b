import Foundation
import ListEngine
import ListEngineDiff
import ListEngineLayout

extension CollectionViewHandler {
    /// Identifies a section before and after an update.
    private enum SectionKey: Hashable {
        case named(AnyHashable)
        case position(Int)
    }

    private typealias Shown<ID: Hashable> = DiffableSnapshot<SectionKey, ID>

    /// Replaces the sections and shows the differences. Records that survive the update keep their cells.
    ///
    ///     handler.apply(sections, identifiedBy: { ($0.data as? Book)?.isbn })
    ///
    /// Measured sizes belong to a record's identifier, see `MeasuredSizes`. A record that is filtered out and inserted
    /// again keeps its measured size, even if it is another object.
    ///
    /// The cell of a visible record that stays is filled again if the record is now another object, or if the records
    /// of its section were edited in place. If an identifier occurs twice, everything is reloaded.
    /// - Parameters:
    ///   - sections: The new sections. They become ``sections`` when the update is shown.
    ///   - identifier: Returns the identifier of a record, which is unique in all sections. Records with equal
    ///     identifiers are the same record.
    ///   - animated: Whether the host receives descriptions of all movements.
    ///   - completion: Called once, on the main actor.
    /// - Complexity: O(records), plus that of the layout.
    public func apply<ID: Hashable>(
        _ sections: [Section], identifiedBy identifier: @escaping @MainActor (Record) -> ID, animated: Bool = true,
        completion: UpdateCompletion? = nil
    ) {
        list.update(
            animated: animated,
            { [weak self, provider] update in
                guard let self else { throw UpdateError.dataSourceReleased }
                isShowingUpdate = true
                update.afterwards { [weak self] in self?.isShowingUpdate = false }
                let changes = change(to: sections, identifier)
                if let changes { update.change(provider, changes) } else { update.reloadData() }
            }, completion: completion)
    }

    /// Replaces the sections and shows the differences. Records are the same if they are the same object.
    public func apply(
        _ sections: [Section], animated: Bool = true, completion: UpdateCompletion? = nil
    ) { apply(sections, identifiedBy: { ObjectIdentifier($0) }, animated: animated, completion: completion) }

    /// Replaces ``sections`` and returns the changes; nil if identifiers are not unique, or if it is no longer known
    /// what is shown.
    private func change<ID: Hashable>(
        to new: [Section], _ identifier: @MainActor (Record) -> ID
    ) -> SnapshotChangeset? {
        var known = shown as? Shown<ID>
        if known == nil, !isEdited {
            known = Self.snapshot(of: sections, after: Shown<ID>(), identifier)
        }
        guard let before = known, var after = Self.snapshot(of: new, after: before, identifier) else {
            sections = new
            noteShown()
            (shown, names) = (nil, nil)
            return nil
        }
        // The addresses of objects are not names: an address can be reused by another object.
        let hasNames = ID.self != ObjectIdentifier.self
        if hasNames, names == nil { renameMeasured(identifier) }
        after.reconfigureItems(replacedInView(before, after, by: new))
        let changes = after.changeset(from: before)
        after.settle()
        sections = new
        noteShown()
        shown = after
        names = hasNames ? after : nil
        return changes
    }

    /// Moves the measured sizes of records that are shown to their identifiers.
    private func renameMeasured<ID: Hashable>(_ identifier: @MainActor (Record) -> ID) {
        guard let collectionView, collectionView.measuredSizes.count > 0 else { return }
        let measured = Set(collectionView.measuredSizes.items.compactMap { ($0.name?.base as? RecordNumber)?.number })
        for section in sections {
            for record in section.records ?? [] where measured.contains(record.number) {
                collectionView.measuredSizes.rename(
                    .name(RecordNumber(of: record)), to: .name(AnyHashable(identifier(record))))
            }
        }
    }

    /// Returns nil if identifiers are not unique.
    private static func snapshot<ID: Hashable>(
        of sections: [Section], after before: Shown<ID>, _ identifier: @MainActor (Record) -> ID
    ) -> Shown<ID>? {
        var snapshot = Shown<ID>(basedOn: before)
        do {
            let keys = sections.enumerated().map { index, section in
                section.identifier.map(SectionKey.named) ?? .position(index)
            }
            try snapshot.appendSections(validating: keys)
            for (key, section) in zip(keys, sections) {
                guard let records = section.records, !records.isEmpty else { continue }
                var names: [ID] = []
                names.reserveCapacity(records.count)
                for record in records { names.append(identifier(record)) }
                try snapshot.appendItems(validating: names, toSection: key)
            }
        } catch {
            return nil
        }
        return snapshot.duplicates.isEmpty ? snapshot : nil
    }

    /// The identifiers of visible items whose record is now another object.
    private func replacedInView<ID: Hashable>(
        _ before: Shown<ID>, _ after: Shown<ID>, by new: [Section]
    ) -> [ID] {
        guard let collectionView else { return [] }
        return collectionView.indexPathsForVisibleItems.compactMap { path -> ID? in
            // In a section that was edited in the meantime, this may already be another record.
            let record = record(at: path)
            guard let id = before.item(at: path), let place = after.indexPath(of: id),
                let now = new[place.section].records?[place.item],
                now !== record || new[place.section].isEdited
            else { return nil }
            return id
        }
    }
}
