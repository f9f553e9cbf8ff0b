import Foundation
import ListEngine
import ListEngineLayout

/// The layout of a list of section descriptions. A section with its own layout uses that. Any other section is laid out
/// by its sizes. A section whose layout is a `CollectionViewSectionFlowLayout` without sizes is laid out by its own sizes
/// and the values that are set on that layout.
///
/// A ``ListAdapter`` sets this layout on its collection view.
@MainActor
public final class DescriptionLayout: CollectionViewLayoutRecipe {
    weak var adapter: ListAdapter?

    public internal(set) var scrollDirection: ScrollDirection

    init(adapter: ListAdapter, scrollDirection: ScrollDirection) {
        self.adapter = adapter
        self.scrollDirection = scrollDirection
    }

    public func recipe(forSection section: Int, in context: SectionLayoutContext) -> SectionRecipe {
        guard let adapter, let description = adapter.section(at: section) else {
            return .list(count: context.itemCount, height: 0)
        }
        if let flow = description.layout as? CollectionViewSectionFlowLayout, !flow.stated.isEmpty {
            return description.recipe(of: flow, in: context)
        }
        return adapter.recipe(of: description, in: context)
    }

    public func sectionLayout(forSection section: Int, in context: SectionLayoutContext) -> SectionLayoutObject? {
        guard let adapter, let description = adapter.section(at: section), let layout = description.layout else {
            return nil
        }
        let references = SectionLayoutReferences(
            collectionView: adapter.collectionView, dataSource: adapter, section: description)
        if !(type(of: layout) is AnyClass) {
            // The program reads a layout that is a value from the section.
            description.layout = layout.receiving(references, sectionIndex: section)
        }
        if let flow = layout as? CollectionViewSectionFlowLayout, flow.itemSizes == nil { return nil }
        return SectionLayoutObject(layout, references: references)
    }
}
