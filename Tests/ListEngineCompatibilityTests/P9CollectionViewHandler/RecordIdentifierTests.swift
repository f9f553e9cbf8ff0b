import Foundation
import ListEngineCompatibility
import ListEngineLayout
import Testing

private enum Feed {
    final class RowCell: CollectionViewCell, RecordView {
        static func cellSizeForData(_ data: Any?, extra: Any?) -> CGSize { CGSize(width: 40, height: 40) }
        func setData(_ data: Any?, extra: Any?) {}
    }
}

private enum Shop {
    final class RowCell: CollectionViewCell, RecordView {
        static func cellSizeForData(_ data: Any?, extra: Any?) -> CGSize { CGSize(width: 40, height: 40) }
        func setData(_ data: Any?, extra: Any?) {}
    }
}

/// Nested classes often have the same name, and therefore the same identifier.
@MainActor
@Suite("Identifiers of record views")
struct RecordIdentifierTests {
    private func makeView() -> CollectionView {
        CollectionView(
            frame: CGRect(x: 0, y: 0, width: 100, height: 100), collectionViewLayout: CollectionViewFlowLayout())
    }

    private func expectReport(_ view: CollectionView) {
        let messages = view.diagnostics.recent.filter { $0.code == .duplicateIdentifier }.map(\.message)
        #expect(messages.count == 1)
        #expect(messages.first?.contains("Feed.RowCell") == true && messages.first?.contains("Shop.RowCell") == true)
    }

    @Test func classesWithOneIdentifierAreReported() {
        let (handler, view) = (CollectionViewHandler(), makeView())
        handler.standby(
            identifier: "rows", cellTypes: ["feed": Feed.RowCell.self, "shop": Shop.RowCell.self], collectionView: view)
        expectReport(view)
    }

    @Test func classesThatAreFoundByOneNameAreReported() {
        let (handler, view) = (CollectionViewHandler(), makeView())
        handler.standby(
            identifier: "rows",
            cellIdentifierForType: ["feed": Feed.RowCell.identifier(), "shop": Shop.RowCell.identifier()],
            supplementaryIdentifierForType: [:], collectionView: view)
        expectReport(view)
    }

    @Test func anIdentifierWithoutAClassIsReportedOnce() {
        let (handler, view) = (CollectionViewHandler(), makeView())
        handler.standby(
            identifier: "rows", cellIdentifierForType: ["feed": Feed.RowCell.identifier(), "typo": "RowCel"],
            supplementaryIdentifierForType: [:], collectionView: view)
        handler.register([Feed.RowCell.self])
        handler.sections = [
            .init(records: ["feed", "typo", "typo"].map { .init(type: $0, data: nil) })
        ]
        view.reloadData()
        view.layoutIfNeeded()
        #expect(view.visibleCells.count == 1)
        let reports = view.diagnostics.recent.filter { $0.code == .unregisteredIdentifier }
        #expect(reports.map(\.element) == [.item(1, inSection: 0)])
        #expect(reports.first?.message.contains("RowCel") == true)
    }

    @Test func aRegisteredClassIsMeant() {
        let (handler, view) = (CollectionViewHandler(), makeView())
        _ = Shop.RowCell.identifier()
        handler.register([Feed.RowCell.self])
        _ = Shop.RowCell.identifier()
        handler.standby(
            identifier: "rows", cellIdentifierForType: ["feed": Feed.RowCell.identifier()],
            supplementaryIdentifierForType: [:], collectionView: view)
        handler.sections = [.init(records: [.init(type: "feed", data: nil)])]
        view.reloadData()
        view.layoutIfNeeded()
        #expect(view.visibleCells.first is Feed.RowCell)
        #expect(view.diagnostics.recent == [])
    }
}
