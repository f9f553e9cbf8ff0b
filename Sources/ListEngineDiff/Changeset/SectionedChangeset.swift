/// What turns one list of sections into another: a changeset of the sections, and one of all items.
///
/// Item indices count through all sections, in order. An item that stays in a section which is on both sides is no
/// move on account of its section moving; an item found in another section is one.
struct SectionedChangeset: Hashable, Sendable {
    /// Deleted, inserted and moved sections, as section indices.
    var sections: Changeset

    /// Deleted, inserted, moved and updated items, as indices through all sections.
    var items: Changeset

    /// For each new section its old index, or `nil` if it is new.
    var oldSections: [Int?]
}

/// One side of a sectioned diff: items as dense tokens, cut into sections.
struct SectionedTokens {
    /// The items of all sections, in order; equal tokens are the same item, and no token occurs twice.
    var items: [UInt32] = []

    /// A content version for each item, on both sides or on none: a different one makes an update.
    var versions: [UInt64]?

    /// A key for each section, unique.
    var sections: [UInt64] = []

    /// For each section the index after its last item.
    var sectionEnds: [UInt32] = []

    /// A stamp for each section, on both sides or on none. A section with the same stamp on both sides holds the same
    /// items, with the same versions, in the same order; the differ does not look at them.
    var sectionStamps: [UInt64]?
}
