internal import CListEngine

/// A kind of section, and the answers in which kinds differ: one row for each, as in the core's table of kinds.
enum SectionKind {
    case list, grid, flow, frames, compositional, waterfall

    /// Where the sizes of items are from.
    enum Items {
        /// Each item has a size.
        case sized
        /// Items are only counted. The section gives them their sizes.
        case counted
        /// The frames were made outside of the core: by a layout of the user, or packed from the sizes of a recipe.
        case placed
    }

    /// The items that can be next to an item in a direction.
    enum Neighbours {
        case line, group, column, all
    }

    struct Row {
        let core: le_section_kind
        let items: Items
        let neighbours: Neighbours
        /// It tells measured sizes from estimates, and keeps its estimates in its description.
        var measuresItems = false
        /// An ``ExtentRule`` can make the extents of its items.
        var takesRules = false
        /// Both extents of its items are their own, so both can be estimates.
        var hasWidths = false
        /// It rounds to pixels, so it is laid out again for a new scale.
        var usesPixelGrid = false
    }

    var row: Row {
        switch self {
        case .list: Row(core: LE_SECTION_LIST, items: .sized, neighbours: .line, takesRules: true)
        case .grid: Row(core: LE_SECTION_GRID, items: .counted, neighbours: .line)
        case .flow: Row(core: LE_SECTION_FLOW, items: .sized, neighbours: .line, hasWidths: true)
        case .frames: Row(core: LE_SECTION_FRAMES, items: .placed, neighbours: .all)
        case .compositional:
            Row(core: LE_SECTION_COMPOSITIONAL, items: .counted, neighbours: .group, measuresItems: true)
        case .waterfall: Row(core: LE_SECTION_WATERFALL, items: .sized, neighbours: .column, usesPixelGrid: true)
        }
    }

    init(_ core: le_section_kind) {
        switch core {
        case LE_SECTION_LIST: self = .list
        case LE_SECTION_GRID: self = .grid
        case LE_SECTION_FLOW: self = .flow
        case LE_SECTION_COMPOSITIONAL: self = .compositional
        case LE_SECTION_WATERFALL: self = .waterfall
        default: self = .frames
        }
    }

    /// The reason why the core refuses an edit of items in this form.
    func refusal(section: Int) -> LayoutError {
        switch row.items {
        case .sized: .needsSizes(section: section)
        case .counted: .uniformSize(section: section)
        case .placed: .needsRecipe(section: section)
        }
    }
}
