import Foundation
import ListEngineLayout

// Descriptions of compositional sections as words: the tree of the group in preorder, then the elements around it.

// MARK: - Writing

extension TraceWriter {
    mutating func add(_ arrangement: CompositionalArrangement) {
        let description = arrangement.description
        let style = description.style
        add("missing", if: arrangement.isMissing)
        add("between", arrangement.sectionSpacing, unless: 0) { $0.add($1) }
        add("reference", arrangement.insetsReference, unless: .automatic) { $0.add(String(describing: $1)) }
        add("inset", style.insets, unless: .zero) { $0.add($1) }
        add("inset-from", style.insetsReference, unless: .automatic) { $0.add(String(describing: $1)) }
        add("groups", style.groupSpacing, unless: 0) { $0.add($1) }
        add("header-space", style.headerSpace, unless: 0) { $0.add($1) }
        add("boundaries-free", if: !style.boundariesFollowInsets)
        add("boundaries-from", style.boundaryInsetsReference, unless: .automatic) { $0.add(String(describing: $1)) }
        if style.behavior != .none {
            add("scrolls")
            add(String(describing: style.behavior))
            add(String(describing: style.scrollingProperties.bounce))
            add(String(describing: style.scrollingProperties.decelerationRate))
            add("loops", if: style.scrollingProperties.loops)
        }
        var badges = ArraySlice(description.badges)
        for node in description.nodes {
            add(String(describing: node.kind))
            add(node)
            add(node.badgeCount)
            for badge in badges.prefix(node.badgeCount) { add(badge) }
            badges = badges.dropFirst(node.badgeCount)
            if node.kind == .item { continue }
            add("space", node.between, unless: nil) { $0.add($1) }
            add(String(describing: node.repetition))
            add(node.count)
            add(node.childCount)
        }
        add(description.boundaries.count)
        for boundary in description.boundaries {
            add(name: boundary.kind.name)
            add(boundary.node)
            add(String(describing: boundary.alignment))
            add(boundary.offset.x, boundary.offset.y)
        }
        add(description.backdrops.count)
        for backdrop in description.backdrops {
            add(name: backdrop.kind.name)
            add(backdrop.node)
        }
    }

    /// The properties that nodes of all kinds have.
    private mutating func add(_ node: LayoutNode) {
        add(node.size.widthDimension)
        add(node.size.heightDimension)
        add("inset", node.insets, unless: .zero) { $0.add($1) }
        if let edges = node.edges {
            add("edges")
            for spacing in [edges.leading, edges.top, edges.trailing, edges.bottom] { add(spacing) }
        }
        add("z", node.zIndex, unless: 0) { $0.add($1) }
        add("overlays", if: node.overlays)
        add("pins", if: node.pins)
        add("separates", if: node.separates)
        add("behind-items", if: node.isBehindItems)
    }

    private mutating func add(_ badge: LayoutBadge) {
        add(name: badge.kind.name)
        add(badge.node)
        add(badge.containerAnchor)
        add("on", badge.itemAnchor, unless: nil) { writer, anchor in
            if let anchor { writer.add(anchor) }
        }
    }

    private mutating func add(_ dimension: CollectionLayoutDimension) {
        add(String(describing: dimension.kind))
        add(dimension.dimension)
    }

    private mutating func add(_ spacing: CollectionLayoutSpacing?) {
        guard let spacing else { return add("free") }
        add(spacing.isFlexible ? "flexible" : "fixed")
        add(spacing.spacing)
    }

    private mutating func add(_ anchor: CollectionLayoutAnchor) {
        add(Int(anchor.edges.rawValue))
        add(anchor.isFractionalOffset ? "fractional" : "absolute")
        add(anchor.offset.x, anchor.offset.y)
    }

    /// A name, which may contain spaces or be empty.
    private mutating func add(name: String) {
        add("'" + (name.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""))
    }
}

// MARK: - Reading

extension TraceReader {
    private static let references: [(String, ContentInsetsReference)] = [
        ContentInsetsReference.automatic, .none, .safeArea, .layoutMargins, .readableContent,
    ].map { (String(describing: $0), $0) }
    private static let behaviors: [(String, CollectionLayoutSectionOrthogonalScrollingBehavior)] = [
        CollectionLayoutSectionOrthogonalScrollingBehavior.continuous, .continuousGroupLeadingBoundary, .paging,
        .groupPaging, .groupPagingCentered,
    ].map { (String(describing: $0), $0) }
    private static let bounces: [(String, CollectionLayoutSectionOrthogonalScrollingProperties.Bounce)] = [
        CollectionLayoutSectionOrthogonalScrollingProperties.Bounce.automatic, .always, .never,
    ].map { (String(describing: $0), $0) }
    private static let rates: [(String, CollectionLayoutSectionOrthogonalScrollingProperties.DecelerationRate)] = [
        CollectionLayoutSectionOrthogonalScrollingProperties.DecelerationRate.automatic, .normal, .fast,
    ].map { (String(describing: $0), $0) }
    private static let alignments: [(String, RectAlignment)] = [
        RectAlignment.none, .top, .topLeading, .leading, .bottomLeading, .bottom, .bottomTrailing, .trailing,
        .topTrailing,
    ].map { (String(describing: $0), $0) }
    private static let kinds: [(String, LayoutNode.Kind)] = [LayoutNode.Kind.item, .horizontal, .vertical]
        .map { (String(describing: $0), $0) }
    private static let repetitions: [(String, LayoutNode.Repetition)] = [LayoutNode.Repetition.fill, .count, .share]
        .map { (String(describing: $0), $0) }

