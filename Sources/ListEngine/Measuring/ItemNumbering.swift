import Foundation
import ListEngineDiff
import ListEngineLayout

/// A data source whose items have small numbers. As long as its numbering is the same object, an item has the number that it
/// has, in the list or not: what is kept of items is found without their identifiers being hashed or copied.
@MainActor
protocol ItemNumbering: AnyObject {
    var numbering: AnyObject { get }

    /// The number of an item; nil where there is none at the path.
    func number(of path: ElementPath) -> UInt32?

    /// The numbers of some items of a section, ascending; nil: of all.
    func numbers(ofItems items: IndexRuns?, inSection section: Int) -> [UInt32]

    /// Where an item is; nil where it is not in the list.
    func path(ofItemNumbered number: UInt32) -> ElementPath?
}

extension DiffableDataSource: ItemNumbering {
    var numbering: AnyObject { current.numbering }

    func number(of path: ElementPath) -> UInt32? {
        has(path) ? current.itemNumber(at: ItemIndexPath(section: path.section, item: path.item)) : nil
    }

    func numbers(ofItems items: IndexRuns?, inSection section: Int) -> [UInt32] {
        items.map { current.numbers(ofItems: $0.ranges, inSectionAt: section) } ?? current.numbers(inSectionAt: section)
    }

    func path(ofItemNumbered number: UInt32) -> ElementPath? {
        current.indexPath(ofItemNumbered: number).map { .item($0.item, inSection: $0.section) }
    }

    /// Identifiers that are long gone were let go: those of which a size is kept have other numbers.
    func followRenewal(from old: Snapshot) {
        guard old.numbering !== current.numbering else { return }
        collectionView?.measuredSizes.renumber(from: old.numbering, to: current.numbering) {
            current.numbers(of: $0, in: old)
        }
    }
}
