/// The objects that a list calls. A pass holds them, because reading a weak reference costs more than the other work for a
/// cell. What a callback releases is released when the visible elements are shown.
struct Partners {
    let dataSource: (any CollectionViewDataSource)?
    let delegate: (any CollectionViewDelegate)?
    let host: (any CollectionViewHost)?
    /// ``CollectionView/partnerChanges`` at the time.
    let changes: Int
}

extension CollectionView {
    var partners: Partners {
        Partners(dataSource: dataSource, delegate: delegate, host: host, changes: partnerChanges)
    }

    /// Calls a closure with the partners that are set now: usually the ones that are held.
    @inline(__always)
    func withCurrent(_ held: Partners, _ body: @MainActor (Partners) -> Void) {
        if held.changes == partnerChanges { body(held) } else { body(partners) }
    }
}
