import Foundation
import ListEngineCompatibility
import ListEngineLayout
import Testing

// "Make your collectionview cell confirm the protocol" of P9CollectionViewHandler. Differences are marked with the
// reason.

private struct CellDataModel { var title: String? }

private final class SampleCollectionViewCell: CollectionViewCell, P9CollectionViewCellProtocol {
    // Replaces a label of a toolkit.
    var title = ""
    var data: CellDataModel?
    var indexPath: IndexPath?
    weak var delegate: (any P9CollectionViewCellDelegate)?

    static func cellSizeForData(_ data: Any?, extra: Any?) -> CGSize {
        // Only the type test of the sample remains, because the compiler warns about an unused name.
        guard data is CellDataModel else {
            return .zero
        }
        return CGSize(width: 40, height: 40)
    }

    func setData(_ data: Any?, extra: Any?) {
        guard let data = data as? CellDataModel else {
            return
        }
        self.data = data
        self.title = data.title ?? "Sample"
    }

    func setDelegate(_ delegate: P9CollectionViewCellDelegate) {
        self.delegate = delegate
    }

    func setIndexPath(_ indexPath: IndexPath) {
        self.indexPath = indexPath
    }

    // Touches of the toolkit are touches of a collection view; a cell that captures its touch receives all of it.
    override func handle(_ touch: CollectionViewTouch) -> Bool {
        if touch.phase == .ended {
            delegate?.collectionViewCellEvent(
                cellIdentifier: SampleCollectionViewCell.identifier(), eventIdentifier: "touch", indexPath: indexPath,
                data: data, extra: nil)
        }
        return true
    }
}

@MainActor
private final class ViewController {
    var log: [String] = []
}

extension ViewController: P9CollectionViewCellDelegate {
    func collectionViewCellEvent(
        cellIdentifier: String, eventIdentifier: String?, indexPath: IndexPath?, data: Any?, extra: Any?
    ) { log.append("\(cellIdentifier) \(eventIdentifier ?? "") \(indexPath.map(text) ?? "")") }
}

@MainActor
@Suite("Samples of P9CollectionViewHandler: cells")
struct P9HandlerCellSamples {
    @Test func theCellShowsItsDataAndRaisesItsEvent() {
        let view = CollectionView(
            frame: CGRect(x: 0, y: 0, width: 100, height: 100), collectionViewLayout: CollectionViewFlowLayout())
        let handler = P9CollectionViewHandler()
        var heard: [String] = []
        handler.registerCallback(
            callback: { path, data, _ in
                heard.append("\(path.map(text) ?? "") \((data as? CellDataModel)?.title ?? "")")
            },
            forCellIdentifier: SampleCollectionViewCell.identifier(), withEventIdentifier: "touch")
        handler.standby(identifier: "cells", cellTypes: ["s": SampleCollectionViewCell.self], collectionView: view)
        handler.sections = [
            .init(
                headerType: nil, headerData: nil, footerType: nil, footerData: nil,
                records: [
                    .init(type: "s", data: CellDataModel(title: "one")), .init(type: "s", data: CellDataModel()),
                    .init(type: "s", data: 7),
                ], extra: nil)
        ]
        view.reloadData()
        view.layoutIfNeeded()
        // A view for which the class has no size is not visible.
        #expect(view.visibleCells.compactMap { ($0 as? SampleCollectionViewCell)?.title } == ["one", "Sample"])
        view.hostTap(at: CGPoint(x: 5, y: 5))
        #expect(heard == ["0.0 one"])
        let controller = ViewController()
        (view.visibleCells.first as? SampleCollectionViewCell)?.setDelegate(controller)
        view.hostTap(at: CGPoint(x: 5, y: 5))
        #expect(controller.log == ["SampleCollectionViewCell touch 0.0"])
    }
}
