import Foundation
import ListEngine
import ListEngineDiff
import ListEngineLayout

/// Shows sections of records. A record is plain data, and a type that determines its cell.
///
///     let handler = CollectionViewHandler()
///     handler.standby(
///         identifier: "sample", cellTypes: ["1": RedCell.self, "2": GreenCell.self],
///         supplementaryTypes: ["1": TitleView.self], collectionView: collectionView)
///     handler.sections = [.init(headerType: "1", records: [.init(type: "2", data: "grass")])]
///     collectionView.reloadData()
///
/// ``sections`` is a plain array. Setting it shows nothing until the collection view is reloaded. To show other
/// sections by difference, use ``apply(_:identifiedBy:animated:completion:)``.
///
/// Cells are ``RecordView``s. Their sizes are used if the layout is a flow layout. The cell's class returns the size of
/// every record when the list is laid out.
///
/// The handler does not keep the collection view or its delegate alive, and neither of them keeps the handler alive.
@MainActor
open class CollectionViewHandler: RecordViewDelegate, CollectionViewFlowLayoutDelegate {
    /// A closure that receives an event or a selection in place of the delegate.
    public typealias Callback = @MainActor (_ indexPath: IndexPath?, _ data: Any?, _ extra: Any?) -> Void

    open var delegate: (any CollectionViewHandlerDelegate)? {
        get { listener.delegate }
        set {
            listener.delegate = newValue
            list.cellObserversDidChange()
        }
    }
    let listener = HandlerListener()
    private var storedSections: [Section] = []

    /// An additional delegate that receives every call of a collection view's delegate before the handler's own
    /// delegate and callbacks do, and is consulted first. See `CollectionViewDelegateRouter.outerDelegate`.
    public var collectionDelegate: (any CollectionViewDelegate)? {
        get { list.outerDelegate }
        set { list.outerDelegate = newValue }
    }

    /// Passed to every call of the delegate.
    public private(set) var identifier = ""

    /// The sections to show. A change takes effect when the collection view is next reloaded.
    public var sections: [Section] {
        get { storedSections }
        _modify {
            // As a local value, so that reading the property needs no check.
            var sections = storedSections
            storedSections = []
            defer {
                storedSections = sections
                hasEdits = true
            }
            yield &sections
        }
    }

    /// The list whose only provider belongs to the handler.
    public let list: SectionProviderList

    public var collectionView: CollectionView? { list.collectionView }

    /// The identifiers of what is shown, if it was shown by difference.
    var shown: Any?
    /// The same identifiers, for as long as the records that are shown do not change. A reload of the same records
    /// keeps them. Measured sizes belong to these identifiers. Nil if records are identified as objects.
    var names: (any ShownIdentifiers)?
    /// Whether ``sections`` differs from what is shown.
    var hasEdits = false
    /// Whether the list is showing an update by difference.
    var isShowingUpdate = false

    private var cellIdentifiers: [String: String] = [:]
    /// The type of record that was last looked up there.
    private var lastCell: (type: String, identifier: String)?
    private var supplementaryIdentifiers: [String: String] = [:]
    private var types: [String: any RecordView.Type] = [:]
    /// What is wrong with the class of an identifier; nil when it was reported.
    private var faults: [String: String?] = [:]
    private var callbacks: [CallbackKey: Callback] = [:]
    private(set) lazy var provider = RecordProvider(handler: self)

    private struct CallbackKey: Hashable {
        var cell: String
        /// The event; nil for the selection.
        var event: String?
    }

    /// - Parameter scheduler: Determines when updates by difference are shown.
    public init(scheduler: UpdateScheduler = .immediate) {
        list = SectionProviderList(scheduler: scheduler)
        list.owner = self
    }

    // MARK: Setting up

    /// Connects the handler to a collection view, with the classes of cells and supplementary views for each type.
    /// - Parameters:
    ///   - identifier: Passed to every call of the delegate.
    ///   - cellTypes: The class of the cell for each type of record.
    ///   - supplementaryTypes: The class of the view for each type of header and footer.
    public func standby(
        identifier: String, cellTypes: [String: any RecordView.Type],
        supplementaryTypes: [String: any RecordView.Type] = [:], collectionView: CollectionView
    ) {
        for type in Array(cellTypes.values) + Array(supplementaryTypes.values) { know(type) }
        standby(
            identifier: identifier, cellIdentifierForType: cellTypes.mapValues { $0.identifier() },
            supplementaryIdentifierForType: supplementaryTypes.mapValues { $0.identifier() },
            collectionView: collectionView)
    }

