import Foundation
import ListEngineLayout

extension SectionProviderList: CollectionViewDataSource {
    public func collectionView(_ collectionView: CollectionView, willLoad scope: CollectionViewLoadScope) {
        for provider in providers { provider.collectionView(collectionView, willLoad: scope) }
        recount()
    }

    public func numberOfSections(in collectionView: CollectionView) -> Int { map.numberOfSections }

    public func collectionView(_ collectionView: CollectionView, numberOfItemsInSection section: Int) -> Int {
        guard let (part, section) = map.part(ofSection: section) else { return 0 }
        return providers[part].collectionView(collectionView, numberOfItemsInSection: section)
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
        _ owner: @MainActor (IndexPath) -> (provider: any SectionProvider, indexPath: IndexPath)?
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

extension SectionProviderList: DelegateRouting {
    func owner(of indexPath: IndexPath, in collectionView: CollectionView) -> RoutedElement? {
        guard let (provider, own) = relative(indexPath) else { return nil }
        return (provider, own)
    }

    func formerOwner(of indexPath: IndexPath, in collectionView: CollectionView) -> RoutedElement? {
        guard let (provider, own) = relativeBefore(indexPath) else { return nil }
        return (provider, own)
    }

    func forEachOwner(in collectionView: CollectionView, _ body: @MainActor (any CollectionViewDelegate) -> Void) {
        for provider in providers { body(provider) }
    }

    func forEachScrollObserver(
        in collectionView: CollectionView, _ body: @MainActor (any CollectionViewScrollDelegate) -> Void
    ) {
        if let outerScrollDelegate, outerScrollDelegate !== outerDelegate { body(outerScrollDelegate) }
        for provider in scrollObservers { body(provider) }
    }
}

extension SectionProviderList: CollectionViewDelegate {
    // MARK: Display

    public func collectionView(
        _ collectionView: CollectionView, willDisplay cell: CollectionViewCell, forItemAt indexPath: IndexPath
    ) { tell(collectionView, indexPath) { $0.collectionView(collectionView, willDisplay: cell, forItemAt: $1) } }

    public func collectionView(
        _ collectionView: CollectionView, didEndDisplaying cell: CollectionViewCell, forItemAt indexPath: IndexPath
    ) {
        tellEnd(collectionView, indexPath) { $0.collectionView(collectionView, didEndDisplaying: cell, forItemAt: $1) }
    }

    public func collectionView(
        _ collectionView: CollectionView, willDisplaySupplementaryView view: CollectionReusableView,
        forElementKind kind: ElementKind, at indexPath: IndexPath
    ) {
        tell(collectionView, indexPath) {
            $0.collectionView(collectionView, willDisplaySupplementaryView: view, forElementKind: kind, at: $1)
        }
    }

    public func collectionView(
        _ collectionView: CollectionView, didEndDisplayingSupplementaryView view: CollectionReusableView,
        forElementKind kind: ElementKind, at indexPath: IndexPath
    ) {
        tellEnd(collectionView, indexPath) {
            $0.collectionView(collectionView, didEndDisplayingSupplementaryView: view, forElementKind: kind, at: $1)
        }
    }

    public func collectionView(_ collectionView: CollectionView, textForItemAt indexPath: IndexPath) -> String? {
        first(collectionView, indexPath) { $0.collectionView(collectionView, textForItemAt: $1) }
    }

    // MARK: Highlighting and selection

    public func collectionView(_ collectionView: CollectionView, shouldHighlightItemAt indexPath: IndexPath) -> Bool {
        ask(collectionView, indexPath, silent: true) {
            $0.collectionView(collectionView, shouldHighlightItemAt: $1)
        }
    }

    public func collectionView(_ collectionView: CollectionView, didHighlightItemAt indexPath: IndexPath) {
        tell(collectionView, indexPath) { $0.collectionView(collectionView, didHighlightItemAt: $1) }
    }

    public func collectionView(_ collectionView: CollectionView, didUnhighlightItemAt indexPath: IndexPath) {
        tell(collectionView, indexPath) { $0.collectionView(collectionView, didUnhighlightItemAt: $1) }
    }

    public func collectionView(_ collectionView: CollectionView, shouldDeselectItemAt indexPath: IndexPath) -> Bool {
        ask(collectionView, indexPath, silent: true) { $0.collectionView(collectionView, shouldDeselectItemAt: $1) }
    }

    public func collectionView(_ collectionView: CollectionView, didDeselectItemAt indexPath: IndexPath) {
        tell(collectionView, indexPath) { $0.collectionView(collectionView, didDeselectItemAt: $1) }
    }

    // MARK: Animations

    public func collectionView(
        _ collectionView: CollectionView, initialLayoutAttributesForAppearing element: LayoutAttributes
    ) -> LayoutAttributes? {
        if let start = outerDelegate?.collectionView(collectionView, initialLayoutAttributesForAppearing: element) {
            return start
        }
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
        if let end = outerDelegate?.collectionView(collectionView, finalLayoutAttributesForDisappearing: element) {
            return end
        }
        guard element.section >= 0, let (provider, own) = relativeBefore(element.path.indexPath) else { return nil }
        var before = element
        before.section = own.section
        var end = provider.collectionView(collectionView, finalLayoutAttributesForDisappearing: before)
        end?.section = element.section
        return end
    }

    // MARK: Scrolling

    public func collectionViewDidScroll(_ collectionView: CollectionView) {
        tellScroll(collectionView) { $0.collectionViewDidScroll(collectionView) }
    }

    public func collectionViewDidEndScrollingAnimation(_ collectionView: CollectionView) {
        tellScroll(collectionView) { $0.collectionViewDidEndScrollingAnimation(collectionView) }
    }

    public func collectionViewWillBeginDragging(_ collectionView: CollectionView) {
        tellScroll(collectionView) { $0.collectionViewWillBeginDragging(collectionView) }
    }

    public func collectionViewWillEndDragging(
        _ collectionView: CollectionView, withVelocity velocity: CGPoint, targetContentOffset: inout CGPoint
    ) {
        tellScroll(collectionView) {
            $0.collectionViewWillEndDragging(
                collectionView, withVelocity: velocity, targetContentOffset: &targetContentOffset)
        }
    }

    public func collectionViewDidEndDecelerating(_ collectionView: CollectionView) {
        tellScroll(collectionView) { $0.collectionViewDidEndDecelerating(collectionView) }
    }
}
