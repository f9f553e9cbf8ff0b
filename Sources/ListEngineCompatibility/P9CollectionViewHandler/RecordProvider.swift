import Foundation
import ListEngine
import ListEngineLayout

/// The sections of a handler, as the only provider of its list. The list holds the provider strongly; the provider
/// holds the handler weakly.
@MainActor
final class RecordProvider: PlacedProvider {
    var handler: CollectionViewHandler? { storedHandler }
    private weak var storedHandler: CollectionViewHandler?
    /// Has the handler's delegate, which so is read without the handler. Nil if a subclass may override that property.
    private let listener: HandlerListener?
    /// Fills the views of the class that was filled last. To find how a class is a `RecordView` costs more than most of
    /// them need to fill a view.
    private var lastFiller: Filler?

    /// Fills views of one class. It is a class, so that a call retains a single reference.
    @MainActor
    private final class Filler {
        let viewClass: ObjectIdentifier
        let fill:
            @MainActor (CollectionReusableView, _ data: Any?, _ extra: Any?, IndexPath, CollectionViewHandler) -> Void

        init<View: RecordView>(_ viewClass: View.Type) {
            self.viewClass = ObjectIdentifier(viewClass)
            fill = { view, data, extra, indexPath, handler in
                let view = unsafeDowncast(view, to: View.self)
                view.setData(data, extra: extra)
                view.setDelegate(handler)
                view.setIndexPath(indexPath)
            }
        }
    }

    init(handler: CollectionViewHandler) {
        storedHandler = handler
        listener = type(of: handler) == CollectionViewHandler.self ? handler.listener : nil
    }

    var list: SectionProviderList? { handler?.list }
    var prefetches: Bool { false }
    var observesCells: Bool { listener == nil || listener?.delegate != nil }
    var observesScrolling: Bool { true }
    var flowLayoutDelegate: (any CollectionViewFlowLayoutDelegate)? { handler }

    private var identifier: String { handler?.identifier ?? "" }
    private var delegate: (any CollectionViewHandlerDelegate)? {
        if let listener { return listener.delegate }
        return handler?.delegate
    }

    // MARK: CollectionViewDataSource

    /// The list is loaded or edited without an update by difference, so its identifiers are no longer known.
    func collectionView(_ collectionView: CollectionView, willLoad scope: CollectionViewLoadScope) {
        guard let handler, !handler.isShowingUpdate else { return }
        handler.shown = nil
        if handler.hasEdits || handler.sections.contains(where: \.isEdited) { handler.names = nil }
        handler.noteShown()
    }

    func numberOfSections(in collectionView: CollectionView) -> Int { handler?.sections.count ?? 0 }

    func collectionView(_ collectionView: CollectionView, numberOfItemsInSection section: Int) -> Int {
        handler?.section(at: section)?.records?.count ?? 0
    }

    func cell(at place: ProviderPlace, in collectionView: CollectionView) -> CollectionViewCell {
        let indexPath = place.own
        guard let handler, let record = handler.record(place.item, inSection: place.section),
            let identifier = handler.registeredCell(forType: record.type)
        else { return collectionView.dequeueReusableCell(PlaceholderCell.self, for: indexPath) }
        let cell = collectionView.dequeueReusableCell(withReuseIdentifier: identifier, for: indexPath)
        fill(cell, record.data, record.extra, indexPath, handler)
        return cell
    }

    func willDisplay(_ cell: CollectionViewCell, at place: ProviderPlace, in collectionView: CollectionView) {
        guard let delegate, let handler else { return }
        delegate.collectionViewHandler(
            handlerIdentifier: handler.identifier, willDisplay: cell, forItemAt: place.own)
    }

    func didEndDisplaying(_ cell: CollectionViewCell, at place: ProviderPlace, in collectionView: CollectionView) {
        guard let delegate, let handler else { return }
        delegate.collectionViewHandler(
            handlerIdentifier: handler.identifier, didEndDisplaying: cell, forItemAt: place.own)
    }

    func collectionView(
        _ collectionView: CollectionView, viewForSupplementaryElementOfKind kind: ElementKind, at indexPath: IndexPath
    ) -> CollectionReusableView? {
        guard let handler, let section = handler.section(at: indexPath[0]) else { return nil }
        let isFooter = kind == .footer
        guard let identifier = handler.registeredView(forType: isFooter ? section.footerType : section.headerType)
        else { return nil }
        let view = collectionView.dequeueReusableSupplementaryView(
            ofKind: kind, withReuseIdentifier: identifier, for: indexPath)
        fill(view, isFooter ? section.footerData : section.headerData, section.extra, indexPath, handler)
        return view
    }

    private func fill(
        _ view: CollectionReusableView, _ data: Any?, _ extra: Any?, _ indexPath: IndexPath,
        _ handler: CollectionViewHandler
    ) {
        if let lastFiller, lastFiller.viewClass == ObjectIdentifier(type(of: view)) {
            return lastFiller.fill(view, data, extra, indexPath, handler)
        }
        guard let recordClass = type(of: view) as? any RecordView.Type else { return }
        let filler = Filler(recordClass)
        lastFiller = filler
        filler.fill(view, data, extra, indexPath, handler)
    }

    // MARK: CollectionViewDelegate

    func collectionView(_ collectionView: CollectionView, didSelectItemAt indexPath: IndexPath) {
        guard let handler, let record = handler.record(at: indexPath) else { return }
        handler.select(record, at: indexPath)
    }

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
