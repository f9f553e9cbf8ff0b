import Foundation
import ListEngineLayout

extension SectionProviderList: CollectionViewDataSource {
    public func numberOfSections(in collectionView: CollectionView) -> Int {
        recount()
        return map.numberOfSections
    }

    public func collectionView(_ collectionView: CollectionView, numberOfItemsInSection section: Int) -> Int {
        guard let (provider, section) = provider(ofSection: section) else { return 0 }
        return provider.collectionView(collectionView, numberOfItemsInSection: section)
    }

    public func collectionView(
        _ collectionView: CollectionView, cellForItemAt indexPath: IndexPath
    ) -> CollectionViewCell {
        guard let (provider, own) = relative(indexPath) else { return PlaceholderCell() }
        return provider.collectionView(collectionView, cellForItemAt: own)
    }

    public func collectionView(
        _ collectionView: CollectionView, viewForSupplementaryElementOfKind kind: ElementKind, at indexPath: IndexPath
    ) -> CollectionReusableView? {
        guard let (provider, own) = relative(indexPath) else {
            return listElementProvider?(collectionView, kind, indexPath)
        }
        return provider.collectionView(collectionView, viewForSupplementaryElementOfKind: kind, at: own)
    }
}

extension SectionProviderList: CollectionViewDataSourcePrefetching {
    public func collectionView(_ collectionView: CollectionView, prefetchItemsAt indexPaths: [IndexPath]) {
        for (provider, own) in grouped(indexPaths, relative) {
            provider.collectionView(collectionView, prefetchItemsAt: own)
        }
    }

    public func collectionView(
        _ collectionView: CollectionView, cancelPrefetchingForItemsAt indexPaths: [IndexPath]
    ) {
        for (provider, own) in grouped(indexPaths, relativeBefore) {
            provider.collectionView(collectionView, cancelPrefetchingForItemsAt: own)
        }
    }

    /// The items of each provider, in the order in which they were named.
    private func grouped(
        _ indexPaths: [IndexPath],
        _ owner: (IndexPath) -> (provider: any SectionProvider, indexPath: IndexPath)?
    ) -> [(any SectionProvider, [IndexPath])] {
        var groups: [(any SectionProvider, [IndexPath])] = []
        var places: [ObjectIdentifier: Int] = [:]
        for indexPath in indexPaths {
            guard let (provider, own) = owner(indexPath) else { continue }
            let place = places[ObjectIdentifier(provider)] ?? groups.count
            if place == groups.count {
                places[ObjectIdentifier(provider)] = place
                groups.append((provider, []))
            }
            groups[place].1.append(own)
        }
        return groups
    }
}

extension SectionProviderList: CollectionViewDelegate {
    // MARK: Display

    public func collectionView(
        _ collectionView: CollectionView, willDisplay cell: CollectionViewCell, forItemAt indexPath: IndexPath
    ) {
        outerDelegate?.collectionView(collectionView, willDisplay: cell, forItemAt: indexPath)
        guard let (provider, own) = relative(indexPath) else { return }
        provider.collectionView(collectionView, willDisplay: cell, forItemAt: own)
    }

    public func collectionView(
        _ collectionView: CollectionView, didEndDisplaying cell: CollectionViewCell, forItemAt indexPath: IndexPath
    ) {
        outerDelegate?.collectionView(collectionView, didEndDisplaying: cell, forItemAt: indexPath)
        guard let (provider, own) = relativeBefore(indexPath) else { return }
        provider.collectionView(collectionView, didEndDisplaying: cell, forItemAt: own)
    }

    public func collectionView(
        _ collectionView: CollectionView, willDisplaySupplementaryView view: CollectionReusableView,
        forElementKind kind: ElementKind, at indexPath: IndexPath
    ) {
        outerDelegate?.collectionView(
            collectionView, willDisplaySupplementaryView: view, forElementKind: kind, at: indexPath)
        guard let (provider, own) = relative(indexPath) else { return }
        provider.collectionView(collectionView, willDisplaySupplementaryView: view, forElementKind: kind, at: own)
    }

    public func collectionView(
        _ collectionView: CollectionView, didEndDisplayingSupplementaryView view: CollectionReusableView,
        forElementKind kind: ElementKind, at indexPath: IndexPath
    ) {
        outerDelegate?.collectionView(
            collectionView, didEndDisplayingSupplementaryView: view, forElementKind: kind, at: indexPath)
        guard let (provider, own) = relativeBefore(indexPath) else { return }
        provider.collectionView(collectionView, didEndDisplayingSupplementaryView: view, forElementKind: kind, at: own)
    }

    public func collectionView(_ collectionView: CollectionView, textForItemAt indexPath: IndexPath) -> String? {
        guard let (provider, own) = relative(indexPath) else { return nil }
        return provider.collectionView(collectionView, textForItemAt: own)
    }

