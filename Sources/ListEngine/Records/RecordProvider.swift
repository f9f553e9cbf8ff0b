import Foundation
import ListEngineLayout

/// The sections of a handler, as the one provider of its list. The list keeps the provider, the provider does not keep
/// the handler.
@MainActor
final class RecordProvider: SectionProvider {
    weak var handler: CollectionViewHandler?

    init(handler: CollectionViewHandler) { self.handler = handler }

    var observesScrolling: Bool { true }

    private var identifier: String { handler?.identifier ?? "" }
    private var delegate: (any CollectionViewHandlerDelegate)? { handler?.delegate }

    // MARK: CollectionViewDataSource

    func numberOfSections(in collectionView: CollectionView) -> Int {
        guard let handler else { return 0 }
        // Whatever flow is the layout now asks the handler, as the list would have it ask providers.
        if let flow = collectionView.collectionViewLayout as? CollectionViewFlowLayout,
            flow.delegate == nil || flow.delegate === handler.list
        {
            flow.delegate = handler
        }
        noteCount(by: handler, nil)
        handler.hasEdits = false
        return handler.sections.count
    }

    func collectionView(_ collectionView: CollectionView, numberOfItemsInSection section: Int) -> Int {
        guard let handler, let section = handler.section(at: section) else { return 0 }
        noteCount(by: handler, section)
        section.isEdited = false
        return section.records?.count ?? 0
    }

    /// The list is loaded or edited otherwise than by difference: nobody knows any more by which identifiers.
    private func noteCount(by handler: CollectionViewHandler, _ section: CollectionViewHandler.Section?) {
        guard !handler.isShowingUpdate else { return }
        handler.shown = nil
        if handler.hasEdits || section?.isEdited == true { handler.names = nil }
    }

    func collectionView(
        _ collectionView: CollectionView, cellForItemAt indexPath: IndexPath
    ) -> CollectionViewCell {
        guard let handler, let record = handler.record(at: indexPath),
            let identifier = handler.registeredCell(forType: record.type)
        else { return collectionView.dequeueReusableCell(PlaceholderCell.self, for: indexPath) }
        let cell = collectionView.dequeueReusableCell(withReuseIdentifier: identifier, for: indexPath)
        fill(cell, record.data, record.extra, indexPath)
        return cell
    }

    func collectionView(
        _ collectionView: CollectionView, viewForSupplementaryElementOfKind kind: ElementKind, at indexPath: IndexPath
    ) -> CollectionReusableView? {
        guard let handler, let section = handler.section(at: indexPath.section) else { return nil }
        let isFooter = kind == .footer
        guard let identifier = handler.registeredView(forType: isFooter ? section.footerType : section.headerType)
        else { return nil }
        let view = collectionView.dequeueReusableSupplementaryView(
            ofKind: kind, withReuseIdentifier: identifier, for: indexPath)
        fill(view, isFooter ? section.footerData : section.headerData, section.extra, indexPath)
        return view
    }

    private func fill(_ view: CollectionReusableView, _ data: Any?, _ extra: Any?, _ indexPath: IndexPath) {
        guard let handler, let view = view as? any RecordView else { return }
        view.setData(data, extra: extra)
        view.setDelegate(handler)
        view.setIndexPath(indexPath)
    }

    // MARK: CollectionViewDelegate

    func collectionView(_ collectionView: CollectionView, didSelectItemAt indexPath: IndexPath) {
        guard let handler, let record = handler.record(at: indexPath) else { return }
        handler.select(record, at: indexPath)
    }

    func collectionView(
        _ collectionView: CollectionView, willDisplay cell: CollectionViewCell, forItemAt indexPath: IndexPath
    ) { delegate?.collectionViewHandler(handlerIdentifier: identifier, willDisplay: cell, forItemAt: indexPath) }

    func collectionView(
        _ collectionView: CollectionView, didEndDisplaying cell: CollectionViewCell, forItemAt indexPath: IndexPath
    ) { delegate?.collectionViewHandler(handlerIdentifier: identifier, didEndDisplaying: cell, forItemAt: indexPath) }

    func collectionView(
        _ collectionView: CollectionView, willDisplaySupplementaryView view: CollectionReusableView,
        forElementKind kind: ElementKind, at indexPath: IndexPath
    ) {
        delegate?.collectionViewHandler(
            handlerIdentifier: identifier, willDisplaySupplementaryView: view, forElementKind: kind, at: indexPath)
    }

    func collectionView(
        _ collectionView: CollectionView, didEndDisplayingSupplementaryView view: CollectionReusableView,
        forElementKind kind: ElementKind, at indexPath: IndexPath
    ) {
        delegate?.collectionViewHandler(
            handlerIdentifier: identifier, didEndDisplayingSupplementaryView: view, forElementOfKind: kind,
            at: indexPath)
    }

    func collectionViewWillBeginDragging(_ collectionView: CollectionView) {
        delegate?.collectionViewHandlerWillBeginDragging(
            handlerIdentifier: identifier, contentSize: collectionView.contentSize,
            contentOffset: collectionView.contentOffset)
    }

    func collectionViewDidScroll(_ collectionView: CollectionView) {
        delegate?.collectionViewHandlerDidScroll(
            handlerIdentifier: identifier, contentSize: collectionView.contentSize,
            contentOffset: collectionView.contentOffset)
    }

    func collectionViewDidEndDecelerating(_ collectionView: CollectionView) {
        delegate?.collectionViewHandlerDidEndScroll(
            handlerIdentifier: identifier, contentSize: collectionView.contentSize,
            contentOffset: collectionView.contentOffset)
    }
}
