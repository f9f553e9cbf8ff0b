import Foundation
import ListEngine
@_exported import ListEngineTestSupport

/// Sections of names, shown by cells that store them. Records the calls of the collection view in the log of the host.
@MainActor
final class NameList: CollectionViewDataSource, CollectionViewDelegate {
    var sections: [[String]]
    let recorder = RecorderHost()
    let view: CollectionView
    var writesDisplays = true

    /// All queries of the view to the data source.
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

    /// The log of a closure and of the pass after it.
    func trace(_ body: () -> Void = {}) -> [String] {
        _ = recorder.take()
        body()
        view.layoutIfNeeded()
        return recorder.take()
    }

    /// The visible names, in reading order.
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