    mutating func composition() throws(LayoutTraceError) -> CompositionalArrangement {
        let isMissing = consume("missing")
        let between = consume("between") ? try length() : 0
        let reference = consume("reference") ? try choice(Self.references) : .automatic
        var style = SectionStyle()
        if consume("inset") { style.insets = try insets() }
        if consume("inset-from") { style.insetsReference = try choice(Self.references) }
        if consume("groups") { style.groupSpacing = try length() }
        if consume("header-space") { style.headerSpace = try length() }
        style.boundariesFollowInsets = !consume("boundaries-free")
        if consume("boundaries-from") { style.boundaryInsetsReference = try choice(Self.references) }
        if consume("scrolls") {
            style.behavior = try choice(Self.behaviors)
            style.scrollingProperties.bounce = try choice(Self.bounces)
            style.scrollingProperties.decelerationRate = try choice(Self.rates)
            style.scrollingProperties.loops = consume("loops")
        }
        guard let group = try item(depth: 0) as? CollectionLayoutGroup else {
            throw unreadable("a compositional section must begin with a group")
        }
        let section = CollectionLayoutSection(group: group)
        section.values.pointee = style
        section.boundarySupplementaryItems = try many { reader throws(LayoutTraceError) in try reader.boundary() }
        section.decorationItems = try many { reader throws(LayoutTraceError) in
            let name = try reader.name()
            let item = CollectionLayoutDecorationItem.background(elementKind: name)
            item.node = try reader.node(.item)
            return item
        }
        return CompositionalArrangement(
            description: CompositionDescription(section), sectionSpacing: between, insetsReference: reference,
            isMissing: isMissing)
    }

    /// An item or a group with all that is in it.
    private mutating func item(depth: Int) throws(LayoutTraceError) -> CollectionLayoutItem {
        guard depth < 64 else { throw unreadable("groups are nested 64 levels or deeper") }
        let kind = try choice(Self.kinds)
        var node = try node(kind)
        let badges = try many { reader throws(LayoutTraceError) in try reader.badge() }
        let item: CollectionLayoutItem
        if kind == .item {
            item = CollectionLayoutItem(layoutSize: node.size)
        } else {
            if consume("space") { node.between = try spacing() }
            node.repetition = try choice(Self.repetitions)
            node.count = try int()
            let children = try many { reader throws(LayoutTraceError) in try reader.item(depth: depth + 1) }
            node.childCount = children.count
            item = CollectionLayoutGroup.vertical(layoutSize: node.size, subitems: children)
        }
        item.node = node
        item.supplementaryItems = badges
        return item
    }

    private mutating func node(_ kind: LayoutNode.Kind) throws(LayoutTraceError) -> LayoutNode {
        let width = try dimension()
        var node = LayoutNode(
            kind, size: CollectionLayoutSize(widthDimension: width, heightDimension: try dimension()))
        if consume("inset") { node.insets = try insets() }
        if consume("edges") {
            let (leading, top) = (try spacing(), try spacing())
            let trailing = try spacing()
            node.edges = CollectionLayoutEdgeSpacing(
                leading: leading, top: top, trailing: trailing, bottom: try spacing())
        }
        if consume("z") { node.zIndex = try int() }
        node.overlays = consume("overlays")
        node.pins = consume("pins")
        node.separates = consume("separates")
        node.isBehindItems = consume("behind-items")
        return node
    }

    private mutating func badge() throws(LayoutTraceError) -> CollectionLayoutSupplementaryItem {
        let name = try name()
        let node = try node(.item)
        let container = try edgeAnchor()
        let badge = CollectionLayoutSupplementaryItem(
            size: node.size, kind: name, containerAnchor: container, itemAnchor: consume("on") ? try edgeAnchor() : nil)
        badge.node = node
        return badge
    }

    private mutating func boundary() throws(LayoutTraceError) -> CollectionLayoutBoundarySupplementaryItem {
        let name = try name()
        let node = try node(.item)
        let alignment = try choice(Self.alignments)
        let boundary = CollectionLayoutBoundarySupplementaryItem(
            layoutSize: node.size, elementKind: name, alignment: alignment, absoluteOffset: try point())
        boundary.node = node
        return boundary
    }

    private mutating func dimension() throws(LayoutTraceError) -> CollectionLayoutDimension {
        let word = try word()
        let length = try length()
        switch word {
        case "fractionalWidth": return .fractionalWidth(length)
        case "fractionalHeight": return .fractionalHeight(length)
        case "absolute": return .absolute(length)
        case "estimated": return .estimated(length)
        case "uniform": return .uniformAcrossSiblings(estimate: length)
        default: throw unreadable("expected a dimension; found \"\(word)\"")
        }
    }

    private mutating func spacing() throws(LayoutTraceError) -> CollectionLayoutSpacing? {
        if consume("free") { return nil }
        let isFlexible = try choice([("flexible", true), ("fixed", false)])
        let spacing = try length()
        return isFlexible ? .flexible(spacing) : .fixed(spacing)
    }

    private mutating func edgeAnchor() throws(LayoutTraceError) -> CollectionLayoutAnchor {
        guard let edges = UInt(exactly: try int()) else {
            throw unreadable("expected a set of edges as a number that is not negative")
        }
        let isFractional = try choice([("fractional", true), ("absolute", false)])
        let offset = try point()
        return isFractional
            ? CollectionLayoutAnchor(edges: DirectionalRectEdge(rawValue: edges), fractionalOffset: offset)
            : CollectionLayoutAnchor(edges: DirectionalRectEdge(rawValue: edges), absoluteOffset: offset)
    }

    private mutating func name() throws(LayoutTraceError) -> String {
        let word = try word()
        guard word.hasPrefix("'"), let name = String(word.dropFirst()).removingPercentEncoding else {
            throw unreadable("expected a name that begins with an apostrophe; found \"\(word)\"")
        }
        return name
    }
}
