internal import CListEngine
import Foundation

/// A description as arrays for the core: x and y are converted to the axes of the list, and points to units.
struct CompositionArrays {
    private var nodes: [le_node] = []
    private var badges: [le_badge] = []
    private var boundaries: [le_boundary] = []
    private var backdrops: [le_backdrop] = []
    private var spec = le_composition_spec()

    init(_ info: CompositionInfo, _ reader: inout LengthReader) {
        let description = info.description
        let context = info.context
        let axes = Axes(horizontal: context.scrollDirection == .horizontal)
        nodes.reserveCapacity(description.nodes.count)
        var custom = 0
        for (index, node) in description.nodes.enumerated() {
            reader.part = .node(index)
            var core = axes.node(node, &reader)
            if node.kind == .custom {
                core.count = UInt32(info.customCounts[custom])
                custom += 1
            }
            nodes.append(core)
        }
        for badge in description.badges {
            reader.part = .badge(owner: badge.owner, ordinal: badge.ordinal)
            badges.append(axes.badge(badge, &reader))
        }
        boundaries = axes.boundaries(description.boundaries, areInset: description.style.boundariesAreInset, &reader)
        for (index, backdrop) in description.backdrops.enumerated() {
            reader.part = .backdrop(index)
            let (main, cross) = axes.insets(backdrop.node.insets, &reader)
            backdrops.append(
                le_backdrop(
                    kind: backdrop.kind.rawValue, z_index: Int32(clamping: backdrop.node.zIndex), inset_main: main,
                    inset_cross: cross, behind_items: backdrop.node.isBehindItems))
        }
        for path in description.ignored { reader.note(.ignoredValue, path) }
        if context.container.main == 0 {
            if let group = nodes.first, group.main.kind == LE_FRACTION_MAIN || group.cross.kind == LE_FRACTION_MAIN {
                reader.note(.noMainExtent, "group", nodes[0].main.value)
            }
            for (index, boundary) in boundaries.enumerated() where boundary.main.kind == LE_FRACTION_MAIN {
                reader.note(.noMainExtent, "boundary \(index)", boundary.main.value)
            }
        }
        describe(description.style, context, axes, &reader)
    }

    private mutating func describe(
        _ style: SectionStyle, _ context: CompositionContext, _ axes: Axes, _ reader: inout LengthReader
    ) {
        reader.part = .section
        spec.group_spacing = reader.length(style.groupSpacing)
        spec.header_space = max(0, reader.length(style.headerSpace))
        spec.section_spacing = max(0, reader.length(context.sectionSpacing))
        let (main, cross) = axes.insets(style.insets, &reader)
        spec.inset_main = main
        spec.inset_cross = cross
        let reference =
            style.insetsReference == .automatic ? context.insetsReference : style.insetsReference
        // Insets are added only across the scroll axis. Along it, the content passes under the elements that cover
        // the list.
        let (_, more) = axes.insets(context.containerInsets[reference], &reader)
        spec.inset_cross.0 = Self.sum(cross.0, more.0)
        spec.inset_cross.1 = Self.sum(cross.1, more.1)
        spec.orthogonal = style.behavior != .none
        spec.loops = style.scrollingProperties.loops
        spec.scale = Self.pixelScale(context.displayScale)
    }

    /// Pixels per point for the core; 0, which means no pixel grid, for a value that is not a usable scale.
    static func pixelScale(_ scale: CGFloat) -> Double {
        let scale = Double(scale)
        return scale.isFinite && scale > 0 ? min(scale, 1_024) : 0
    }

    /// Returns a sum that is clamped to the longest length.
    private static func sum(_ a: Int64, _ b: Int64) -> Int64 {
        min(max(a + b, -LengthReader.longestUnits), LengthReader.longestUnits)
    }

    /// Calls a closure with the arrays. Their pointers are valid during the call.
    func withSpec<Result>(_ body: (le_composition_spec) -> Result) -> Result {
        nodes.withUnsafeBufferPointer { nodes in
            badges.withUnsafeBufferPointer { badges in
                boundaries.withUnsafeBufferPointer { boundaries in
                    backdrops.withUnsafeBufferPointer { backdrops in
                        var spec = spec
                        (spec.nodes, spec.node_count) = (nodes.baseAddress, nodes.count)
                        (spec.badges, spec.badge_count) = (badges.baseAddress, badges.count)
                        (spec.boundaries, spec.boundary_count) = (boundaries.baseAddress, boundaries.count)
                        (spec.backdrops, spec.backdrop_count) = (backdrops.baseAddress, backdrops.count)
                        return body(spec)
                    }
                }
            }
        }
    }
}

/// The mapping from x and y to the axes of the core.
struct Axes {
    typealias Pair<Value> = (Value, Value)

    let horizontal: Bool

    private func axes<Value>(_ x: Value, _ y: Value) -> (main: Value, cross: Value) {
        horizontal ? (x, y) : (y, x)
    }

