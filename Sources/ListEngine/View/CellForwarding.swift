import ListEngineLayout

/// A data source that passes calls about cells on to the data sources of sections, with the same index paths.
///
/// A pass finds the object of a section once, and calls it for each cell.
@MainActor
package protocol CellSourceForwarding: CollectionViewDataSource {
    /// The data source of a section. Nil if there is none, or if the calls must go through this object: a subclass may
    /// change what it does.
    func cellSource(ofSection section: Int) -> (any CollectionViewDataSource)?
}

/// The same for a delegate.
@MainActor
package protocol CellDelegateForwarding: CollectionViewDelegate {
    /// Whether calls only go to the delegates of sections. Otherwise they must go through this object.
    var onlyForwards: Bool { get }
    func cellDelegate(ofSection section: Int, in collectionView: CollectionView) -> (any CollectionViewDelegate)?
}

/// The objects of the section whose cells are being shown. A pass holds them, as it does the list's own partners.
@MainActor
final class SectionPartners {
    private var section: Int?
    private var dataSource: (any CollectionViewDataSource)?
    private var delegate: (any CollectionViewDelegate)?
    private var delegateClass: ObjectIdentifier?
    /// ``AttachedObjects/changes`` when they were found.
    private var changes = 0

    func forget() {
        section = nil
        dataSource = nil
        delegate = nil
        delegateClass = nil
    }

    /// - Parameter partners: Those that are set now.
    private func find(_ section: Int, _ partners: Partners, in collectionView: CollectionView) {
        guard section != self.section || changes != collectionView.attached.changes else { return }
        self.section = section
        changes = collectionView.attached.changes
        dataSource = partners.sourceForwarder?.cellSource(ofSection: section)
        delegate = partners.delegateForwarder?.cellDelegate(ofSection: section, in: collectionView)
        delegateClass = nil
        if let delegate { delegateClass = DefaultCalls.className(of: delegate) }
    }

    /// The cell of an item; nil if no object was found that can be called.
    func cell(at path: ElementPath, _ partners: Partners, in collectionView: CollectionView) -> CollectionViewCell? {
        find(path.section, partners, in: collectionView)
        return dataSource?.collectionView(collectionView, cellForItemAt: path.indexPath)
    }

    /// Returns false if no object was found that can be called.
    func willDisplay(
        _ cell: CollectionViewCell, at path: ElementPath, _ partners: Partners, in collectionView: CollectionView
    ) -> Bool {
        find(path.section, partners, in: collectionView)
        guard delegateClass != nil, partners.delegateForwarder?.onlyForwards == true else { return false }
        if !collectionView.reuse.defaults.willDisplay.contains(classNamed: delegateClass) {
            delegate?.collectionView(collectionView, willDisplay: cell, forItemAt: path.indexPath)
        }
        return true
    }

    /// Returns false if no object was found that can be called.
    func didEndDisplaying(
        _ cell: CollectionViewCell, at path: ElementPath, _ partners: Partners, in collectionView: CollectionView
    ) -> Bool {
        find(path.section, partners, in: collectionView)
        guard delegateClass != nil, partners.delegateForwarder?.onlyForwards == true else { return false }
        if !collectionView.reuse.defaults.didEndDisplaying.contains(classNamed: delegateClass) {
            delegate?.collectionView(collectionView, didEndDisplaying: cell, forItemAt: path.indexPath)
        }
        return true
    }
}

extension CollectionView {
    /// An object that a forwarding partner passes calls on to was replaced.
    package func forwardingDidChange() { attached.changes &+= 1 }
}
