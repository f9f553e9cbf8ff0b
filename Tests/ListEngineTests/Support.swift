import Foundation
import ListEngine
import ListEngineDiff
import ListEngineLayout

extension DiffableSnapshot {
    /// These sections, each with its items.
    init(sections: [(SectionIdentifier, [ItemIdentifier])]) {
        self.init()
        for (section, items) in sections {
            appendSections([section])
            appendItems(items, toSection: section)
        }
    }
}

/// One list a section, of items of one height.
final class ListRecipe: CollectionViewLayoutRecipe {
    var scrollDirection = ScrollDirection.vertical
    var height: CGFloat = 40
    var header: CGFloat = 0
    var pinsHeader = false
    var isEstimated = false

    init(height: CGFloat = 40, header: CGFloat = 0, pinsHeader: Bool = false, estimated: Bool = false) {
        self.height = height
        self.header = header
        self.pinsHeader = pinsHeader
        isEstimated = estimated
    }

    func recipe(forSection section: Int, in context: SectionLayoutContext) -> SectionRecipe {
        .list(
            count: context.itemCount, height: height, header: header, pinsHeader: pinsHeader, estimated: isEstimated)
    }
}

final class NameCell: CollectionViewCell {
    var name = ""
    var reuses = 0
    override func prepareForReuse() {
        name = ""
        reuses += 1
    }
}

final class HeaderView: CollectionReusableView {
    var title = ""
}

/// Sections of names, shown by cells that carry them. Writes into the host's log what the collection view tells it.
@MainActor
final class NameList: CollectionViewDataSource, CollectionViewDelegate {
    var sections: [[String]]
    let recorder = RecorderHost()
    let view: CollectionView
    var writesDisplays = true

    /// Everything that the view asks the data source.
    var questions = 0

    init(
        _ sections: [[String]], size: CGSize = CGSize(width: 100, height: 100),
        layout: any CollectionViewLayoutRecipe = ListRecipe()
    ) {
        self.sections = sections
        view = CollectionView(frame: CGRect(origin: .zero, size: size), collectionViewLayout: layout)
        view.host = recorder
        view.dataSource = self
        view.delegate = self
    }

    /// What happens while a closure runs, and the pass after it.
    func trace(_ body: () -> Void = {}) -> [String] {
        _ = recorder.take()
        body()
        view.layoutIfNeeded()
        return recorder.take()
    }

    /// The names that are shown, in reading order.
    var shown: [String] { view.visibleCells.map { ($0 as? NameCell)?.name ?? "?" } }

    func numberOfSections(in collectionView: CollectionView) -> Int {
        questions += 1
        return sections.count
    }

    func collectionView(_ collectionView: CollectionView, numberOfItemsInSection section: Int) -> Int {
        questions += 1
        return sections[section].count
    }

    func collectionView(
        _ collectionView: CollectionView, cellForItemAt indexPath: IndexPath
    ) -> CollectionViewCell {
        questions += 1
        let cell = collectionView.dequeueReusableCell(NameCell.self, for: indexPath)
        cell.name = sections[indexPath.section][indexPath.item]
        return cell
    }

    func collectionView(
        _ collectionView: CollectionView, viewForSupplementaryElementOfKind kind: ElementKind, at indexPath: IndexPath
    ) -> CollectionReusableView? {
        questions += 1
        let view = collectionView.dequeueReusableSupplementaryView(HeaderView.self, ofKind: kind, for: indexPath)
        view.title = "\(kind) \(indexPath.section)"
        return view
    }

    func collectionView(
        _ collectionView: CollectionView, willDisplay cell: CollectionViewCell, forItemAt indexPath: IndexPath
    ) { if writesDisplays { recorder.note("will \(text(indexPath)) \((cell as? NameCell)?.name ?? "?")") } }

    func collectionView(
        _ collectionView: CollectionView, didEndDisplaying cell: CollectionViewCell, forItemAt indexPath: IndexPath
    ) { if writesDisplays { recorder.note("end \(text(indexPath)) \((cell as? NameCell)?.name ?? "?")") } }

    func collectionView(
        _ collectionView: CollectionView, willDisplaySupplementaryView view: CollectionReusableView,
        forElementKind kind: ElementKind, at indexPath: IndexPath
    ) { if writesDisplays { recorder.note("will \(kind) \(text(indexPath))") } }

    func collectionView(
        _ collectionView: CollectionView, didEndDisplayingSupplementaryView view: CollectionReusableView,
        forElementKind kind: ElementKind, at indexPath: IndexPath
    ) { if writesDisplays { recorder.note("end \(kind) \(text(indexPath))") } }
}

func text(_ indexPath: IndexPath) -> String { indexPath.map(String.init).joined(separator: ".") }

/// Names a0, a1, ... for the first section, b0, ... for the second.
func names(_ counts: Int...) -> [[String]] {
    zip("abcdefghijklmnopqrstuvwxyz", counts).map { letter, count in (0..<count).map { "\(letter)\($0)" } }
}

func point(_ y: CGFloat) -> CGPoint { CGPoint(x: 0, y: y) }