    // MARK: Highlighting and selection

    public func collectionView(_ collectionView: CollectionView, shouldHighlightItemAt indexPath: IndexPath) -> Bool {
        guard let (provider, own) = relative(indexPath) else { return true }
        return provider.collectionView(collectionView, shouldHighlightItemAt: own)
    }

    public func collectionView(_ collectionView: CollectionView, didHighlightItemAt indexPath: IndexPath) {
        outerDelegate?.collectionView(collectionView, didHighlightItemAt: indexPath)
        guard let (provider, own) = relative(indexPath) else { return }
        provider.collectionView(collectionView, didHighlightItemAt: own)
    }

    public func collectionView(_ collectionView: CollectionView, didUnhighlightItemAt indexPath: IndexPath) {
        outerDelegate?.collectionView(collectionView, didUnhighlightItemAt: indexPath)
        guard let (provider, own) = relative(indexPath) else { return }
        provider.collectionView(collectionView, didUnhighlightItemAt: own)
    }

    public func collectionView(_ collectionView: CollectionView, shouldSelectItemAt indexPath: IndexPath) -> Bool {
        guard let (provider, own) = relative(indexPath) else { return true }
        return provider.collectionView(collectionView, shouldSelectItemAt: own)
    }

    public func collectionView(_ collectionView: CollectionView, shouldDeselectItemAt indexPath: IndexPath) -> Bool {
        guard let (provider, own) = relative(indexPath) else { return true }
        return provider.collectionView(collectionView, shouldDeselectItemAt: own)
    }

    public func collectionView(_ collectionView: CollectionView, didSelectItemAt indexPath: IndexPath) {
        outerDelegate?.collectionView(collectionView, didSelectItemAt: indexPath)
        guard let (provider, own) = relative(indexPath) else { return }
        provider.collectionView(collectionView, didSelectItemAt: own)
    }

    public func collectionView(_ collectionView: CollectionView, didDeselectItemAt indexPath: IndexPath) {
        outerDelegate?.collectionView(collectionView, didDeselectItemAt: indexPath)
        guard let (provider, own) = relative(indexPath) else { return }
        provider.collectionView(collectionView, didDeselectItemAt: own)
    }

    // MARK: Animations

    public func collectionView(
        _ collectionView: CollectionView, initialLayoutAttributesForAppearing element: LayoutAttributes
    ) -> LayoutAttributes? {
        guard let (provider, section) = provider(ofSection: element.section) else { return nil }
        var own = element
        own.section = section
        var start = provider.collectionView(collectionView, initialLayoutAttributesForAppearing: own)
        start?.section = element.section
        return start
    }

    public func collectionView(
        _ collectionView: CollectionView, finalLayoutAttributesForDisappearing element: LayoutAttributes
    ) -> LayoutAttributes? {
        guard element.section >= 0, let (provider, own) = relativeBefore(element.path.indexPath) else { return nil }
        var before = element
        before.section = own.section
        var end = provider.collectionView(collectionView, finalLayoutAttributesForDisappearing: before)
        end?.section = element.section
        return end
    }

    // MARK: Scrolling

    public func collectionViewDidScroll(_ collectionView: CollectionView) {
        outerDelegate?.collectionViewDidScroll(collectionView)
        for provider in scrollObservers { provider.collectionViewDidScroll(collectionView) }
    }

    public func collectionViewDidEndScrollingAnimation(_ collectionView: CollectionView) {
        outerDelegate?.collectionViewDidEndScrollingAnimation(collectionView)
        for provider in scrollObservers { provider.collectionViewDidEndScrollingAnimation(collectionView) }
    }

    public func collectionViewWillBeginDragging(_ collectionView: CollectionView) {
        outerDelegate?.collectionViewWillBeginDragging(collectionView)
        for provider in scrollObservers { provider.collectionViewWillBeginDragging(collectionView) }
    }

    public func collectionViewWillEndDragging(
        _ collectionView: CollectionView, withVelocity velocity: CGPoint, targetContentOffset: inout CGPoint
    ) {
        outerDelegate?.collectionViewWillEndDragging(
            collectionView, withVelocity: velocity, targetContentOffset: &targetContentOffset)
        for provider in scrollObservers {
            provider.collectionViewWillEndDragging(
                collectionView, withVelocity: velocity, targetContentOffset: &targetContentOffset)
        }
    }

    public func collectionViewDidEndDecelerating(_ collectionView: CollectionView) {
        outerDelegate?.collectionViewDidEndDecelerating(collectionView)
        for provider in scrollObservers { provider.collectionViewDidEndDecelerating(collectionView) }
    }
}
