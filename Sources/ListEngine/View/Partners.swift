/// The objects that a list calls. A pass holds them, because reading a weak reference costs more than the other work for a
/// cell. What a callback releases is released when the visible elements are shown.
struct Partners {
    let dataSource: (any CollectionViewDataSource)?
    let delegate: (any CollectionViewDelegate)?
    let delegateClass: ObjectIdentifier?
    let host: (any CollectionViewHost)?
    /// ``AttachedObjects/changes`` at the time.
    let changes: Int

    // The rest is known only in a pass that shows elements. Otherwise it is nil, and calls take the general way.

    /// The data source and the delegate, if they are lists of providers. Such a list takes positions instead of index
    /// paths, which only the user's own objects need.
    var sourceList: CollectionViewDelegateRouter?
    var delegateList: CollectionViewDelegateRouter?
    /// The data source and the delegate, if they pass calls on to objects of sections, and these objects.
    var sourceForwarder: (any CellSourceForwarding)?
    var delegateForwarder: (any CellDelegateForwarding)?
    var sections: SectionPartners?
}

extension CollectionView {
    var partners: Partners {
        let delegate = delegate
        // No closure: it would check that it runs on the main actor.
        var delegateClass: ObjectIdentifier?
        if let delegate { delegateClass = DefaultCalls.className(of: delegate) }
        return Partners(
            dataSource: dataSource, delegate: delegate, delegateClass: delegateClass, host: host,
            changes: attached.changes)
    }

    /// The partners of a pass that shows elements.
    func partners(_ memory: inout PassMemory) -> Partners {
        var partners = partners
        let source = partners.dataSource as? CollectionViewDelegateRouter
        if source?.takesPositions == true { partners.sourceList = source }
        let router = partners.delegate as? CollectionViewDelegateRouter
        if router?.takesPositions == true { partners.delegateList = router }
        partners.sourceForwarder = attached.sourceForwarder
        partners.delegateForwarder = attached.delegateForwarder
        if partners.sourceForwarder != nil || partners.delegateForwarder != nil {
            partners.sections = memory.sections ?? SectionPartners()
            memory.sections = partners.sections
        }
        return partners
    }

    /// Calls a closure with the partners that are set now: usually the ones that are held.
    @inline(__always)
    func withCurrent(_ held: Partners, _ body: @MainActor (Partners) -> Void) {
        if held.changes == attached.changes { body(held) } else { body(partners) }
    }
}
