import ListEngine

// The rows after those that the user has seen.
extension RowSection {
    /// Receives the number of rows after the last one that the user has seen, when it changes: the new messages below the
    /// screen in a chat, for example.
    ///
    ///     collectionView.anchorPolicy = .endWhenAtEnd
    ///     section.unseenRowsHandler = { count in print(count == 0 ? "" : "\(count) new") }
    ///
    /// The rows are counted by key. `CollectionView.unseenItemsHandler` counts inserted items instead, and in a list of rows an item can be
    /// inserted because a count was corrected. While the last row is on the screen, everything is seen. The handler is called after the
    /// list was laid out. Nil, the default, means that nothing is counted.
    public var unseenRowsHandler: (@MainActor (Int) -> Void)? {
        get { unseen.handler }
        set { unseen.handler = newValue }
    }

    /// The key of the last row that the user has seen. Nil until a row was on the screen, or without an ``unseenRowsHandler``. Store it, and
    /// set it when the list is opened again, to count the rows that arrived in between. When ``LiveRows/replace(with:at:completion:)`` shows
    /// a new source, whose order may be different, it is forgotten and begins with the rows that are on the screen then.
    public var lastSeenKey: Source.Key? {
        get { rows.keptKey }
        set { rows.keptKey = newValue }
    }

    /// The number of rows after the last one that the user has seen, as the ``unseenRowsHandler`` has received it. While rows are counted
    /// again, it is the number before.
    public var numberOfUnseenRows: Int { unseen.count }

    /// Notes the rows on the screen.
    /// - Parameter visible: The positions of the visible items, at least one.
    func noteSeen(_ visible: Range<Int>) {
        guard unseen.handler != nil else { return }
        unseen.isEndVisible = visible.upperBound == rows.numberOfItems
        if let key = visible.reversed().lazy.compactMap({ self.rows.key(at: $0) }).first {
            rows.keptKey = max(rows.keptKey ?? key, key)
        }
        countUnseen()
    }

    /// Counts after an update. A list that follows its end shows the new rows when it is laid out.
    func noteUnseen() {
        if list?.collectionView?.isAtEnd != true { unseen.isEndVisible = false }
        countUnseen()
    }

    private func countUnseen() {
        guard let handler = unseen.handler else { return }
        let count = unseen.isEndVisible ? 0 : rows.keptKey.map { rows.numberOfRows(after: $0) } ?? 0
        guard let count, count != unseen.count else { return }
        unseen.count = count
        handler(count)
    }
}

/// The rows after those that the user has seen.
@MainActor
final class UnseenRows {
    // A new handler receives the number after the next change.
    var handler: (@MainActor (Int) -> Void)? { didSet { count = 0 } }
    /// Whether the last row was on the screen when the list was laid out last.
    var isEndVisible = false
    /// The number that the handler received last.
    var count = 0
}
