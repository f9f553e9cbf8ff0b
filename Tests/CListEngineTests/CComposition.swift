import CListEngine
import ListEngineReference

/// A composition of the C core, made from a description of the reference.
final class CComposition {
    let pointer: OpaquePointer

    init(_ description: ReferenceComposition) throws {
        var flat = FlatComposition()
        flat.append(description.group)
        let closures = CustomFrames(flat.custom)
        var spec = le_composition_spec()
        spec.group_spacing = description.groupSpacing
        spec.inset_main = description.insets.main.pair
        spec.inset_cross = description.insets.cross.pair
        spec.section_spacing = description.sectionSpacing
        spec.header_space = description.headerSpace
        spec.orthogonal = description.isOrthogonal
        spec.loops = description.loops
        spec.scale = description.scale
        if !flat.custom.isEmpty {
            spec.context = Unmanaged.passRetained(closures).toOpaque()
            spec.custom = { context, node, main, cross, frames in
                let closures = Unmanaged<CustomFrames>.fromOpaque(context!).takeUnretainedValue()
                closures.write(node, main, cross, frames!)
            }
            spec.release = { Unmanaged<CustomFrames>.fromOpaque($0!).release() }
        }
        let boundaries = description.boundaries.map(le_boundary.init)
        let backdrops = description.backdrops.map { backdrop in
            le_backdrop(
                kind: UInt16(backdrop.kind), z_index: Int32(backdrop.zIndex), inset_main: backdrop.insets.main.pair,
                inset_cross: backdrop.insets.cross.pair, behind_items: backdrop.isBehindItems)
        }
        var status = LE_OK
        pointer = try flat.nodes.withUnsafeBufferPointer { nodes in
            try flat.badges.withUnsafeBufferPointer { badges in
                try boundaries.withUnsafeBufferPointer { boundaries in
                    try backdrops.withUnsafeBufferPointer { backdrops in
                        spec.nodes = nodes.baseAddress
                        spec.node_count = nodes.count
                        spec.badges = badges.baseAddress
                        spec.badge_count = badges.count
                        spec.boundaries = boundaries.baseAddress
                        spec.boundary_count = boundaries.count
                        spec.backdrops = backdrops.baseAddress
                        spec.backdrop_count = backdrops.count
                        guard let made = le_composition_create(&spec, &status) else { throw CStatus(status: status) }
                        return made
                    }
                }
            }
        }
    }

    deinit { le_composition_release(pointer) }
}

/// Frames of custom groups by node.
private final class CustomFrames {
    typealias Entry = (count: Int, frames: @Sendable (Int64, Int64) -> [ReferenceCustomFrame])
    let entries: [UInt32: Entry]

    init(_ entries: [UInt32: Entry]) { self.entries = entries }

    func write(_ node: UInt32, _ main: Int64, _ cross: Int64, _ out: UnsafeMutablePointer<le_custom_frame>) {
        let entry = entries[node]!
        for (index, frame) in entry.frames(main, cross).prefix(entry.count).enumerated() {
            out[index] = le_custom_frame(frame: le_rect(frame.frame), z_index: Int32(frame.zIndex))
        }
    }
}

/// A tree in preorder.
private struct FlatComposition {
    var nodes: [le_node] = []
    var badges: [le_badge] = []
    var custom: [UInt32: CustomFrames.Entry] = [:]

    mutating func append(_ node: ReferenceNode) {
        let index = nodes.count
        var flat = le_node()
        flat.main = le_dimension(node.size.main)
        flat.cross = le_dimension(node.size.cross)
        flat.inset_main = node.insets.main.pair
        flat.inset_cross = node.insets.cross.pair
        flat.edge_main = (le_space(node.edges.main.start), le_space(node.edges.main.end))
        flat.edge_cross = (le_space(node.edges.cross.start), le_space(node.edges.cross.end))
        var children: [ReferenceNode] = []
        switch node.content {
        case .item: flat.kind = LE_NODE_ITEM
        case .custom(let count, let frames):
            flat.kind = LE_NODE_CUSTOM
            flat.count = UInt32(count)
            custom[UInt32(index)] = (count, frames)
        case .group(let group):
            flat.kind = group.axis == .main ? LE_NODE_ALONG_MAIN : LE_NODE_ALONG_CROSS
            switch group.repetition {
            case .fill: flat.repeat = LE_REPEAT_FILL
            case .count(let count):
                flat.repeat = LE_REPEAT_COUNT
                flat.count = UInt32(count)
            case .share(let count):
                flat.repeat = LE_REPEAT_SHARE
                flat.count = UInt32(count)
            }
            flat.between = le_space(group.between)
            children = group.children
            flat.children = UInt32(children.count)
        }
        nodes.append(flat)
        for child in children { append(child) }
        // Badges of all nodes may be in any order; those of one node keep theirs.
        badges += node.badges.map { badge in
            le_badge(
                node: UInt32(index), kind: UInt16(badge.kind), z_index: Int32(badge.zIndex),
                main: le_dimension(badge.size.main), cross: le_dimension(badge.size.cross),
                container: le_anchor(badge.container), has_own: badge.own != nil,
                own: badge.own.map(le_anchor.init) ?? le_anchor(), inset_main: badge.insets.main.pair,
                inset_cross: badge.insets.cross.pair, separates: badge.separates)
        }
    }
}

extension le_dimension {
    init(_ dimension: ReferenceDimension) {
        switch dimension {
        case .points(let points): self.init(kind: LE_ABSOLUTE, value: points)
        case .fractionOfMain(let share): self.init(kind: LE_FRACTION_MAIN, value: share)
        case .fractionOfCross(let share): self.init(kind: LE_FRACTION_CROSS, value: share)
        case .estimated(let points): self.init(kind: LE_ESTIMATED_SIZE, value: points)
        case .uniform(let points): self.init(kind: LE_UNIFORM_SIZE, value: points)
        }
    }
}

extension le_space {
    fileprivate init(_ space: ReferenceSpace) { self.init(least: space.least, flexible: space.isFlexible) }
}

extension le_anchor {
    fileprivate init(_ anchor: ReferenceAnchor) {
        self.init(
            main: Int32(anchor.place.main), cross: Int32(anchor.place.cross), fractional: anchor.isFractional,
            offset_main: anchor.offset.main, offset_cross: anchor.offset.cross)
    }
}

extension le_boundary {
    init(_ boundary: ReferenceBoundary) {
        self.init(
            kind: UInt16(boundary.kind), z_index: Int32(boundary.zIndex), main: le_dimension(boundary.size.main),
            cross: le_dimension(boundary.size.cross), align_main: Int32(boundary.align.main),
            align_cross: Int32(boundary.align.cross), offset_main: boundary.offset.main,
            offset_cross: boundary.offset.cross, overlays: boundary.overlays, pins: boundary.pins,
            follows_insets: boundary.followsInsets, inset_main: boundary.insets.main.pair,
            inset_cross: boundary.insets.cross.pair)
    }
}

extension ReferenceEnds<Int64> {
    fileprivate var pair: (Int64, Int64) { (start, end) }
}
