import Foundation

/// The contents of a section's description at the time when it was read: the tree of its group in preorder, and the
/// elements around it. Two sections with equal descriptions share their solved layout.
package final class CompositionDescription: Sendable {
    package let nodes: [LayoutNode]
    package let badges: [LayoutBadge]
    /// The providers of custom groups, in the order of their nodes.
    let providers: [CustomGroupProvider]
    package let boundaries: [LayoutBoundary]
    package let backdrops: [LayoutBackdrop]
    package let style: SectionStyle
    let handler: VisibleItemsHandler?
    /// Supplementary items with values that have no effect on them.
    let ignored: [String]
    /// The original description, if this one differs from it only by its estimates.
    let origin: CompositionDescription?

    var hasCustomGroups: Bool { !providers.isEmpty }
    var isOrthogonal: Bool { style.behavior != .none }

    /// Reads a section, once.
    package init(_ section: CollectionLayoutSection) {
        var tree = DescriptionReader()
        tree.add(section.group)
        let nodes = tree.nodes
        self.nodes = nodes
        badges = tree.badges
        providers = tree.providers
        boundaries = section.boundarySupplementaryItems.map(\.boundary)
        backdrops = section.decorationItems.map(\.backdrop)
        style = section.values.pointee
        handler = section.handler
        ignored =
            tree.ignored.map { "\(nodes.path(ofNode: $0.node)) / supplementary \($0.ordinal)" }
            + section.boundarySupplementaryItems.enumerated().filter(\.element.saysMoreThanCounts)
            .map { "boundary \($0.offset)" }
        origin = nil
    }

    private init() {
        nodes = [LayoutNode(.vertical, size: .whole)]
        badges = []
        providers = []
        boundaries = []
        backdrops = []
        style = SectionStyle()
        handler = nil
        ignored = []
        origin = nil
    }

    /// A copy with other nodes.
    private init(_ origin: CompositionDescription, nodes: [LayoutNode]) {
        self.nodes = nodes
        badges = origin.badges
        providers = origin.providers
        boundaries = origin.boundaries
        backdrops = origin.backdrops
        style = origin.style
        handler = origin.handler
        ignored = origin.ignored
        self.origin = origin
    }

    // MARK: Estimates

    /// The single node that describes all items, if its extent along the scroll axis is an estimate. Nil if a group
    /// is filled along that axis with as many items as fit, because another estimate would give a group with another
    /// number of items.
    func estimatedItem(horizontal: Bool) -> Int? {
        guard !hasCustomGroups, let item = nodes.firstIndex(where: { $0.kind == .item }),
            nodes.lastIndex(where: { $0.kind == .item }) == item,
            nodes[item].size.main(horizontal: horizontal).isOpen
        else { return nil }
        let along: LayoutNode.Kind = horizontal ? .horizontal : .vertical
        return nodes[..<item].contains { $0.kind == along && $0.repetition == .fill } ? nil : item
    }

    /// Returns the original description with another estimate for all items.
    /// - Parameter extent: Points along the scroll axis.
    /// - Returns: Nil if the items' sizes are not estimates along the scroll axis, or if items have several
    ///   descriptions.
    func estimating(_ extent: CGFloat, horizontal: Bool) -> CompositionDescription? {
        guard let item = estimatedItem(horizontal: horizontal) else { return nil }
        let origin = origin ?? self
        var nodes = origin.nodes
        nodes[item].size = nodes[item].size.estimating(extent, horizontal: horizontal)
        return nodes == origin.nodes ? origin : CompositionDescription(origin, nodes: nodes)
    }

    /// A section that shows none of its items.
    static let nothing = CompositionDescription()

    /// Returns the path to a node, such as "group / subitem 2 / subitem 0".
    func path(ofNode target: Int) -> String { nodes.path(ofNode: target) }

    /// The number of levels of nested groups.
    var depth: Int {
        // The number of children still to visit, for each node on the path to the current one.
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
}

/// Lists the objects of a group's tree in preorder.
private struct DescriptionReader {
    var nodes: [LayoutNode] = []
    var badges: [LayoutBadge] = []
    var providers: [CustomGroupProvider] = []
    var ignored: [(node: Int, ordinal: Int)] = []

    mutating func add(_ item: CollectionLayoutItem) {
        let index = nodes.count
        nodes.append(item.node)
        for (ordinal, badge) in item.supplementaryItems.enumerated() {
            badges.append(badge.badge(of: index, ordinal: ordinal))
            if badge.saysMoreThanCounts { ignored.append((index, ordinal)) }
        }
        guard let group = item as? CollectionLayoutGroup else { return }
        if let provider = group.provider { providers.append(provider) }
        for child in group.subitems { add(child) }
    }
}

extension [LayoutNode] {
    fileprivate func path(ofNode target: Int) -> String {
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

    /// The number of nodes in the subtree of a node.
    private func span(of node: Int) -> Int {
        var end = node + 1
        var open = self[node].childCount
        while open > 0, end < count {
            open += self[end].childCount - 1
            end += 1
        }
        return end - node
    }
}

// MARK: - Comparing

extension CompositionDescription: Equatable {
    package static func == (left: CompositionDescription, right: CompositionDescription) -> Bool {
        left === right
            || left.nodes == right.nodes && left.badges == right.badges
                && left.boundaries == right.boundaries && left.backdrops == right.backdrops && left.style == right.style
                && left.handler === right.handler && left.providers.elementsEqual(right.providers, by: ===)
                && left.ignored == right.ignored && left.origin == right.origin
    }
}

extension CollectionLayoutSection {
    /// Whether the section's contents still equal a description. Allocates nothing.
    ///
    /// A description with supplementary items whose values have no effect matches no section. The section is then
    /// read again, and a diagnostic is reported.
    func matches(_ description: CompositionDescription) -> Bool {
        let style = values.pointee
        guard style == description.style, description.ignored.isEmpty else { return false }
        if style.hasHandler, handler !== description.handler { return false }
        var comparison = Comparison()
        guard comparison.matches(group, description), comparison.node == description.nodes.count else { return false }
        if style.boundaryCount > 0 {
            for index in 0..<style.boundaryCount {
                let item = boundarySupplementaryItems[index]
                guard item.boundary == description.boundaries[index], !item.saysMoreThanCounts else { return false }
            }
        }
        if style.backdropCount > 0 {
            for index in 0..<style.backdropCount where decorationItems[index].backdrop != description.backdrops[index] {
                return false
            }
        }
        return true
    }

    /// A hash of the section's contents. Sections with equal descriptions have equal hashes.
    var fingerprint: Int {
        var mix = Fingerprint()
        mix.add(group)
        let style = values.pointee
        mix.add(style.insets.top)
        mix.add(style.insets.leading)
        mix.add(style.groupSpacing)
        mix.add(style.boundaryCount &* 16 &+ style.backdropCount)
        for item in boundarySupplementaryItems { mix.add(item.values.pointee.size) }
        return mix.value
    }
}

/// Walks a section's objects and a description side by side.
private struct Comparison {
    var node = 0
    var badge = 0
    var provider = 0

    mutating func matches(_ item: CollectionLayoutItem, _ description: CompositionDescription) -> Bool {
        let values = item.values.pointee
        guard node < description.nodes.count, values == description.nodes[node] else { return false }
        let index = node
        node += 1
        if values.badgeCount > 0 {
            for (ordinal, supplementary) in item.supplementaryItems.enumerated() {
                // There are as many as in the description, because the nodes' counts are equal.
                guard supplementary.badge(of: index, ordinal: ordinal) == description.badges[badge],
                    !supplementary.saysMoreThanCounts
                else { return false }
                badge += 1
            }
        }
        if values.kind == .item { return true }
        // All other kinds are groups.
        let group = unsafeDowncast(item, to: CollectionLayoutGroup.self)
        if values.kind == .custom {
            guard group.provider === description.providers[provider] else { return false }
            provider += 1
        }
        for child in 0..<values.childCount where !matches(group.subitems[child], description) { return false }
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
        let values = item.values.pointee
        add(values.size)
        add(values.count)
        if values.kind == .item { return }
        let group = unsafeDowncast(item, to: CollectionLayoutGroup.self)
        for child in 0..<values.childCount { add(group.subitems[child]) }
    }
}
