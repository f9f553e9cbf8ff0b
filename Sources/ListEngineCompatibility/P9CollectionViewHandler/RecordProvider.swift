import Foundation
import ListEngine
import ListEngineLayout

/// The sections of a handler, as the only provider of its list. The list holds the provider strongly; the provider
/// holds the handler weakly.
@MainActor
final class RecordProvider: OwnedProvider {
    var handler: CollectionViewHandler? { storedHandler }
    private weak var storedHandler: CollectionViewHandler?
    private let owner: OwnerName
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
        owner = OwnerName(handler)
        listener = type(of: handler) == CollectionViewHandler.self ? handler.listener : nil
    }

    var list: SectionProviderList? { handler?.list }
    var prefetches: Bool { false }
    /// True in a list that is not the handler's: the handler notifies only its own when it gets a delegate.
    var observesCells: Bool { listener == nil || listener?.delegate != nil || isElsewhere }
    private var isElsewhere = false

    func didMove(to list: SectionProviderList?) { isElsewhere = list != nil && list !== self.list }
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
        if handler.isEdited { handler.names = nil }
        handler.noteShown()
    }

    func numberOfSections(in collectionView: CollectionView) -> Int { handler?.sections.count ?? 0 }

    func collectionView(_ collectionView: CollectionView, numberOfItemsInSection section: Int) -> Int {
        handler?.section(at: section)?.records?.count ?? 0
    }

    /// The list does not use this. A program that reads its providers can.
    func collectionView(
        _ collectionView: CollectionView, cellForItemAt indexPath: IndexPath
    ) -> CollectionViewCell {
        list?.position(of: indexPath, in: self).map { cell(at: $0, in: collectionView) } ?? PlaceholderCell()
    }

    func cell(at position: ProviderPosition, in collectionView: CollectionView) -> CollectionViewCell {
        guard let handler else {
            return collectionView.dequeueReusableCell(PlaceholderCell.self, for: position.listIndexPath)
        }
        return cell(at: position, in: collectionView, of: handler)
    }

    func cell(
        at position: ProviderPosition, in collectionView: CollectionView, for owner: Unmanaged<AnyObject>
    ) -> CollectionViewCell {
        guard self.owner.names(owner) else { return cell(at: position, in: collectionView) }
        // Sound: it has the class of the handler.
        return owner.uncounted {
            cell(at: position, in: collectionView, of: unsafeDowncast($0, to: CollectionViewHandler.self))
        }
    }

    private func cell(
        at position: ProviderPosition, in collectionView: CollectionView, of handler: CollectionViewHandler
    ) -> CollectionViewCell {
        let indexPath = position.indexPath
        guard let record = handler.record(position.item, inSection: position.section),
            let identifier = handler.registeredCell(forType: record.type)
        else { return collectionView.dequeueReusableCell(PlaceholderCell.self, for: indexPath) }
        let cell = collectionView.dequeueReusableCell(withReuseIdentifier: identifier, for: indexPath)
        if let later = record.later {
            fill(cell, later.contents.data, later.contents.extra, indexPath, handler)
        } else {
            fill(cell, record.first.data, record.first.extra, indexPath, handler)
        }
        return cell
    }

    func willDisplay(_ cell: CollectionViewCell, at position: ProviderPosition, in collectionView: CollectionView) {
        guard let delegate, let handler else { return }
        delegate.collectionViewHandler(
            handlerIdentifier: handler.identifier, willDisplay: cell, forItemAt: position.indexPath)
    }

    func didEndDisplaying(_ cell: CollectionViewCell, at position: ProviderPosition, in collectionView: CollectionView)
    {
        guard let delegate, let handler else { return }
        delegate.collectionViewHandler(
            handlerIdentifier: handler.identifier, didEndDisplaying: cell, forItemAt: position.indexPath)
    }

    func collectionView(
        _ collectionView: CollectionView, layoutOfSection section: Int, in context: SectionLayoutContext
    ) -> (any CollectionViewSectionLayout)? { handler?.section(at: section)?.layout }

    func collectionView(
        _ collectionView: CollectionView, layoutReferencesOfSection section: Int
    ) -> SectionLayoutReferences {
        SectionLayoutReferences(
            collectionView: collectionView, dataSource: collectionView.dataSource,
            section: handler?.section(at: section))
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

    func collectionView(_ collectionView: CollectionView, canMoveItemAt indexPath: IndexPath) -> Bool {
        guard let handler, !handler.isEdited, let delegate else { return false }
        return delegate.collectionViewHandler(handlerIdentifier: handler.identifier, canMoveItemAt: indexPath)
    }

    func collectionView(
        _ collectionView: CollectionView, moveItemAt sourceIndexPath: IndexPath, to destinationIndexPath: IndexPath
    ) {
        guard let handler, handler.moveShown(from: sourceIndexPath, to: destinationIndexPath) else { return }
        delegate?.collectionViewHandler(
            handlerIdentifier: handler.identifier, didMoveItemAt: sourceIndexPath, to: destinationIndexPath)
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