    /// Connects the handler to a collection view, with the identifiers of cells and supplementary views for each type.
    /// The classes of the identifiers are those that were registered with ``register(_:)``, and those whose own
    /// ``RecordView/identifier()`` returned the identifier.
    public func standby(
        identifier: String, cellIdentifierForType: [String: String],
        supplementaryIdentifierForType: [String: String], collectionView: CollectionView
    ) {
        self.identifier = identifier
        cellIdentifiers = cellIdentifierForType
        lastCell = nil
        supplementaryIdentifiers = supplementaryIdentifierForType
        list.attach(to: collectionView)
        for identifier in Set(cellIdentifierForType.values).union(supplementaryIdentifierForType.values) {
            if types[identifier] == nil {
                types[identifier] = RecordViewClasses.named[identifier]
                if let (one, other) = RecordViewClasses.ambiguous[identifier] {
                    noteSharing(identifier, one, other)
                }
            }
            registerViews(identifier)
        }
        reportSharing()
        list.update(animated: false) { [provider] update in
            update.providers = [provider]
            update.reloadData()
        }
    }

    /// Registers classes under their identifiers.
    public func register(_ types: [any RecordView.Type]) {
        for type in types {
            know(type)
            registerViews(type.identifier())
        }
        reportSharing()
    }

    private func know(_ type: any RecordView.Type) {
        let identifier = type.identifier()
        let known = types.updateValue(type, forKey: identifier)
        if let known, known != type { noteSharing(identifier, known, type) }
    }

    private func noteSharing(_ identifier: String, _ one: any RecordView.Type, _ other: any RecordView.Type) {
        faults[identifier] =
            "\(String(reflecting: one)) and \(String(reflecting: other)) both have the identifier \(identifier), and the "
            + "second class is used; implement identifier() in one of them."
    }

    private func reportSharing() {
        guard let collectionView else { return }
        for case (let identifier, let message?) in faults {
            faults[identifier] = .some(nil)
            collectionView.report(.duplicateIdentifier, nil, message)
        }
    }

    /// A list of a million such records has one report.
    private func reportUnknown(_ identifier: String, _ element: ElementPath) {
        guard let collectionView, faults.index(forKey: identifier) == nil else { return }
        faults[identifier] = .some(nil)
        collectionView.report(
            .unregisteredIdentifier, element,
            "no class has the identifier \(identifier), so its records have no size; call register(_:) with the class.")
    }

    private func registerViews(_ identifier: String) {
        guard let collectionView, let type = types[identifier] else { return }
        if cellIdentifiers.values.contains(identifier) {
            collectionView.register(forCellWithReuseIdentifier: identifier) { [weak collectionView] in
                let made = type.instanceFromNib()
                if let cell = made as? CollectionViewCell { return cell }
                collectionView?.report(.unexpectedType, nil, "\(type) shows a record but is no cell.")
                return PlaceholderCell()
            }
        }
        guard supplementaryIdentifiers.values.contains(identifier) else { return }
        for kind in [ElementKind.header, .footer] {
            collectionView.register(forSupplementaryViewOfKind: kind, withReuseIdentifier: identifier) {
                type.instanceFromNib()
            }
        }
    }

    /// The identifier of the cell for a type of record, or the type itself if the map does not contain it.
    func cellIdentifier(forType type: String) -> String { cellIdentifiers[type] ?? type }

    /// The identifier under which the views of a type are registered. Nil if there is none; a blank view is shown then.
    func registeredCell(forType type: String) -> String? {
        // Neighbouring records mostly have one type.
        if let lastCell, lastCell.type == type { return lastCell.identifier }
        guard let identifier = cellIdentifiers[type], !identifier.isEmpty else { return nil }
        lastCell = (type, identifier)
        return identifier
    }

    func registeredView(forType type: String?) -> String? {
        type.flatMap { supplementaryIdentifiers[$0] }.flatMap { $0.isEmpty ? nil : $0 }
    }

    // MARK: Callbacks

    /// Registers a callback for an event of a cell, in place of the delegate. The last registration for an event
    /// counts.
    /// - Parameters:
    ///   - callback: Kept until it is unregistered.
    ///   - eventIdentifier: The event; nil for the selection of the cell.
    public func registerCallback(
        callback: @escaping Callback, forCellIdentifier cellIdentifier: String,
        withEventIdentifier eventIdentifier: String? = nil
    ) { callbacks[CallbackKey(cell: cellIdentifier, event: eventIdentifier)] = callback }

    /// Removes a callback. Does nothing if there is none.
    public func unregisterCallback(
        forCellIdentifier cellIdentifier: String, withEventIdentifier eventIdentifier: String? = nil
    ) { callbacks[CallbackKey(cell: cellIdentifier, event: eventIdentifier)] = nil }

    public func unregisterAllCallbacks() { callbacks.removeAll() }

