import Foundation
import ListEngine
import ListEngineDiff
import ListEngineLayout

extension DiffableSnapshot {
    /// These sections, each with its items.
    package init(sections: [(SectionIdentifier, [ItemIdentifier])]) {
        self.init()
        for (section, items) in sections {
            appendSections([section])
            appendItems(items, toSection: section)
        }
    }
}

/// One list per section, with items of one height.
package final class ListRecipe: CollectionViewLayoutRecipe {
    package var scrollDirection = ScrollDirection.vertical
    package var height: CGFloat = 40
    package var header: CGFloat = 0
    package var pinsHeader = false
    package var isEstimated = false

    package init(height: CGFloat = 40, header: CGFloat = 0, pinsHeader: Bool = false, estimated: Bool = false) {
        self.height = height
        self.header = header
        self.pinsHeader = pinsHeader
        isEstimated = estimated
    }

    package func recipe(forSection section: Int, in context: SectionLayoutContext) -> SectionRecipe {
        .list(
            count: context.itemCount, height: height, header: header, pinsHeader: pinsHeader, estimated: isEstimated)
    }
}

package final class NameCell: CollectionViewCell {
    package var name = ""
    package var reuses = 0
    package override func prepareForReuse() {
        name = ""
        reuses += 1
    }
}

package final class HeaderView: CollectionReusableView {
    package var title = ""
}

package func text(_ indexPath: IndexPath) -> String { indexPath.map(String.init).joined(separator: ".") }

/// Names a0, a1, ... for the first section, b0, ... for the second.
package func names(_ counts: Int...) -> [[String]] {
    zip("abcdefghijklmnopqrstuvwxyz", counts).map { letter, count in (0..<count).map { "\(letter)\($0)" } }
}

package func point(_ y: CGFloat) -> CGPoint { CGPoint(x: 0, y: y) }

package func indexPath(_ section: Int, _ item: Int) -> IndexPath { IndexPath(item: item, section: section) }
