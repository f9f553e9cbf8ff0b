/// A change of a source. See ``RowSource/changes()``.
public enum RowChanges<Key: Comparable & Sendable, ID: Hashable & Sendable, Row: Sendable>: Sendable {
    /// These rows have changed, and no others. Together the edits lead from the revision before to the given one: a row that changed
    /// several times has one edit, from its first old key to its last new one. The order of the edits does not matter.
    case edits([RowEdit<Key, ID, Row>], RowRevision)
    /// Something has changed, and the source cannot tell what: the list reads the rows near the screen again, and calls
    /// ``RowSource/outlines(since:)``. Rows are recognised by identity.
    case somewhere(RowRevision)
    /// Everything may have changed, keys included: the list starts again with the source, and keeps showing what it has until
    /// the rows near the screen are read again.
    case everything(RowRevision)
    /// The sections of the source at a revision, ascending. The first section begins with the first row, whatever its key is.
    ///
    /// A source with sections reports them first, and again when a section begins or ends. Report them before the edits that lead to the
    /// same revision: the list shows both in one update. A section without rows is not shown. Without headings, all rows are one section.
    /// Rows and changes are delivered separately, so the first rows may be shown for a moment before the first
    /// sections.
    ///
    /// The number of rows of a section is exact if a page of ``RowOutline/pages(_:end:revision:)`` begins with the key of its
    /// heading.
    case sections([RowHeading<Key>], RowRevision)

    /// The revision after the changes.
    public var revision: RowRevision {
        switch self {
        case .edits(_, let revision), .somewhere(let revision), .everything(let revision), .sections(_, let revision):
            revision
        }
    }
}

/// The change of one row.
public struct RowEdit<Key: Comparable & Sendable, ID: Hashable & Sendable, Row: Sendable>: Sendable {
    public var id: ID
    /// The key of the row before the change. Nil: the row was inserted.
    public var old: Key?
    /// The key of the row after the change. Nil: the row was deleted.
    public var new: Key?
    /// The contents after the change, if the source has them. Otherwise the list reads them when the row is near the screen.
    public var row: Row?

    public init(id: ID, old: Key?, new: Key?, row: Row? = nil) {
        self.id = id
        self.old = old
        self.new = new
        self.row = row
    }
}
