import Foundation
import ListEngine
import ListEngineLayout

extension CollectionView {
    /// Shows the sections of a provider: lets them register their views, sets their compositional layout, and reloads
    /// everything.
    ///
    /// Call this when the sections are first set, and again after the array of sections has changed. The collection
    /// view's data source must be a
    /// ``CompositionalLayoutDataSource`` of the provider, and its delegate a ``CompositionalLayoutDelegate``.
    public func updateCollectionViewCompositionalLayout(for provider: any CompositionalLayoutProvider) {
        let sections = provider.compositionalLayoutSections
        attach(sections)
        for section in sections { section.delegate?.registerCell(self) }
        for section in sections { section.delegate?.registerSupplementaryView(self) }
        collectionViewLayout = compositionalLayout(of: provider, nil)
        reloadData()
    }

    /// Shows the sections of a provider, with headers, footers and spacings of the whole list. If these sections are
    /// already shown, their items stay as they are; otherwise everything is reloaded.
    public func updateCompositionalLayout(
        for provider: any CompositionalLayoutProvider,
        configurations: CollectionViewCompositionalLayoutConfiguration? = nil
    ) {
        let sections = provider.compositionalLayoutSections
        let areShown = compositionalSections.map { $0.elementsEqual(sections, by: ===) } ?? false
        attach(sections)
        for section in sections { section.delegate?.registerSupplementaryView(self) }
        for section in sections { section.delegate?.registerCell(self) }
        collectionViewLayout = compositionalLayout(of: provider, configurations)
        if !areShown { reloadData() }
    }

    private func attach(_ sections: [CompositionalLayoutableSection]) {
        (dataSource as? CompositionalLayoutDataSource)?.queue.list = self
        for (index, section) in sections.enumerated() {
            section.collectionView = self
            section.index = index
        }
    }

    private func compositionalLayout(
        of provider: any CompositionalLayoutProvider, _ configuration: CollectionViewCompositionalLayoutConfiguration?
    ) -> CollectionViewCompositionalLayout {
        let layout = CollectionViewCompositionalLayout(
            sectionProvider: { [weak self, weak provider] index, environment in
                let sections = self?.compositionalSections ?? provider?.compositionalLayoutSections ?? []
                guard sections.indices.contains(index) else { return nil }
                return sections[index].layout?.sectionLayout(at: index, layoutEnvironment: environment)
            }, configuration: configuration ?? CollectionViewCompositionalLayoutConfiguration())
        for section in provider.compositionalLayoutSections { section.delegate?.registerDecorationView(layout) }
        return layout
    }
}
