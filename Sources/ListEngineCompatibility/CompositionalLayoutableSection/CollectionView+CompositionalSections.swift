import Foundation
import ListEngine
import ListEngineLayout

extension CollectionView {
    /// Shows the sections of a provider: has them register their views, lays them out as they say, and loads everything.
    ///
    /// To be called when the sections are set, and again when the array of sections is another one. The collection view's
    /// data source is to be a ``CompositionalLayoutDataSource`` of the provider, its delegate a
    /// ``CompositionalLayoutDelegate``.
    public func updateCollectionViewCompositionalLayout(for provider: any CompositionalLayoutProvider) {
        let sections = provider.compositionalLayoutSections
        attach(sections)
        for section in sections { section.delegate?.registerCell(self) }
        for section in sections { section.delegate?.registerSupplementaryView(self) }
        collectionViewLayout = compositionalLayout(of: provider, nil)
        reloadData()
    }

    /// Shows the sections of a provider, with headers, footers and spacings of the whole list. Where the sections are those
    /// that are shown, their items stay as they are; otherwise everything is loaded.
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
        (dataSource as? CompositionalLayoutDataSource)?.queue.collectionView = self
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
