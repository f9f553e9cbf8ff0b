import ListEngineLayout

/// An update of a list, as a value. A data source makes it when the update's turn has come, and passes it down once.
struct ListUpdate {
    /// The changes.
    let edit: SharedEdit
    /// The counts after the update; nil if the list has to read them from its data source.
    var counts: EditCounts?
    /// The scope of the data that the data source loads before its counts are read.
    var loads: CollectionViewLoadScope?
    /// The data source's numbers of inserted items, if they were looked up in advance. By old section index.
    var insertedNumbers: [Int: [UInt32]] = [:]
    /// The layout after the update, if it was prepared in advance.
    var prepared: PreparedLayout?
    /// Whether the host receives descriptions of all movements.
    var isAnimated: Bool
    /// Called once when the animation has ended, or with the reason for a full reload.
    var completion: UpdateCompletion?
}

extension ListUpdate {
    /// An update of a list whose next pass is a full reload.
    static func reloading(_ completion: UpdateCompletion?) -> ListUpdate {
        ListUpdate(edit: SharedEdit(ListEdit()), isAnimated: false, completion: completion)
    }
}

/// An update that fits the list, with the layout after it. All counts, styles and sizes have been read, so showing it requests
/// only views.
struct UpdatePlan {
    let update: ListUpdate
    let layout: CollectionViewLayout
    /// Sections that were laid out from scratch, by their new indices. Nil means all.
    let relaidOut: Set<Int>?
    /// Sizes that were measured in the old list since the layout was prepared. The layout does not have them.
    let measuredSince: [SizePreference]

    var edit: SharedEdit { update.edit }
}
