import Foundation
import ListEngineCompatibility
import ListEngineLayout
import Testing

// "Handling" of P9CollectionViewHandler. The prefix UI is dropped, because these types belong to the engine. A comment marks each
// other word that differs. Types are `private`, because several samples have types of the same name.

private class CollectionViewCell: ListEngine.CollectionViewCell, P9CollectionViewCellProtocol {
    weak var delegate: (any P9CollectionViewCellDelegate)?
    static func cellSizeForData(_ data: Any?, extra: Any?) -> CGSize { CGSize(width: 100, height: 40) }
    func setData(_ data: Any?, extra: Any?) {}
    func setDelegate(_ delegate: P9CollectionViewCellDelegate) { self.delegate = delegate }
    override func handleTap(at point: CGPoint) -> Bool {
        guard point.x < 20 else { return false }
        delegate?.collectionViewCellEvent(
            cellIdentifier: Self.identifier(), eventIdentifier: EventId.clickMe.rawValue, indexPath: nil, data: nil,
            extra: nil)
        return true
    }
}
private final class RedCollectionViewCell: CollectionViewCell {}
private final class GreenCollectionViewCell: CollectionViewCell {}
private final class BlueCollectionViewCell: CollectionViewCell {}

private class TitleView: CollectionReusableView, P9CollectionViewCellProtocol {
    static func cellSizeForData(_ data: Any?, extra: Any?) -> CGSize { CGSize(width: 100, height: 20) }
    func setData(_ data: Any?, extra: Any?) {}
}
private final class HeaderCollectionReusableView: TitleView {}
private final class FooterCollectionReusableView: TitleView {}

private enum EventId: String {
    case clickMe
}

@MainActor
private final class ViewController {
    var printed: [String] = []
    // Replaces the sample's output, so that the test can read it.
    func print(_ line: String) { printed.append(line) }

    let collectionView = CollectionView(
        frame: CGRect(x: 0, y: 0, width: 100, height: 100), collectionViewLayout: CollectionViewFlowLayout())
    let handler = P9CollectionViewHandler()

    func show() {
        let cellIdentifierForType: [String: String] = [
            "1": RedCollectionViewCell.identifier(),
            "2": GreenCollectionViewCell.identifier(),
            "3": BlueCollectionViewCell.identifier(),
        ]

        let supplementaryIdentifierForType: [String: String] = [
            "1": HeaderCollectionReusableView.identifier(),
            "2": FooterCollectionReusableView.identifier(),
        ]

        handler.standby(
            identifier: "sample", cellIdentifierForType: cellIdentifierForType,
            supplementaryIdentifierForType: supplementaryIdentifierForType, collectionView: collectionView)
        handler.delegate = self

        var records: [P9CollectionViewHandler.Record] = []
        records.append(P9CollectionViewHandler.Record(type: "1", data: nil, extra: nil))
        records.append(P9CollectionViewHandler.Record(type: "2", data: nil, extra: nil))

        handler.sections.append(
            P9CollectionViewHandler.Section(
                headerType: nil, headerData: nil, footerType: nil, footerData: nil, records: records, extra: nil))

        collectionView.reloadData()
    }

    // `RedCollectionViewCell`: `CollectionViewCell` in the document, which names no class that it registered.
    func useCallbacks() {
        handler.registerCallback(
            callback: doClickMe(indexPath:data:extra:), forCellIdentifier: RedCollectionViewCell.identifier(),
            withEventIdentifier: EventId.clickMe.rawValue)
        handler.registerCallback(
            callback: collectionViewCellSelectHandler(indexPath:data:extra:),
            forCellIdentifier: RedCollectionViewCell.identifier())
    }

    /// The spelling of the library version in the document.
    @available(*, deprecated)
    func useOldSpelling() {
        handler.registCallback(
            callback: doClickMe(indexPath:data:extra:), forCellIdentifier: CollectionViewCell.identifier(),
            withEventIdentifier: EventId.clickMe.rawValue)
        handler.unregistCallback(forCellIdentifier: CollectionViewCell.identifier())
        handler.unregistAllCallbacks()
    }
}

extension ViewController: P9CollectionViewHandlerDelegate {

    func collectionViewHandlerCellDidSelect(
        handlerIdentifier: String, cellIdentifier: String, indexPath: IndexPath, data: Any?, extra: Any?
    ) {

        print(
            "handler \(handlerIdentifier) cell \(cellIdentifier) indexPath \(indexPath.section):\(indexPath.row) did select"
        )
    }

    func collectionViewHandlerCellEvent(
        handlerIdentifier: String, cellIdentifier: String, eventIdentifier: String?, indexPath: IndexPath?, data: Any?,
        extra: Any?
    ) {

        print("handler \(handlerIdentifier) cell \(cellIdentifier) event \(eventIdentifier ?? "")")
    }
}

// `ViewController`: `TableViewCell` in the document. The callback that it registers belongs to the controller.
extension ViewController {

    func doClickMe(indexPath: IndexPath?, data: Any?, extra: Any?) {

        print("Got Click Me.")
    }

    func collectionViewCellSelectHandler(indexPath: IndexPath?, data: Any?, extra: Any?) {
        print("Selected.")
    }
}

@MainActor
@Suite("Samples of P9CollectionViewHandler: handling")
struct P9HandlerHandlingSamples {
    @Test func theDelegateIsNotifiedBeforeTheCallbacks() {
        let controller = ViewController()
        controller.show()
        let view = controller.collectionView
        view.layoutIfNeeded()
        #expect(view.visibleCells.map { "\(type(of: $0))" } == ["RedCollectionViewCell", "GreenCollectionViewCell"])
        view.hostTap(at: CGPoint(x: 50, y: 5))
        view.hostTap(at: CGPoint(x: 5, y: 5))
        #expect(
            controller.printed == [
                "handler sample cell RedCollectionViewCell indexPath 0:0 did select",
                "handler sample cell RedCollectionViewCell event clickMe",
            ])
        controller.printed = []
        controller.useCallbacks()
        view.deselectItem(at: IndexPath(item: 0, section: 0), animated: false)
        view.hostTap(at: CGPoint(x: 50, y: 5))
        view.hostTap(at: CGPoint(x: 5, y: 5))
        // A callback is for one class of cells: those of the second record still reach the delegate.
        view.hostTap(at: CGPoint(x: 5, y: 55))
        #expect(
            controller.printed == [
                "Selected.", "Got Click Me.", "handler sample cell GreenCollectionViewCell event clickMe",
            ])
    }
}
