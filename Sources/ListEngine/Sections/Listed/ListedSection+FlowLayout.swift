import Foundation
import ListEngineLayout

// The calls of a flow layout, passed on to the section with its index in the list.
extension ListedSection {
    func flowLayout(_ layout: CollectionViewFlowLayout, sizeOfItemsInSection section: Int) -> CGSize? {
        self.section.itemSize
    }

    func flowLayout(
        _ layout: CollectionViewFlowLayout, sizeForItemAt item: Int, inSection section: Int
    ) -> CGSize? {
        index.flatMap { self.section.sizes(ofItemsAt: item..<item + 1, inSection: $0)?.first }
    }

    func flowLayout(
        _ layout: CollectionViewFlowLayout, sizesForItemsAt items: Range<Int>, inSection section: Int
    ) -> [CGSize]? {
        guard let index, let sizes = self.section.sizes(ofItemsAt: items, inSection: index) else { return nil }
        if sizes.count == items.count { return sizes }
        dataSource?.report(
            .layoutFailed,
            "section \(identifier): \(sizes.count) sizes of \(items.count) items; those without one have none.",
            ElementPath(section: index, item: items.lowerBound))
        return items.indices.map { $0 - items.lowerBound }.map { sizes.indices.contains($0) ? sizes[$0] : .zero }
    }

    func flowLayout(
        _ layout: CollectionViewFlowLayout, estimatedExtentOfItemsInSection section: Int
    ) -> CGFloat? { self.section.estimatedItemHeight }

    func flowLayout(
        _ layout: CollectionViewFlowLayout, estimatedSizeOfItemsInSection section: Int
    ) -> CGSize? { self.section.estimatedItemSize }

    func flowLayout(_ layout: CollectionViewFlowLayout, insetForSectionAt section: Int) -> SectionInsets? {
        self.section.inset
    }

    func flowLayout(
        _ layout: CollectionViewFlowLayout, minimumLineSpacingForSectionAt section: Int
    ) -> CGFloat? { self.section.minimumLineSpacing }

    func flowLayout(
        _ layout: CollectionViewFlowLayout, minimumInteritemSpacingForSectionAt section: Int
    ) -> CGFloat? { self.section.minimumInteritemSpacing }

    func flowLayout(
        _ layout: CollectionViewFlowLayout, referenceSizeForHeaderInSection section: Int
    ) -> CGSize? {
        guard let source = self.section.supplementaryViewSource, let index else { return .zero }
        return source.referenceSizeForHeaderView(section: index)
    }

    func flowLayout(
        _ layout: CollectionViewFlowLayout, referenceSizeForFooterInSection section: Int
    ) -> CGSize? {
        guard let source = self.section.supplementaryViewSource, let index else { return .zero }
        return source.referenceSizeForFooterView(section: index)
    }
}
