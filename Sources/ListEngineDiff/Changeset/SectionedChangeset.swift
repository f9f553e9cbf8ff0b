/// The changes that turn one list of sections into another: a changeset of the sections, and one of all items.
///
/// Item indices count through all sections, in order. If a section moves and an item stays in it, the item does not count as
/// a move. An item that is found in another section is a move.
struct SectionedChangeset: Hashable, Sendable {
    /// Deleted, inserted and moved sections, as section indices.
    var sections: Changeset

    /// Deleted, inserted, moved and updated items, as indices through all sections.
    var items: Changeset

    /// For each new section its old index, or `nil` if it is new.
    var oldSections: [Int?]
}

/// One side of a sectioned diff: items as dense tokens, divided into sections.
struct SectionedTokens {
    /// The items of all sections, in order. Equal tokens are the same item, and no token occurs twice.
    var items: ContiguousArray<UInt32> = []

    /// A content version for each item, on both sides or on none. An item whose versions differ is an update.
    var versions: [UInt64]?

    /// A key for each section, unique.
    var sections: [UInt64] = []

    /// For each section the index after its last item.
    var sectionEnds: [UInt32] = []

    /// A stamp for each section, on both sides or on none. A section with the same stamp on both sides has the same items, with
    /// the same versions, in the same order. The differ does not read them.
    var sectionStamps: [UInt64]?
}
