import Foundation

/// What a description is solved in, beside the list's extents: the same description becomes the same composition only
/// where these agree.
struct CompositionContext: Sendable, Hashable {
    var scrollDirection: ScrollDirection
    /// Pixels in a point; 0: no pixel grid.
    var displayScale: CGFloat
    var containerInsets: ContainerInsets
    /// What sections' automatic reference means.
    var insetsReference = ContentInsetsReference.automatic
    /// Space after the section, if another one follows.
    var sectionSpacing: CGFloat = 0
    /// Extents of the list. Compared only where a custom group asks for them.
    var container: CompositionContainer

    func solvesAlike(_ other: CompositionContext, hasCustomGroups: Bool) -> Bool {
        var other = other
        if !hasCustomGroups { other.container = container }
        return self == other
    }
}

/// Extents of a list, in units.
struct CompositionContainer: Sendable, Hashable {
    var main: Int64
    var cross: Int64
}

/// What was met in a description: a code and a place, and the value if it is one.
struct CompositionFault: Sendable {
    var code: LayoutDiagnostic.Code
    /// The way to the node, as "group / subitem 2"; nil for the section itself.
    var path: String?
    var value: Double = 0
}
