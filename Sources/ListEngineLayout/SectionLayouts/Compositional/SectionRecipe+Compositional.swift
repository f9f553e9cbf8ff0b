import Foundation

/// A compositional section as a recipe keeps it.
package struct CompositionalArrangement: Sendable {
    package var description: CompositionDescription
    /// Space after the section, if another one follows.
    package var sectionSpacing: CGFloat = 0
    /// What the automatic reference of the section's insets means.
    package var insetsReference = ContentInsetsReference.automatic
    /// There was no section to describe.
    package var isMissing = false

    /// Custom groups and handlers of visible items are closures; all else is data, which can be written down.
    package var isData: Bool { description.providers.isEmpty && description.handler == nil }

    package init(
        description: CompositionDescription, sectionSpacing: CGFloat = 0,
        insetsReference: ContentInsetsReference = .automatic, isMissing: Bool = false
    ) {
        self.description = description
        self.sectionSpacing = sectionSpacing
        self.insetsReference = insetsReference
        self.isMissing = isMissing
    }
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
            CompositionalArrangement(description: CompositionDescription(section), sectionSpacing: sectionSpacing),
            count: count)
    }

    static func compositional(_ arrangement: CompositionalArrangement, count: Int) -> SectionRecipe {
        SectionRecipe(
            .compositional(arrangement), sizes: .count(count), lineSpacing: 0, insets: .zero, header: 0, footer: 0,
            pinsHeader: false, pinsFooter: false)
    }
}
