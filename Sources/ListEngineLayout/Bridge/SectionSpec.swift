internal import CListEngine

/// The description of a section's layout in units. A recipe is converted into a spec for the core.
struct SectionSpec: Hashable {
    var kind: SectionKind
    var packsLeading = false
    var pinsHeader = false
    var pinsFooter = false
    var isEstimated = false
    /// Waterfall: the rule that chooses columns, and whether sizes are ratios.
    var placement: WaterfallPlacement = .shortestFirst
    var isByRatio = false
    /// Grid: the number of columns, or 0 for as many as fit. Waterfall: the number of columns.
    var columns: UInt32 = 0
    var mainStart: Int64 = 0
    var mainEnd: Int64 = 0
    var crossStart: Int64 = 0
    var crossEnd: Int64 = 0
    var lineSpacing: Int64 = 0
    var itemSpacing: Int64 = 0
    var header: Int64 = 0
    var footer: Int64 = 0
    /// Grid: the size of every item. Frames: the token of a section that the engine packs itself, else 0. List: the
    /// token of its rule, else 0.
    var itemMain: Int64 = 0
    var itemCross: Int64 = 0
    /// Space after the section, if another one follows.
    var sectionSpacing: Int64 = 0
    /// Waterfall: pixels per point; 0 if there is no pixel grid.
    var scale = 0.0
}

extension SectionSpec {
    init(_ spec: le_section_spec) {
        kind = SectionKind(spec.kind)
        packsLeading = spec.packing == LE_PACKING_LEADING
        switch spec.packing {
        case LE_PACKING_LEFT_TO_RIGHT: placement = .leadingToTrailing
        case LE_PACKING_RIGHT_TO_LEFT: placement = .trailingToLeading
        default: placement = .shortestFirst
        }
        isByRatio = spec.flags & UInt32(LE_BY_RATIO) != 0
        scale = spec.scale
        pinsHeader = spec.flags & UInt32(LE_PIN_HEADER) != 0
        pinsFooter = spec.flags & UInt32(LE_PIN_FOOTER) != 0
        isEstimated = spec.flags & UInt32(LE_ESTIMATED) != 0
        columns = spec.columns
        mainStart = spec.inset_main_start
        mainEnd = spec.inset_main_end
        crossStart = spec.inset_cross_start
        crossEnd = spec.inset_cross_end
        lineSpacing = spec.line_spacing
        itemSpacing = spec.item_spacing
        header = spec.header
        footer = spec.footer
        itemMain = spec.item_main
        itemCross = spec.item_cross
        sectionSpacing = spec.section_spacing
    }

    var core: le_section_spec {
        var spec = le_section_spec()
        spec.kind = kind.row.core
        spec.packing = kind == .waterfall ? placement.packing : packsLeading ? LE_PACKING_LEADING : LE_PACKING_JUSTIFIED
        spec.flags =
            (pinsHeader ? UInt32(LE_PIN_HEADER) : 0) | (pinsFooter ? UInt32(LE_PIN_FOOTER) : 0)
            | (isEstimated ? UInt32(LE_ESTIMATED) : 0) | (isByRatio ? UInt32(LE_BY_RATIO) : 0)
        spec.columns = columns
        spec.inset_main_start = mainStart
        spec.inset_main_end = mainEnd
        spec.inset_cross_start = crossStart
        spec.inset_cross_end = crossEnd
        spec.line_spacing = lineSpacing
        spec.item_spacing = itemSpacing
        spec.header = header
        spec.footer = footer
        spec.item_main = itemMain
        spec.item_cross = itemCross
        spec.section_spacing = sectionSpacing
        spec.scale = scale
        return spec
    }
}

extension WaterfallPlacement {
    fileprivate var packing: le_packing {
        switch self {
        case .shortestFirst: LE_PACKING_SHORTEST_FIRST
        case .leadingToTrailing: LE_PACKING_LEFT_TO_RIGHT
        case .trailingToLeading: LE_PACKING_RIGHT_TO_LEFT
        }
    }
}
