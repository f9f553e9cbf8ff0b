import Foundation
import ListEngine
import ListEngineDiff
import ListEngineLayout

extension CollectionViewHandler {
    /// Who a section is among those shown before and after.
    private enum SectionKey: Hashable {
        case named(AnyHashable)
        case position(Int)
    }

    private typealias Shown<ID: Hashable> = DiffableSnapshot<SectionKey, ID>

    /// Shows other sections by difference: cells of records that stay are kept.
    ///
    ///     handler.apply(sections, identifiedBy: { ($0.data as? Book)?.isbn })
    ///
    /// What is measured of a record belongs to its identifier, see `MeasuredSizes`: a record that is filtered out and comes
    /// in again, as another object even, has the size that was measured of it.
    ///
    /// A record in view that has stayed and is another object now has its cell filled again, as has every one of a section
    /// whose records were edited in place. Where an identifier occurs twice, everything is loaded again.
    /// - Parameters:
    ///   - sections: Become ``sections`` when the update is shown.
    ///   - identifier: Who a record is, in all sections. Records are the same where it is equal.
    ///   - animated: The host gets descriptions of all that moves.
    ///   - completion: Called once, on the main actor.
    /// - Complexity: O(records), and the layout's.
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

    /// Shows other sections by difference: a record is the same where it is the same object.
    public func apply(
        _ sections: [Section], animated: Bool = true, completion: UpdateCompletion? = nil
    ) { apply(sections, identifiedBy: { ObjectIdentifier($0) }, animated: animated, completion: completion) }

    /// Takes the sections. Nil where identifiers are not unique, or nobody knows any more what is shown.
    private func change<ID: Hashable>(
        to new: [Section], _ identifier: @MainActor (Record) -> ID
    ) -> SnapshotChangeset? {
        var known = shown as? Shown<ID>
        if known == nil, !hasEdits, !sections.contains(where: \.isEdited) {
            known = Self.snapshot(of: sections, after: Shown<ID>(), identifier)
        }
        guard let before = known, var after = Self.snapshot(of: new, after: before, identifier) else {
            sections = new
            noteShown()
            (shown, names) = (nil, nil)
            return nil
        }
        // The addresses of objects are no names: they are given to others.
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

    /// What was measured of records that are shown goes over to their identifiers.
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

    /// Nil where identifiers are not unique.
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

    /// Identifiers of items in view whose record is another object now.
    private func replacedInView<ID: Hashable>(
        _ before: Shown<ID>, _ after: Shown<ID>, by new: [Section]
    ) -> [ID] {
        guard let collectionView else { return [] }
        return collectionView.indexPathsForVisibleItems.compactMap { path -> ID? in
            // Of a section that was edited since, it may be another record already.
            let record = record(at: path)
            guard path.section < before.numberOfSections,
                path.item < before.numberOfItems(inSectionAt: path.section)
            else { return nil }
            let id = before.itemIdentifier(at: ItemIndexPath(section: path.section, item: path.item))
            guard let place = after.indexPath(of: id), let now = new[place.section].records?[place.item],
                now !== record || new[place.section].isEdited
            else { return nil }
            return id
        }
    }
}
