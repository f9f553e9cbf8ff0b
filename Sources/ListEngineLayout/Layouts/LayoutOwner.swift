/// The data of a list whose sections can have layout objects.
@MainActor
package protocol SectionLayoutObjects: AnyObject {
    /// Returns the layout object of a section. Nil if it has none.
    func layoutObject(ofSection section: Int, in context: SectionLayoutContext) -> SectionLayoutObject?

    /// Returns what a layout object of a section can refer to.
    func layoutReferences(ofSection section: Int) -> SectionLayoutReferences
}

/// The list that a layout belongs to, as far as layouts need it.
@MainActor
package final class LayoutOwner: RecipeInterruption {
    package weak var collectionView: AnyObject?
    package weak var dataSource: AnyObject?
    /// The data source, if its sections can have layout objects.
    package weak var sections: (any SectionLayoutObjects)?

    package override init() {}

    fileprivate func references(ofSection section: Int) -> SectionLayoutReferences {
        sections?.layoutReferences(ofSection: section)
            ?? SectionLayoutReferences(collectionView: collectionView, dataSource: dataSource)
    }
}

extension SectionLayoutContext {
    @MainActor
    var owner: LayoutOwner? { interruption as? LayoutOwner }
}

extension CollectionViewLayoutRecipe {
    /// Returns the layout object of a section: that of the whole-list layout, or else that of the section. References that
    /// the whole-list layout leaves out are those of the list.
    func layoutObject(ofSection section: Int, in context: SectionLayoutContext) -> SectionLayoutObject? {
        guard !context.isOutdated else { return nil }
        guard var object = sectionLayout(forSection: section, in: context) else {
            guard !context.isOutdated else { return nil }
            return context.owner?.sections?.layoutObject(ofSection: section, in: context)
        }
        guard !context.isOutdated, let owner = context.owner else { return object }
        let references = owner.references(ofSection: section)
        object.references.collectionView = object.references.collectionView ?? references.collectionView
        object.references.dataSource = object.references.dataSource ?? references.dataSource
        object.references.section = object.references.section ?? references.section
        return object
    }
}
