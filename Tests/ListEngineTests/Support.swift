import Foundation
import ListEngine
@_exported import ListEngineTestSupport

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
