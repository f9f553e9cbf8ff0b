import Foundation

/// A compositional section as a recipe keeps it.
struct CompositionalArrangement: Sendable {
    var description: SectionDescription
    /// Space after the section, if another one follows.
    var sectionSpacing: CGFloat = 0
    /// What the automatic reference of the section's insets means.
    var insetsReference = ContentInsetsReference.automatic
    /// There was no section to describe.
    var isMissing = false
}

extension SectionRecipe {
    /// A section of a compositional layout, among sections of any kind.
    ///
    ///     var layout = CollectionViewLayout(size: bounds.size)
    ///     try layout.append(.list(heights: heights))
    ///     try layout.append(.compositional(section, count: 1_000_000))
    ///
    /// The section is read now: what is changed of it later has no effect. Nothing is stored for an item until it is
    /// measured, so the count may be any. The recipe's own insets, spacings, header and footer do not apply.
    ///
    /// - Parameters:
    ///   - section: What the section looks like.
    ///   - count: The number of items.
    ///   - sectionSpacing: Space after the section, if another one follows, in points.
    public static func compositional(
        _ section: CollectionLayoutSection, count: Int, sectionSpacing: CGFloat = 0
    ) -> SectionRecipe {
        compositional(
            CompositionalArrangement(description: SectionDescription(section), sectionSpacing: sectionSpacing),
            count: count)
    }

    static func compositional(_ arrangement: CompositionalArrangement, count: Int) -> SectionRecipe {
        SectionRecipe(
            .compositional(arrangement), sizes: .count(count), lineSpacing: 0, insets: .zero, header: 0, footer: 0,
            pinsHeader: false, pinsFooter: false)
    }
}