    func select(_ record: Record, at indexPath: IndexPath) {
        let cell = cellIdentifier(forType: record.type)
        if let callback = callbacks[CallbackKey(cell: cell, event: nil)] {
            callback(indexPath, record.data, record.extra)
        } else {
            delegate?.collectionViewHandlerCellDidSelect(
                handlerIdentifier: identifier, cellIdentifier: cell, indexPath: indexPath, data: record.data,
                extra: record.extra)
        }
    }

    // MARK: RecordViewDelegate

    open func collectionViewCellEvent(
        cellIdentifier: String, eventIdentifier: String?, indexPath: IndexPath?, data: Any?, extra: Any?
    ) {
        // A nil event must not reach the callback for selections.
        if let eventIdentifier, let callback = callbacks[CallbackKey(cell: cellIdentifier, event: eventIdentifier)] {
            callback(indexPath, data, extra)
        } else {
            delegate?.collectionViewHandlerCellEvent(
                handlerIdentifier: identifier, cellIdentifier: cellIdentifier, eventIdentifier: eventIdentifier,
                indexPath: indexPath, data: data, extra: extra)
        }
    }

    // MARK: CollectionViewFlowLayoutDelegate

    open func flowLayout(_ layout: CollectionViewFlowLayout, sizeOfItemsInSection section: Int) -> CGSize? { nil }

    open func flowLayout(
        _ layout: CollectionViewFlowLayout, sizeForItemAt item: Int, inSection section: Int
    ) -> CGSize? {
        guard let records = self.section(at: section)?.records, records.indices.contains(item),
            let identifier = registeredCell(forType: records[item].type)
        else { return .zero }
        guard let type = types[identifier] else {
            reportUnknown(identifier, .item(item, inSection: section))
            return .zero
        }
        return type.cellSizeForData(records[item].data, extra: records[item].extra)
    }

    open func flowLayout(
        _ layout: CollectionViewFlowLayout, sizesForItemsAt items: Range<Int>, inSection section: Int
    ) -> [CGSize]? { nil }

    open func flowLayout(_ layout: CollectionViewFlowLayout, insetForSectionAt section: Int) -> SectionInsets? {
        guard let delegate else { return nil }
        let inset = delegate.collectionViewHandler(
            handlerIdentifier: identifier, layout: shownLayout, insetForSectionAt: section)
        if !inset.top.isNaN { return inset }
        return delegate.collectionViewHandler(
            handlerIdentifier: identifier, layout: layout, insetForSectionAt: section)
    }

    open func flowLayout(
        _ layout: CollectionViewFlowLayout, minimumLineSpacingForSectionAt section: Int
    ) -> CGFloat? {
        guard let delegate else { return nil }
        let spacing = delegate.collectionViewHandler(
            handlerIdentifier: identifier, layout: shownLayout, minimumLineSpacingForSectionAt: section)
        if !spacing.isNaN { return spacing }
        return delegate.collectionViewHandler(
            handlerIdentifier: identifier, layout: layout, minimumLineSpacingForSectionAt: section)
    }

    open func flowLayout(
        _ layout: CollectionViewFlowLayout, minimumInteritemSpacingForSectionAt section: Int
    ) -> CGFloat? {
        guard let delegate else { return nil }
        let spacing = delegate.collectionViewHandler(
            handlerIdentifier: identifier, layout: shownLayout, minimumInteritemSpacingForSectionAt: section)
        if !spacing.isNaN { return spacing }
        return delegate.collectionViewHandler(
            handlerIdentifier: identifier, layout: layout, minimumInteritemSpacingForSectionAt: section)
    }

    private var shownLayout: CollectionViewLayout { collectionView?.layout ?? CollectionViewLayout(crossExtent: 0) }

    open func flowLayout(
        _ layout: CollectionViewFlowLayout, referenceSizeForHeaderInSection section: Int
    ) -> CGSize? {
        let section = self.section(at: section)
        return referenceSize(ofType: section?.headerType, section?.headerData, section?.extra)
    }

    open func flowLayout(
        _ layout: CollectionViewFlowLayout, referenceSizeForFooterInSection section: Int
    ) -> CGSize? {
        let section = self.section(at: section)
        return referenceSize(ofType: section?.footerType, section?.footerData, section?.extra)
    }

    private func referenceSize(ofType type: String?, _ data: Any?, _ extra: Any?) -> CGSize {
        guard let type = registeredView(forType: type).flatMap({ types[$0] }) else { return .zero }
        return type.cellSizeForData(data, extra: extra)
    }
}

/// Has the delegate of a handler.
@MainActor
final class HandlerListener {
    weak var delegate: (any CollectionViewHandlerDelegate)?
}
