/// The revision that a list has reached, and the edits since the oldest request that is under way.
final class EditLog<Source: RowSource> {
    typealias Edit = RowEdit<Source.Key, Source.ID, Source.Row>

    /// Answers to older requests are read again.
    static var most: Int { 10_000 }

    /// The revision that the pages show.
    var revision = RowRevision.initial
    /// Whether the source has named a revision.
    var isRevisionKnown = false
    /// Whether no more changes are reported.
    var hasEnded = false
    /// The number of answers, one after the other, that were older than the edits.
    var outdatedAnswers = 0
    /// The revision after which all edits are there; nil if there are all since the list was opened.
    private(set) var start: RowRevision?
    private var entries: [(revision: RowRevision, edits: [Edit])] = []
    private(set) var count = 0

    /// Adds the edits that lead to the revision.
    func add(_ edits: [Edit]) {
        entries.append((revision, edits))
        count += edits.count
    }

    func clear() {
        entries = []
        count = 0
        start = revision
    }

    /// Drops the oldest edits if there are too many.
    func trim() {
        guard count > Self.most else { return }
        var dropped = 0
        while dropped < entries.count, count > Self.most / 2 {
            count -= entries[dropped].edits.count
            start = entries[dropped].revision
            dropped += 1
        }
        entries.removeFirst(dropped)
    }

    /// The edits after a revision, oldest first; nil if some are not there any more.
    func edits(since revision: RowRevision) -> [[Edit]]? {
        if let start, revision < start { return nil }
        return entries.filter { $0.revision > revision }.map(\.edits)
    }
}