    func dimension(_ dimension: CollectionLayoutDimension, _ reader: inout LengthReader) -> le_dimension {
        let kind =
            switch dimension.kind {
            case .absolute: LE_ABSOLUTE
            case .fractionalWidth: horizontal ? LE_FRACTION_MAIN : LE_FRACTION_CROSS
            case .fractionalHeight: horizontal ? LE_FRACTION_CROSS : LE_FRACTION_MAIN
            case .estimated: LE_ESTIMATED_SIZE
            case .uniform: LE_UNIFORM_SIZE
            }
        return le_dimension(kind: kind, value: reader.dimension(dimension))
    }

    func insets(
        _ insets: SectionInsets, _ reader: inout LengthReader
    ) -> (main: Pair<Int64>, cross: Pair<Int64>) {
        if insets == .zero { return ((0, 0), (0, 0)) }
        let x = (reader.length(insets.leading), reader.length(insets.trailing))
        let y = (reader.length(insets.top), reader.length(insets.bottom))
        return axes(x, y)
    }

    func space(_ spacing: CollectionLayoutSpacing?, _ reader: inout LengthReader) -> le_space {
        guard let spacing else { return le_space() }
        return le_space(least: reader.length(spacing.spacing), flexible: spacing.isFlexible)
    }

    func node(_ node: LayoutNode, _ reader: inout LengthReader) -> le_node {
        var core = le_node()
        core.kind =
            switch node.kind {
            case .item: LE_NODE_ITEM
            case .horizontal: horizontal ? LE_NODE_ALONG_MAIN : LE_NODE_ALONG_CROSS
            case .vertical: horizontal ? LE_NODE_ALONG_CROSS : LE_NODE_ALONG_MAIN
            case .custom: LE_NODE_CUSTOM
            }
        core.repeat =
            switch node.repetition {
            case .fill: LE_REPEAT_FILL
            case .count: LE_REPEAT_COUNT
            case .share: LE_REPEAT_SHARE
            }
        core.children = UInt32(node.childCount)
        core.count = UInt32(clamping: node.count)
        if node.count < 0 { reader.note(.emptyGroup, Double(node.count)) }
        let width = dimension(node.size.widthDimension, &reader)
        let height = dimension(node.size.heightDimension, &reader)
        (core.main, core.cross) = axes(width, height)
        (core.inset_main, core.inset_cross) = insets(node.insets, &reader)
        if let edges = node.edges {
            let x = (space(edges.leading, &reader), space(edges.trailing, &reader))
            let y = (space(edges.top, &reader), space(edges.bottom, &reader))
            (core.edge_main, core.edge_cross) = axes(x, y)
        }
        core.between = space(node.between, &reader)
        return core
    }

    func anchor(_ anchor: CollectionLayoutAnchor, _ reader: inout LengthReader) -> le_anchor {
        let (main, cross) = axes(anchor.edges.horizontal, anchor.edges.vertical)
        let x = reader.offset(anchor.offset.x)
        let y = reader.offset(anchor.offset.y)
        let (offsetMain, offsetCross) = axes(x, y)
        return le_anchor(
            main: main, cross: cross, fractional: anchor.isFractionalOffset, offset_main: offsetMain,
            offset_cross: offsetCross)
    }

    func badge(_ badge: LayoutBadge, _ reader: inout LengthReader) -> le_badge {
        var core = le_badge()
        core.node = UInt32(badge.owner)
        core.kind = badge.kind.rawValue
        core.z_index = Int32(clamping: badge.node.zIndex)
        let width = dimension(badge.size.widthDimension, &reader)
        let height = dimension(badge.size.heightDimension, &reader)
        (core.main, core.cross) = axes(width, height)
        core.container = anchor(badge.containerAnchor, &reader)
        if let own = badge.itemAnchor {
            core.has_own = true
            core.own = anchor(own, &reader)
        }
        (core.inset_main, core.inset_cross) = insets(badge.node.insets, &reader)
        core.separates = badge.node.separates
        return core
    }

    func boundaries(
        _ boundaries: [LayoutBoundary], areInset: Bool, _ reader: inout LengthReader
    ) -> [le_boundary] {
        boundaries.enumerated().map { index, boundary in
            reader.part = .boundary(index)
            var core = le_boundary()
            core.kind = boundary.kind.rawValue
            core.z_index = Int32(clamping: boundary.node.zIndex)
            let width = dimension(boundary.size.widthDimension, &reader)
            let height = dimension(boundary.size.heightDimension, &reader)
            (core.main, core.cross) = axes(width, height)
            (core.align_main, core.align_cross) = axes(boundary.alignment.horizontal, boundary.alignment.vertical)
            let x = reader.length(boundary.offset.x)
            let y = reader.length(boundary.offset.y)
            (core.offset_main, core.offset_cross) = axes(x, y)
            core.overlays = boundary.node.overlays
            core.pins = boundary.node.pins
            core.follows_insets = areInset
            (core.inset_main, core.inset_cross) = insets(boundary.node.insets, &reader)
            return core
        }
    }
}
