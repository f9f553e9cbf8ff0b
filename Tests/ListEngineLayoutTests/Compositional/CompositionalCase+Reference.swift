import Foundation
import ListEngineReference

/// Kinds of supplementaries by number.
enum GoldenKinds {
    static let names = ["", "header", "footer", "badge", "group-trailing", "background"]

    static func number(_ name: String) -> Int { names.firstIndex(of: name)! }
}

extension CompositionalCase {
    /// The case, laid out by the reference. All cases scroll vertically.
    func referenceLayout() -> ReferenceCompositionalLayout {
        var layout = ReferenceCompositionalLayout(
            container: ReferenceAxes(
                main: ReferenceUnits.units(Double(container.height)),
                cross: ReferenceUnits.units(Double(container.width))))
        layout.insert(
            sections.map { section in
                .composed(ReferenceComposedSection(composition(of: section), items: section.items))
            }, at: 0)
        for (index, section) in sections.enumerated() {
            for (number, boundary) in section.boundaries.enumerated() {
                guard let height = boundary.measuredHeight else { continue }
                layout.measureBoundaries(
                    [ReferenceMeasurement(number, main: ReferenceUnits.units(height), cross: nil)], inSection: index)
            }
        }
        return layout
    }

    private func composition(of section: Section) -> ReferenceComposition {
        var composition = ReferenceComposition(group: section.group.reference)
        composition.groupSpacing = ReferenceUnits.units(section.spacing)
        composition.insets = section.insets.reference
        composition.sectionSpacing = ReferenceUnits.units(sectionSpacing)
        composition.isOrthogonal = section.scrolls
        composition.scale = scale
        composition.boundaries = section.boundaries.map { boundary in
            let alignment = boundary.alignment.lowercased()
            var result = ReferenceBoundary(
                kind: GoldenKinds.number(boundary.kind), size: boundary.size.reference,
                alignMain: alignment.contains("top") ? 0 : alignment.contains("bottom") ? 2 : 1,
                alignCross: alignment.contains("leading") ? 0 : alignment.contains("trailing") ? 2 : 1)
            result.pins = boundary.pins
            result.followsInsets = !section.boundariesIgnoreInsets
            return result
        }
        composition.backdrops = section.backdrops.map { backdrop in
            var result = ReferenceBackdrop(kind: GoldenKinds.number(backdrop.kind))
            result.insets = backdrop.insets.reference
            return result
        }
        return composition
    }
}

extension CompositionalCase.Dimension {
    fileprivate var reference: ReferenceDimension {
        switch self {
        case .points(let points): .points(points)
        case .shareOfWidth(let share): .fractionOfCross(share)
        case .shareOfHeight(let share): .fractionOfMain(share)
        case .estimated(let points): .estimated(points)
        }
    }
}

extension CompositionalCase.Size {
    fileprivate var reference: ReferenceAxes<ReferenceDimension> {
        ReferenceAxes(main: height.reference, cross: width.reference)
    }
}

extension CompositionalCase.Insets {
    fileprivate var reference: ReferenceInsets {
        ReferenceInsets(
            main: ReferenceEnds(start: ReferenceUnits.units(top), end: ReferenceUnits.units(bottom)),
            cross: ReferenceEnds(start: ReferenceUnits.units(leading), end: ReferenceUnits.units(trailing)))
    }
}

extension CompositionalCase.Space {
    fileprivate var reference: ReferenceSpace { ReferenceSpace(ReferenceUnits.units(points), isFlexible: isFlexible) }
}

extension CompositionalCase.Node {
    fileprivate var reference: ReferenceNode {
        let content: ReferenceNode.Content =
            type == "item"
            ? .item
            : .group(
                ReferenceGroup(
                    along: type == "vertical" ? .main : .cross, parts.map { .share($0) } ?? .fill,
                    children.map(\.reference), between: between.reference))
        var node = ReferenceNode(content, main: size.height.reference, cross: size.width.reference)
        node.insets = insets.reference
        func edge(_ name: String) -> ReferenceSpace { edges[name]?.reference ?? ReferenceSpace() }
        node.edges = ReferenceAxes(
            main: ReferenceEnds(start: edge("top"), end: edge("bottom")),
            cross: ReferenceEnds(start: edge("leading"), end: edge("trailing")))
        node.badges = badges.map { badge in
            ReferenceBadge(
                kind: GoldenKinds.number(badge.kind), size: badge.size.reference,
                container: ReferenceAnchor(
                    main: badge.edges.contains("top") ? 0 : badge.edges.contains("bottom") ? 2 : 1,
                    cross: badge.edges.contains("leading") ? 0 : badge.edges.contains("trailing") ? 2 : 1,
                    offset: ReferenceAxes(main: Double(badge.offset.y), cross: Double(badge.offset.x)),
                    isFractional: badge.isShare))
        }
        return node
    }
}
