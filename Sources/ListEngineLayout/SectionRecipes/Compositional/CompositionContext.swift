import Foundation

/// The conditions under which a description is solved, other than the list's extents. A description gives the same
/// composition only under equal conditions.
struct CompositionContext: Sendable, Hashable {
    var scrollDirection: ScrollDirection
    /// Pixels per point; 0 if there is no pixel grid.
    var displayScale: CGFloat
    var containerInsets: ContainerInsets
    /// The meaning of the sections' automatic reference.
    var insetsReference = ContentInsetsReference.automatic
    /// Space after the section, if another one follows.
    var sectionSpacing: CGFloat = 0
    /// Extents of the list. They are compared only if there are custom groups, which depend on them.
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

/// A fault in a description: its code, its place, and its value if there is one.
struct CompositionFault: Sendable {
    var code: LayoutDiagnostic.Code
    /// The path to the node, such as "group / subitem 2"; nil for the section itself.
    var path: String?
    var value: Double = 0
}
