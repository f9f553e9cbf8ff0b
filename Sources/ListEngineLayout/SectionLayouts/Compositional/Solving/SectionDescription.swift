import Foundation

/// A section as a value: the tree of its group in preorder, and what stands around it. Two sections of one description
/// share everything that is solved for it.
struct SectionDescription: Sendable {
    var nodes: [LayoutNode] = []
    var badges: [LayoutBadge] = []
    /// Those of custom groups, in the order of their nodes.
    var providers: [CustomGroupProvider] = []
    var boundaries: [LayoutBoundary] = []
    var backdrops: [LayoutBackdrop] = []
    var style = SectionStyle()
    var handler: VisibleItemsHandler?
    /// Supplementary items that say something which has no meaning for them.
    var ignored: [String] = []

    var hasCustomGroups: Bool { !providers.isEmpty }
    var isOrthogonal: Bool { style.behavior != .none }
}

extension SectionDescription {
    /// Reads a section, once.
    init(_ section: CollectionLayoutSection) {
        style = section.style
        handler = section.handler
        add(section.group)
        boundaries = section.boundarySupplementaryItems.map(\.boundary)
        backdrops = section.decorationItems.map(\.backdrop)
        for (index, item) in section.boundarySupplementaryItems.enumerated() where item.saysMoreThanCounts {
            ignored.append("boundary \(index)")
        }
    }

    /// A section that shows none of its items.
    static let nothing: SectionDescription = {
        var description = SectionDescription()
        description.nodes = [LayoutNode(.vertical, size: .whole)]
        return description
    }()

    private mutating func add(_ item: CollectionLayoutItem) {
        let index = nodes.count
        nodes.append(item.node)
        for (ordinal, badge) in item.supplementaryItems.enumerated() {
            badges.append(badge.badge(ofNode: index, ordinal: ordinal))
            if badge.saysMoreThanCounts { ignored.append("\(path(ofNode: index)) / supplementary \(ordinal)") }
        }
        guard let group = item as? CollectionLayoutGroup else { return }
        if let provider = group.provider { providers.append(provider) }
        for child in group.subitems { add(child) }
    }

    /// Names a node by the way to it: "group / subitem 2 / subitem 0".
    func path(ofNode target: Int) -> String {
        var path = "group"
        var node = 0
        while node != target {
            var child = node + 1
            var ordinal = 0
            while child + span(of: child) <= target {
                child += span(of: child)
                ordinal += 1
            }
            path += " / subitem \(ordinal)"
            node = child
        }
        return path
    }

    /// How deep groups are nested.
    var depth: Int {
        // Open children of the nodes on the way to the current one.
        var open: [Int] = []
        var deepest = 0
        for node in nodes {
            while open.last == 0 { open.removeLast() }
            if !open.isEmpty { open[open.count - 1] -= 1 }
            open.append(node.childCount)
            deepest = max(deepest, open.count)
        }
        return deepest
    }

    /// Nodes of the subtree of a node, as far as they are there.
    private func span(of node: Int) -> Int {
        var end = node + 1
        var open = nodes[node].childCount
        while open > 0, end < nodes.count {
            open += nodes[end].childCount - 1
            end += 1
        }
        return end - node
    }
}

extension CollectionLayoutSupplementaryItem {
    /// Insets, edges and supplementary items of its own have no meaning for it.
    fileprivate var saysMoreThanCounts: Bool {
        node.insets != .zero || node.edges != nil || !supplementaryItems.isEmpty
    }
}

// MARK: - Comparing

extension SectionDescription: Equatable {
    static func == (left: SectionDescription, right: SectionDescription) -> Bool {
        left.nodes == right.nodes && left.badges == right.badges && left.boundaries == right.boundaries
            && left.backdrops == right.backdrops && left.style == right.style && left.handler === right.handler
            && left.providers.elementsEqual(right.providers, by: ===) && left.ignored == right.ignored
    }
}

extension CollectionLayoutSection {
    /// The section still says what a description says. Allocates nothing.
    func matches(_ description: SectionDescription) -> Bool {
        guard style == description.style, handler === description.handler,
            boundarySupplementaryItems.count == description.boundaries.count,
            decorationItems.count == description.backdrops.count
        else { return false }
        var comparison = Comparison(description)
        guard comparison.matches(group), comparison.isComplete else { return false }
        for (item, boundary) in zip(boundarySupplementaryItems, description.boundaries)
        where item.boundary != boundary || item.saysMoreThanCounts { return false }
        for (item, backdrop) in zip(decorationItems, description.backdrops) where item.backdrop != backdrop {
            return false
        }
        return true
    }

    /// A number that sections of one description share, and others seldom do.
    var fingerprint: Int {
        var mix = Fingerprint()
        mix.add(group)
        mix.add(style.insets.top)
        mix.add(style.insets.leading)
        mix.add(style.groupSpacing)
        mix.add(boundarySupplementaryItems.count)
        for item in boundarySupplementaryItems { mix.add(item.node.size) }
        mix.add(decorationItems.count)
        return mix.value
    }
}

/// Walks a section's objects and a description side by side.
private struct Comparison {
    let description: SectionDescription
    var node = 0
    var badge = 0
    var provider = 0

    init(_ description: SectionDescription) { self.description = description }

    var isComplete: Bool {
        // What has no meaning is named by a diagnostic, so such sections are described anew.
        node == description.nodes.count && badge == description.badges.count && description.ignored.isEmpty
    }

    mutating func matches(_ item: CollectionLayoutItem) -> Bool {
        guard node < description.nodes.count, item.node == description.nodes[node] else { return false }
        let index = node
        node += 1
        for (ordinal, supplementary) in item.supplementaryItems.enumerated() {
            guard badge < description.badges.count,
                supplementary.badge(ofNode: index, ordinal: ordinal) == description.badges[badge],
                !supplementary.saysMoreThanCounts
            else { return false }
            badge += 1
        }
        if item.node.kind == .item { return true }
        // Only groups have the other kinds.
        let group = unsafeDowncast(item, to: CollectionLayoutGroup.self)
        if let own = group.provider {
            guard provider < description.providers.count, own === description.providers[provider] else { return false }
            provider += 1
        }
        for child in group.subitems where !matches(child) { return false }
        return true
    }
}

private struct Fingerprint {
    var value = 0

    mutating func add(_ number: Int) { value = (value &+ number) &* 0x2545_F491_4F6C_DD1D }
    mutating func add(_ number: CGFloat) { add(Int(truncatingIfNeeded: Double(number).bitPattern &>> 17)) }

    mutating func add(_ size: CollectionLayoutSize) {
        add(size.widthDimension.dimension)
        add(size.heightDimension.dimension)
    }

    mutating func add(_ item: CollectionLayoutItem) {
        add(item.node.size)
        add(item.node.count)
        guard let group = item as? CollectionLayoutGroup else { return }
        for child in group.subitems { add(child) }
    }
}
