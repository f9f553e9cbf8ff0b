import Foundation
import ListEngineDiff

/// A change of a list of sections, as a value. It is performed when its turn comes.
@MainActor
protocol ListChange: Sendable {
    /// Changes the items that the sections show, and describes the differences in the update.
    /// - Parameter prepared: The parts that were prepared on another thread; nil if nothing was prepared.
    func perform(
        in list: ListDataSource, _ update: inout SectionProviderList.Update, _ prepared: PreparedSections?) throws

    /// The parts that can be prepared on another thread.
    func parts(of list: ListDataSource) -> [SectionPreparation]
}

/// A change that waits for its turn.
struct QueuedChange: QueuedUpdate {
    let change: any ListChange
    var prepared: PreparedSections?
    let isAnimated: Bool
    let completion: UpdateCompletion?

    func with(_ prepared: PreparedSections) -> QueuedChange {
        var change = self
        change.prepared = prepared
        return change
    }
}

extension ListDataSource: UpdateOwner {}

/// A change of the items of one section. It is skipped if ``ListDataSource/alwaysReloads`` is set, because every update then is
/// a full reload.
final class ItemsChange<Section: ListSection>: ListChange {
    private let section: Section
    private let edit: ItemsEdit<Section.ItemIdentifier>

    init(_ edit: ItemsEdit<Section.ItemIdentifier>, in section: Section) {
        self.section = section
        self.edit = edit
    }

    func parts(of list: ListDataSource) -> [SectionPreparation] {
        guard let items = list.typed(section), let index = items.index else { return [] }
        let identifiers = section.itemIdentifiers
        let style = list.style(of: section, index: index, count: identifiers.count)
        return [items.preparation(of: identifiers, style: style, sizes: section.sharedSizes)]
    }

    func perform(
        in list: ListDataSource, _ update: inout SectionProviderList.Update, _ prepared: PreparedSections?
    ) throws {
        guard let items = list.typed(section), let listed = list.listed(section) else {
            throw UpdateError.unknownSection(section.listIdentifier)
        }
        if list.alwaysReloads { return }
        var next: ListedItems<Section.ItemIdentifier>.Identifiers
        switch edit {
        case .current(let identifiers, let header, let footer):
            if let prepared {
                if list.show(listed, prepared, in: &update) { update.prepared = prepared.layout }
                return update.restyle(listed)
            }
            next = items.held(section.itemIdentifiers)
            let known = identifiers.filter { next.contains(item: $0) && items.shown.contains(item: $0) }
            let places = known.compactMap { items.shown.indexPath(of: $0)?.item }
            next.reconfigureItems(known)
            list.note(listed, items.display(next, asHeld: true), in: &update)
            update.restyle(listed)
            if listed.asksEachSize, !places.isEmpty { update.resize(listed, section: 0, items: IndexSet(places)) }
            guard header || footer else { return }
            update.afterwards { [weak listed] in
                listed?.configureVisibleSupplementaryViews(outdatedOnly: false) {
                    $0 == .header && header || $0 == .footer && footer
                }
            }
        case .reload:
            next = items.held(section.itemIdentifiers)
            next.reloadSections([0])
            list.note(listed, items.display(next, asHeld: true), in: &update)
        case .reconfigure(let identifiers):
            next = items.shown
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
            list.note(listed, items.display(next, asHeld: items.isAsHeld), in: &update)
            update.resize(listed, section: 0, items: IndexSet(places))
        default:
            next = items.shown
            try edit.apply(to: &next)
            list.note(listed, items.display(next, asHeld: false), in: &update)
        }
    }
}
