import Foundation
import ListEngineCompatibility
import ListEngineLayout
import Testing

// The preview of P9CollectionViewHandler. The prefix UI is dropped, because these types belong to the engine. A comment marks each
// other word that differs. Types are `private`, because several samples have types of the same name.

private class ColorCell: CollectionViewCell, P9CollectionViewCellProtocol {
    static func cellSizeForData(_ data: Any?, extra: Any?) -> CGSize { CGSize(width: 40, height: 40) }
    func setData(_ data: Any?, extra: Any?) {}
}
private final class RedCollectionViewCell: ColorCell {}
private final class GreenCollectionViewCell: ColorCell {}
private final class BlueCollectionViewCell: ColorCell {}

private class TitleView: CollectionReusableView, P9CollectionViewCellProtocol {
    static func cellSizeForData(_ data: Any?, extra: Any?) -> CGSize { CGSize(width: 100, height: 20) }
    func setData(_ data: Any?, extra: Any?) {}
}
private final class HeaderCollectionReusableView: TitleView {}
private final class FooterCollectionReusableView: TitleView {}

@MainActor
private final class ViewController: P9CollectionViewHandlerDelegate {
    var log: [String] = []

    // The two local variables of the sample are properties, because they outlive it.
    //
    // `frame`: its colon is missing in the document.
    // `CGRect(…)`: `.zero` in the document, where the toolkit sets the frame later.
    // `collectionViewLayout:` is missing in the document. A collection view has no layout by default, in UIKit too.
    let collectionView = CollectionView(
        frame: CGRect(x: 0, y: 0, width: 100, height: 100), collectionViewLayout: CollectionViewFlowLayout())
    let handler = P9CollectionViewHandler()

    func preview() {
        let cellIdentifierForType: [String: String] = [
            "1": RedCollectionViewCell.identifier(),
            "2": GreenCollectionViewCell.identifier(),
            "3": BlueCollectionViewCell.identifier(),
        ]

        let supplementaryIdentifierForType: [String: String] = [
            "1": HeaderCollectionReusableView.identifier(),
            "2": FooterCollectionReusableView.identifier(),
        ]

        handler.delegate = self
        handler.standby(
            identifier: "sample", cellIdentifierForType: cellIdentifierForType,
            supplementaryIdentifierForType: supplementaryIdentifierForType, collectionView: collectionView)

        var records: [P9CollectionViewHandler.Record] = []
        records.append(P9CollectionViewHandler.Record(type: "2", data: nil, extra: nil))
        records.append(P9CollectionViewHandler.Record(type: "3", data: nil, extra: nil))

        handler.sections.append(
            P9CollectionViewHandler.Section(
                headerType: "1", headerData: nil, footerType: nil, footerData: nil, records: records, extra: nil))

        collectionView.reloadData()
    }

    func collectionViewHandlerCellDidSelect(
        handlerIdentifier: String, cellIdentifier: String, indexPath: IndexPath, data: Any?, extra: Any?
    ) {
        // handling collectionview default select action
        // Added in place of the sample's comment.
        log.append("\(handlerIdentifier) \(cellIdentifier) \(text(indexPath))")
    }

    func collectionViewHandlerCellEvent(
        handlerIdentifier: String, cellIdentifier: String, eventIdentifier: String?, indexPath: IndexPath?, data: Any?,
        extra: Any?
    ) {
        // handling custom event from cell
    }
}

@MainActor
@Suite("Samples of P9CollectionViewHandler: preview")
struct P9HandlerPreviewSamples {
    @Test func thePreviewShowsTwoCellsUnderAHeader() {
        let controller = ViewController()
        controller.preview()
        let view = controller.collectionView
        view.layoutIfNeeded()
        #expect(view.visibleCells.map { "\(type(of: $0))" } == ["GreenCollectionViewCell", "BlueCollectionViewCell"])
        #expect(view.visibleSupplementaryViews(ofKind: .header).first is HeaderCollectionReusableView)
        #expect(view.visibleSupplementaryViews(ofKind: .footer).isEmpty)
        view.hostTap(at: CGPoint(x: 60, y: 30))
        #expect(controller.log == ["sample BlueCollectionViewCell 0.1"])
    }
}
