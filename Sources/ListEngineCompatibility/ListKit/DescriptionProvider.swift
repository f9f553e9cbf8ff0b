import Foundation
import ListEngine
import ListEngineLayout

/// Provides one section that is described as data. It holds the section strongly and forwards each call to the adapter,
/// which decides.
@MainActor
final class DescriptionProvider: OwnedProvider {
    let section: SectionDescription
    private(set) weak var adapter: ListAdapter?
    private let owner: OwnerName?

    init(_ section: SectionDescription, _ adapter: ListAdapter?) {
        self.section = section
        self.adapter = adapter
        owner = adapter.map { OwnerName($0) }
    }

    /// Converts an index path of the section to an index path of the whole list.
    var list: SectionProviderList? { adapter?.list }

    var prefetches: Bool { false }
    var observesCells: Bool { false }

    private func absolute(_ indexPath: IndexPath) -> IndexPath {
        adapter?.list.absolute(indexPath, of: self) ?? indexPath
    }

    var selectionSettings: CollectionSectionSelectionSettings? { section.selectionSettings }

    func didMove(to list: SectionProviderList?) {
        if list != nil {
            section.adapter = adapter
            section.provider = self
        } else if section.provider === self {
            section.adapter = nil
            section.provider = nil
        }
    }

    func numberOfSections(in collectionView: CollectionView) -> Int { 1 }

    func collectionView(_ collectionView: CollectionView, willLoad scope: CollectionViewLoadScope) {
        section.isEdited = false
    }

    func collectionView(_ collectionView: CollectionView, numberOfItemsInSection index: Int) -> Int {
        adapter?.showsItems(of: section) == false ? 0 : section.numberOfItems
    }

    /// The list does not use this. A program that reads its providers can.
    func collectionView(
        _ collectionView: CollectionView, cellForItemAt indexPath: IndexPath
    ) -> CollectionViewCell {
        list?.position(of: indexPath, in: self).map { cell(at: $0, in: collectionView) } ?? PlaceholderCell()
    }

    func cell(at position: ProviderPosition, in collectionView: CollectionView) -> CollectionViewCell {
        adapter?.cell(of: section, forItemAt: position.listIndexPath, in: collectionView)
            ?? collectionView.dequeueReusableCell(PlaceholderCell.self, for: position.listIndexPath)
    }

    func cell(
        at position: ProviderPosition, in collectionView: CollectionView, for owner: Unmanaged<AnyObject>
    ) -> CollectionViewCell {
        guard let name = self.owner, name.names(owner) else { return cell(at: position, in: collectionView) }
        // Sound: it has the class of the adapter.
        return owner.uncounted {
            unsafeDowncast($0, to: ListAdapter.self)
                .cell(of: section, forItemAt: position.listIndexPath, in: collectionView)
        }
    }

    func collectionView(
        _ collectionView: CollectionView, layoutOfSection index: Int, in context: SectionLayoutContext
    ) -> (any CollectionViewSectionLayout)? {
        guard let layout = section.layout else { return ownLayout(in: collectionView, context) }
        if !(type(of: layout) is AnyClass) {
            // The program reads a layout that is a value from the section.
            section.layout = layout.receiving(
                self.collectionView(collectionView, layoutReferencesOfSection: index),
                sectionIndex: section.sectionIndex ?? 0)
        }
        guard let flow = layout as? CollectionViewSectionFlowLayout, flow.itemSizes == nil else { return layout }
        return flow.stated.isEmpty ? ownLayout(in: collectionView, context) : section.filled(flow, in: context)
    }

    /// The layout by the sizes of the section. Nil if the layout of the collection view describes sections itself.
    private func ownLayout(
        in collectionView: CollectionView, _ context: SectionLayoutContext
    ) -> (any CollectionViewSectionLayout)? {
        guard collectionView.collectionViewLayout is CollectionViewMainLayout else { return nil }
        return adapter.map { SectionRecipeLayout($0.recipe(of: section, in: context)) }
    }

    func collectionView(
        _ collectionView: CollectionView, layoutReferencesOfSection index: Int
    ) -> SectionLayoutReferences {
        SectionLayoutReferences(collectionView: collectionView, dataSource: adapter, section: section)
    }

    func collectionView(
        _ collectionView: CollectionView, viewForSupplementaryElementOfKind kind: ElementKind, at indexPath: IndexPath
    ) -> CollectionReusableView? {
        adapter?.supplementaryView(of: section, ofKind: kind, at: absolute(indexPath), in: collectionView)
    }

    func collectionView(_ collectionView: CollectionView, canMoveItemAt indexPath: IndexPath) -> Bool {
        !section.isEdited && adapter?.canMove(itemAt: absolute(indexPath), of: section) ?? false
    }

    func collectionView(
        _ collectionView: CollectionView, moveItemAt sourceIndexPath: IndexPath, to destinationIndexPath: IndexPath
    ) {
        guard section.moveShown(sourceIndexPath[1], to: destinationIndexPath[1]) else { return }
        adapter?.didMove(itemAt: absolute(sourceIndexPath), to: absolute(destinationIndexPath), of: section)
    }

    /// The section that the item leaves asks the adapter. The list calls this for both sections.
    func collectionView(_ collectionView: CollectionView, canMoveItemBetweenProviders move: ProviderMove) -> Bool {
        guard move.source === self, let adapter, let other = (move.destination as? DescriptionProvider)?.section else {
            return move.source is DescriptionProvider
        }
        return adapter.showsItems(of: other) && section.canMoveShown(move.sourceIndexPath[1], to: other)
            && adapter.canMove(itemAt: absolute(move.sourceIndexPath), of: section, to: other)
    }

    func collectionView(_ collectionView: CollectionView, moveItemBetweenProviders move: ProviderMove) {
        guard move.source === self, let adapter, let other = move.destination as? DescriptionProvider,
            adapter.showsItems(of: other.section),
            section.moveShown(move.sourceIndexPath[1], to: other.section, at: move.destinationIndexPath[1])
        else { return }
        adapter.didMove(
            itemAt: absolute(move.sourceIndexPath), to: other.absolute(move.destinationIndexPath), of: section)
    }

    func collectionView(_ collectionView: CollectionView, didSelectItemAt indexPath: IndexPath) {
        adapter?.didSelect(itemAt: absolute(indexPath), of: section)
    }

    func collectionView(_ collectionView: CollectionView, canEditItemAt indexPath: IndexPath) -> Bool {
        adapter?.canEdit(itemAt: absolute(indexPath), of: section) ?? false
    }

    func collectionView(
        _ collectionView: CollectionView, trailingSwipeActionsForItemAt indexPath: IndexPath
    ) -> CollectionSwipeActions? { adapter?.trailingSwipeActions(forItemAt: absolute(indexPath), of: section) }

    func collectionView(
        _ collectionView: CollectionView, commit editingStyle: CollectionEditingStyle, forItemAt indexPath: IndexPath
    ) { adapter?.commit(editingStyle, forItemAt: absolute(indexPath), of: section) }

    func collectionView(
        _ collectionView: CollectionView, initialLayoutAttributesForAppearing element: LayoutAttributes
    ) -> LayoutAttributes? { adapter?.initialAttributes(forAppearing: element) }

    func collectionView(
        _ collectionView: CollectionView, finalLayoutAttributesForDisappearing element: LayoutAttributes
    ) -> LayoutAttributes? { adapter?.finalAttributes(forDisappearing: element) }
}
