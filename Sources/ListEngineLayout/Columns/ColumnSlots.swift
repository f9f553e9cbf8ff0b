/// The stored columns of a ``ColumnLayout``, by slot.
///
/// A list keeps its columns while a copy of them is edited. Copies share the columns that are not edited: an edit of one
/// copies a reference to each column of its page, and a reference to each other page.
struct ColumnSlots: Sendable {
    /// Indirect, so that copying one copies a reference.
    private indirect enum Stored: Sendable {
        case column(ColumnLayout.Slot)

        var slot: ColumnLayout.Slot {
            switch self {
            case .column(let slot): slot
            }
        }
    }

    private static let pageSize = 32
    /// All pages are full, except for the last one.
    private var pages: [[Stored]] = []
    private(set) var count = 0

    subscript(slot: Int) -> ColumnLayout.Slot {
        get { pages[slot / Self.pageSize][slot % Self.pageSize].slot }
        set { pages[slot / Self.pageSize][slot % Self.pageSize] = .column(newValue) }
    }

    mutating func append(_ slot: ColumnLayout.Slot) {
        if count % Self.pageSize == 0 { pages.append([]) }
        pages[count / Self.pageSize].append(.column(slot))
        count += 1
    }
}
