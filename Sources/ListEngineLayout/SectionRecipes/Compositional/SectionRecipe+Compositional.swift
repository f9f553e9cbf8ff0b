import Foundation

/// The form in which a recipe stores a compositional section.
package struct CompositionalArrangement: Sendable {
    package var description: CompositionDescription
    /// Space after the section, if another one follows.
    package var sectionSpacing: CGFloat = 0
    /// The meaning of the automatic reference of the section's insets.
    package var insetsReference = ContentInsetsReference.automatic
    /// The section provider returned no section.
    package var isMissing = false

    /// Whether the arrangement consists of data only and can be written to a file. Custom groups and visible-items
    /// handlers contain closures.
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
    /// Creates a section from the description of a compositional layout. It can be mixed with sections of all other
    /// kinds.
    ///
    ///     var layout = CollectionViewLayout(size: bounds.size)
    ///     try layout.append(.list(heights: heights))
    ///     try layout.append(.compositional(section, count: 1_000_000))
    ///
    /// The description is read once, now. Later changes of the object have no effect. Nothing is stored for an item
    /// until it is measured, so any count is possible. The recipe's own insets, spacings, header and footer are not
    /// used.
    ///
    /// - Parameters:
    ///   - section: The description of the section.
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
