import Foundation
import ListEngineLayout

// A provider that is a flow layout delegate provides the values of its own sections. Its section indices start at 0.
// The other sections use the properties of the layout.
extension SectionProviderList: CollectionViewFlowLayoutDelegate {
    private func answering(_ section: Int) -> (any CollectionViewFlowLayoutDelegate, Int)? {
        guard let (provider, own) = provider(ofSection: section) else { return nil }
        return provider.flowLayoutDelegate.map { ($0, own) }
    }

    public func flowLayout(_ layout: CollectionViewFlowLayout, sizeOfItemsInSection section: Int) -> CGSize? {
        answering(section).flatMap { $0.flowLayout(layout, sizeOfItemsInSection: $1) }
    }

    public func flowLayout(
        _ layout: CollectionViewFlowLayout, sizeForItemAt item: Int, inSection section: Int
    ) -> CGSize? {
        answering(section).flatMap { $0.flowLayout(layout, sizeForItemAt: item, inSection: $1) }
    }

    public func flowLayout(
        _ layout: CollectionViewFlowLayout, sizesForItemsAt items: Range<Int>, inSection section: Int
    ) -> [CGSize]? {
        // A delegate that returns sizes one by one is looked up once for all items.
        guard let (delegate, own) = answering(section) else { return nil }
        if let sizes = delegate.flowLayout(layout, sizesForItemsAt: items, inSection: own) { return sizes }
        guard delegate.flowLayout(layout, sizeForItemAt: 0, inSection: own) != nil else { return nil }
        return items.map { item in
            // One of the sizes may have given the provider other items.
            guard collectionView?.loadsEverything != true else { return layout.itemSize }
            return delegate.flowLayout(layout, sizeForItemAt: item, inSection: own) ?? layout.itemSize
        }
    }

    public func flowLayout(
        _ layout: CollectionViewFlowLayout, estimatedExtentOfItemsInSection section: Int
    ) -> CGFloat? {
        answering(section).flatMap { $0.flowLayout(layout, estimatedExtentOfItemsInSection: $1) }
    }

    public func flowLayout(
        _ layout: CollectionViewFlowLayout, estimatedSizeOfItemsInSection section: Int
    ) -> CGSize? {
        answering(section).flatMap { $0.flowLayout(layout, estimatedSizeOfItemsInSection: $1) }
    }

    public func flowLayout(_ layout: CollectionViewFlowLayout, insetForSectionAt section: Int) -> SectionInsets? {
        answering(section).flatMap { $0.flowLayout(layout, insetForSectionAt: $1) }
    }

    public func flowLayout(
        _ layout: CollectionViewFlowLayout, minimumLineSpacingForSectionAt section: Int
    ) -> CGFloat? {
        answering(section).flatMap { $0.flowLayout(layout, minimumLineSpacingForSectionAt: $1) }
    }

    public func flowLayout(
        _ layout: CollectionViewFlowLayout, minimumInteritemSpacingForSectionAt section: Int
    ) -> CGFloat? {
        answering(section).flatMap { $0.flowLayout(layout, minimumInteritemSpacingForSectionAt: $1) }
    }

    public func flowLayout(
        _ layout: CollectionViewFlowLayout, referenceSizeForHeaderInSection section: Int
    ) -> CGSize? {
        answering(section).flatMap { $0.flowLayout(layout, referenceSizeForHeaderInSection: $1) }
    }

    public func flowLayout(
        _ layout: CollectionViewFlowLayout, referenceSizeForFooterInSection section: Int
    ) -> CGSize? {
        answering(section).flatMap { $0.flowLayout(layout, referenceSizeForFooterInSection: $1) }
    }
}

extension SectionProviderList: SectionLayoutObjects {
    package func layoutObject(ofSection section: Int, in context: SectionLayoutContext) -> SectionLayoutObject? {
        guard let collectionView = storedCollectionView, let (provider, own) = provider(ofSection: section),
            let layout = provider.collectionView(collectionView, layoutOfSection: own, in: context)
        else { return nil }
        return SectionLayoutObject(
            layout, references: provider.collectionView(collectionView, layoutReferencesOfSection: own))
    }

    package func layoutReferences(ofSection section: Int) -> SectionLayoutReferences {
        guard let collectionView = storedCollectionView, let (provider, own) = provider(ofSection: section) else {
            return .init()
        }
        return provider.collectionView(collectionView, layoutReferencesOfSection: own)
    }
}
