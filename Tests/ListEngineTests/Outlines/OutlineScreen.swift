import Foundation
import ListEngineDiff
import ListEngineLayout

@testable import ListEngine

/// A cell that shows its place in an outline.
final class OutlineCell: CollectionViewCell {
    var name = ""
    /// One line: signs for the level, `+` or `-` before an item that can be expanded or is expanded, and the name.
    var line: String {
        guard let outlineState else { return name }
        let sign = outlineState.isExpandable ? (outlineState.isExpanded ? "-" : "+") : ""
        return String(repeating: ".", count: outlineState.level) + sign + name
    }
}

/// A list of an outline, in lines of text.
@MainActor
final class OutlineScreen {
    typealias Source = DiffableDataSource<String, String>
    let view: CollectionView
    let source: Source
    let scheduler: UpdateScheduler

    init(_ scheduler: UpdateScheduler = .immediate, cells: CollectionViewFlowLayout = CollectionViewFlowLayout()) {
        cells.itemSize = CGSize(width: 100, height: 20)
        cells.minimumLineSpacing = 0
        self.scheduler = scheduler
        view = CollectionView(frame: CGRect(x: 0, y: 0, width: 100, height: 4000), collectionViewLayout: cells)
        source = Source(collectionView: view, scheduler: scheduler) { view, indexPath, name in
            let cell = view.dequeueReusableCell(OutlineCell.self, for: indexPath)
            cell.name = name
            return cell
        }
    }

    var lines: [String] {
        view.layoutIfNeeded()
        return view.visibleCells.compactMap { ($0 as? OutlineCell)?.line }
    }

    func focus(_ item: String) { view.focusedIndexPath = source.indexPath(for: item) }
    var focused: String? { view.focusedIndexPath.flatMap { source.itemIdentifier(for: $0) } }

    /// A tree whose items are all collapsed.
    static var food: SectionSnapshot<String> {
        var outline = SectionSnapshot<String>()
        outline.append(["fruit", "nuts"])
        outline.append(["apple", "pear"], to: "fruit")
        outline.append(["red", "green"], to: "apple")
        return outline
    }
}
