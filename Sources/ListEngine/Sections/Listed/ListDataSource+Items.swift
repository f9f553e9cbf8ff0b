import Foundation
import ListEngineDiff
import ListEngineLayout

// The updates of one section's items, named as in the methods of sections.
extension ListDataSource {
    /// Edits the displayed items of a section. An edit that throws changes nothing.
    func edit<Section: ListSection>(
        _ section: Section, animated: Bool, _ completion: Completion?,
        _ body:
            @escaping @MainActor (inout ListedItems<Section.ItemIdentifier>.Identifiers) throws(SnapshotError) -> Void
    ) {
        changeItems(of: section, animated: animated, completion) { list, items, listed, update in
            var next = items.shown
            try body(&next)
            list.note(listed, items.take(next, asHeld: false), in: &update)
        }
    }

    /// Shows the current items of a section.
    func update<Section: ListSection>(
        _ section: Section, reconfiguring items: [Section.Item], header: Bool, footer: Bool, animated: Bool,
        _ completion: Completion?
    ) {
        let identifiers = items.map { section.itemIdentifier(of: $0) }
        changeItems(of: section, animated: animated, completion) { list, items, listed, update in
            var next = items.held(section.itemIdentifiers)
            let known = identifiers.filter { next.contains(item: $0) && items.shown.contains(item: $0) }
            let places = known.compactMap { items.shown.indexPath(of: $0)?.item }
            next.reconfigureItems(known)
            list.note(listed, items.take(next, asHeld: true), in: &update)
            update.restyle(listed)
            if listed.asksEachSize, !places.isEmpty { update.resize(listed, section: 0, items: IndexSet(places)) }
            list.configure(listed, header: header, footer: footer, after: &update)
        }
    }

    /// Shows the current items of a section, in cells that are requested again.
    func reload<Section: ListSection>(_ section: Section, _ completion: Completion?) {
        changeItems(of: section, animated: false, completion) { list, items, listed, update in
            var next = items.held(section.itemIdentifiers)
            next.reloadSections([0])
            list.note(listed, items.take(next, asHeld: true), in: &update)
        }
    }

    /// Makes a section configure the existing cells of items again, and requests their sizes.
    func reconfigure<Section: ListSection>(
        _ section: Section, _ items: [Section.Item], animated: Bool, _ completion: Completion?
    ) {
        let identifiers = items.map { section.itemIdentifier(of: $0) }
        changeItems(of: section, animated: animated, completion) { list, items, listed, update in
            var next = items.shown
            var known: [Section.ItemIdentifier] = []
            for identifier in identifiers {
                if next.contains(item: identifier) {
                    known.append(identifier)
                } else {
                    list.report(.unknownIdentifier, "section \(listed.identifier): item \(identifier) is not shown.")
                }
            }
            guard !known.isEmpty else { return }
            let places = known.compactMap { next.indexPath(of: $0)?.item }
            next.reconfigureItems(known)
            list.note(listed, items.take(next, asHeld: items.isAsHeld), in: &update)
            update.resize(listed, section: 0, items: IndexSet(places))
        }
    }

    /// Lays a section out from scratch.
    func relayout(_ section: any ListSection, animated: Bool, _ completion: Completion?) {
        change(animated: animated, completion) { list, update in
            guard let listed = list.listed(section) else { throw UpdateError.unknownSection(section.listIdentifier) }
            update.relayout(listed)
        }
    }

    private func configure(
        _ listed: any AnyListedSection, header: Bool, footer: Bool, after update: inout SectionProviderList.Update
    ) {
        guard header || footer else { return }
        update.afterwards { [weak listed] in
            listed?.configureVisibleSupplementaryViews { $0 == .header && header || $0 == .footer && footer }
        }
    }

    /// Changes the displayed items of one section. If `alwaysReloads` is set, it skips the change, because every
    /// update loads everything again.
    private func changeItems<Section: ListSection>(
        of section: Section, animated: Bool, _ completion: Completion?,
        _ body:
            @escaping @MainActor (
                ListDataSource, ListedItems<Section.ItemIdentifier>, any AnyListedSection,
                inout SectionProviderList.Update
            ) throws -> Void
    ) {
        change(animated: animated, completion) { list, update in
            guard let items = list.typed(section), let listed = list.listed(section) else {
                throw UpdateError.unknownSection(section.listIdentifier)
            }
            if !list.alwaysReloads { try body(list, items, listed, &update) }
        }
    }
}
