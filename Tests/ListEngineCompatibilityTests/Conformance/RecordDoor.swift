import Foundation
import ListEngineCompatibility
import ListEngineLayout

extension ConformanceEntry {
    static let records = ConformanceEntry(description: "records") { RecordDoor() }
}

/// ``CollectionViewHandler`` with a section of records for each name, applied by difference.
@MainActor
private final class RecordDoor: ConformanceDoor, CollectionViewHandlerDelegate {
    let view: CollectionView
    let handler = CollectionViewHandler()
    var events: [String] = []
    let keepsCells = true
    var makeLayout: (@MainActor () -> any CollectionViewSectionLayout)?
    var outerDelegate: (any CollectionViewDelegate)? {
        get { handler.collectionDelegate }
        set { handler.collectionDelegate = newValue }
    }

    init() {
        let flow = CollectionViewFlowLayout()
        flow.minimumLineSpacing = 0
        flow.minimumInteritemSpacing = 0
        view = CollectionView(frame: CGRect(x: 0, y: 0, width: 100, height: 100), collectionViewLayout: flow)
        handler.delegate = self
        handler.standby(identifier: "door", cellTypes: ["name": Cell.self], collectionView: view)
    }

    func show(_ sections: [ConformanceSection]) {
        handler.apply(
            sections.map { section in
                let shown = CollectionViewHandler.Section(
                    records: section.items.map { CollectionViewHandler.Record(type: "name", data: $0) },
                    identifier: section.name)
                shown.layout = makeLayout?()
                return shown
            }, identifiedBy: { $0.data as? String ?? "" }, animated: false)
    }

    final class Cell: CollectionViewCell, ConformanceCell, RecordView {
        var name = ""
        static func cellSizeForData(_ data: Any?, extra: Any?) -> CGSize { CGSize(width: 100, height: 20) }
        func setData(_ data: Any?, extra: Any?) { name = data as? String ?? "?" }
    }

    func collectionViewHandler(
        handlerIdentifier: String, willDisplay cell: CollectionViewCell, forItemAt indexPath: IndexPath
    ) { events.append("+\((cell as? Cell)?.name ?? "?")") }

    func collectionViewHandler(
        handlerIdentifier: String, didEndDisplaying cell: CollectionViewCell, forItemAt indexPath: IndexPath
    ) { events.append("-\((cell as? Cell)?.name ?? "?")") }

    func collectionViewHandlerCellDidSelect(
        handlerIdentifier: String, cellIdentifier: String, indexPath: IndexPath, data: Any?, extra: Any?
    ) { events.append("*\(data as? String ?? "?")") }
}
