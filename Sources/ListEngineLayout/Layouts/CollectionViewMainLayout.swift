import Foundation

/// The main layout of a list whose sections have layout objects. It is attached to a collection view and puts the sections
/// one after the other.
///
///     let layout = CollectionViewMainLayout { section in
///         switch section {
///         case 0: Staircase()
///         case 1: GridSectionLayout(columns: .count(3), itemHeight: 120)
///         case 2: SectionRecipeLayout(.banner(height: .absolute(200)))
///         default: nil
///         }
///     }
///
/// It becomes the `collectionViewLayout` of the collection view. A section is laid out by the object that the closure returns
/// for it. If that is nil, it is laid out by its own layout object, such as `ListSection.sectionLayout`. If it has none, it is
/// a flow with the properties of this layout and the sizes of its section, as in a ``CollectionViewFlowLayout``.
///
/// An object receives its index, the collection view, the data source and the section before it is prepared: see
/// ``CollectionViewSectionLayout``.
@MainActor
open class CollectionViewMainLayout: CollectionViewFlowLayout {
    private let layoutOfSection: @MainActor (_ section: Int) -> (any CollectionViewSectionLayout)?

    /// - Parameter sectionLayout: Returns the layout object of the section at an index. It is called each time when the
    ///   section is laid out, and may return one object for several sections.
    public init(
        scrollDirection: ScrollDirection = .vertical,
        sectionLayout: @escaping @MainActor (_ section: Int) -> (any CollectionViewSectionLayout)? = { _ in nil }
    ) {
        layoutOfSection = sectionLayout
        super.init()
        self.scrollDirection = scrollDirection
    }

    /// Returns the object that the closure returns for the section.
    open override func sectionLayout(
        forSection section: Int, in context: SectionLayoutContext
    ) -> SectionLayoutObject? { layoutOfSection(section).map { SectionLayoutObject($0) } }

    /// Returns the flow of some items, or nil in a subclass, which may describe sections differently.
    open override func recipe(
        forSection section: Int, ofItems items: [Range<Int>], in context: SectionLayoutContext
    ) -> SectionRecipe? {
        type(of: self) == CollectionViewMainLayout.self
            ? flowRecipe(forSection: section, ofItems: items, in: context) : nil
    }
}
