import ListEngineLayout

/// A data source that receives positions. Making an index path costs more than finding the owner of a cell, so only the objects
/// of a program receive index paths.
@MainActor
package protocol PositionalDataSource: CollectionViewDataSource {
    /// The object that provides the cells, if the data source only passes the calls on: see ``OwnedProvider``.
    var owner: AnyObject? { get }

    /// - Parameter owner: The ``owner``, which the caller holds.
    func cell(
        at path: ElementPath, in collectionView: CollectionView, for owner: Unmanaged<AnyObject>?
    ) -> CollectionViewCell
}

extension PositionalDataSource {
    package var owner: AnyObject? { nil }
}

/// A delegate that receives positions in the calls that are made for each cell.
@MainActor
package protocol PositionalDelegate: CollectionViewDelegate {
    /// Whether a call about a cell reaches an object. The delegate counts a change to true in ``CollectionView/partnerChanges``. Deleted
    /// cells are reported all the same.
    var reportsCells: Bool { get }
    func willDisplay(_ cell: CollectionViewCell, at path: ElementPath, in collectionView: CollectionView)
    func didEndDisplaying(_ cell: CollectionViewCell, at path: ElementPath, in collectionView: CollectionView)
}

/// The objects that a list calls. A pass holds them, because reading a weak reference costs more than the other work for a
/// cell. What a callback releases is released when the visible elements are shown.
@MainActor
struct Partners {
    let dataSource: (any CollectionViewDataSource)?
    let delegate: (any CollectionViewDelegate)?
    /// The data source and the delegate, if they receive positions, and the owner of the data source.
    let positionalSource: (any PositionalDataSource)?
    let owner: AnyObject?
    private let uncountedOwner: Unmanaged<AnyObject>?
    let positionalDelegate: (any PositionalDelegate)?
    let host: (any CollectionViewHost)?
    /// Whether calls about cells that are shown and removed reach an object. Asking once for all cells costs less than the calls.
    let reportsCells: Bool
    /// ``CollectionView/partnerChanges`` at the time.
    let changes: Int

    init(of list: CollectionView) {
        (dataSource, delegate, host) = (list.dataSource, list.delegate, list.host)
        (positionalSource, positionalDelegate) = (list.attached.positionalSource, list.attached.positionalDelegate)
        owner = positionalSource?.owner
        uncountedOwner = owner.map { Unmanaged.passUnretained($0) }
        reportsCells = positionalDelegate?.reportsCells ?? (delegate != nil)
        changes = CollectionView.storedPartnerChanges
    }

    // Chained, because an unwrapped copy of a reference would be counted.

    /// The cell of an item; nil without a data source. The caller has the partners in a variable: the reference that the provider gets is
    /// not counted.
    @inline(__always)
    func cell(at path: ElementPath, in list: CollectionView) -> CollectionViewCell? {
        if let cell = positionalSource?.cell(at: path, in: list, for: uncountedOwner) { return cell }
        return dataSource?.collectionView(list, cellForItemAt: path.indexPath)
    }

    @inline(__always)
    func willDisplay(_ cell: CollectionViewCell, at path: ElementPath, in list: CollectionView) {
        guard reportsCells else { return }
        if positionalDelegate?.willDisplay(cell, at: path, in: list) != nil { return }
        delegate?.callWillDisplay(cell, at: path, in: list)
    }

    @inline(__always)
    func didEndDisplaying(_ cell: CollectionViewCell, at path: ElementPath, in list: CollectionView) {
        if positionalDelegate?.didEndDisplaying(cell, at: path, in: list) != nil { return }
        delegate?.callDidEndDisplaying(cell, at: path, in: list)
    }
}

extension CollectionView {
    var partners: Partners { Partners(of: self) }

    /// Calls a closure with the partners that are set now: usually the ones that are held.
    @inline(__always)
    func withCurrent(_ held: Partners, _ body: @MainActor (Partners) -> Void) {
        if held.changes == CollectionView.storedPartnerChanges { body(held) } else { body(partners) }
    }

    /// Counts how often a data source, a delegate or a host was set, or an object that one of them calls, in all lists. What was
    /// read is current as long as it stays the same.
    package static var partnerChanges: Int {
        get { storedPartnerChanges }
        set { storedPartnerChanges = newValue }
    }
    static var storedPartnerChanges = 0
}
