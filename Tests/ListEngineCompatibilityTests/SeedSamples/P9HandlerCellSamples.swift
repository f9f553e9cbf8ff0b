import Foundation
import ListEngineCompatibility
import ListEngineLayout
import Testing

// "Make your collectionview cell confirm the protocol" of P9CollectionViewHandler. The prefix UI is dropped, because these types
// belong to the engine. A comment marks each other word that differs. Types are `private`, because several samples have types of
// the same name. The document's protocol is in `DocumentedSpellings`.

private struct CellDataModel { var title: String? }

// Replaces a label of a toolkit.
private final class Label { var text: String? }

private final class SampleCollectionViewCell: CollectionViewCell, P9CollectionViewCellProtocol {
    let titleLabel = Label()
    var data: CellDataModel?
    var indexPath: IndexPath?
    weak var delegate: (any P9CollectionViewCellDelegate)?

    static func cellSizeForData(_ data: Any?, extra: Any?) -> CGSize {
        guard let data = data as? CellDataModel else {
            return .zero
        }
        // Added: the compiler warns about a name without a use.
        _ = data
        return CGSize(width: 40, height: 40)
    }

    func setData(_ data: Any?, extra: Any?) {
        guard let data = data as? CellDataModel else {
            return
        }
        self.data = data
        self.titleLabel.text = data.title ?? "Sample"
    }

    func setDelegate(_ delegate: P9CollectionViewCellDelegate) {
        self.delegate = delegate
    }

    func setIndexPath(_ indexPath: IndexPath) {
        self.indexPath = indexPath
    }

    // The document has this method twice: without an index path, and with the one that the cell stored. Its words
    // `touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?)` belong to the toolkit:
    //
    // `handle`: one method receives all phases of a touch.
    // `CollectionViewTouch`: the engine's touch. It has no event.
    // `-> Bool`, `return`: whether the cell takes the touch.
    // `guard`: the phase that is the name of the method in the document.
    var sendsIndexPath = true
    override func handle(_ touch: CollectionViewTouch) -> Bool {
        guard touch.phase == .ended else { return true }
        if !sendsIndexPath {
            delegate?.collectionViewCellEvent(
                cellIdentifier: SampleCollectionViewCell.identifier(), eventIdentifier: "touch", indexPath: nil,
                data: data, extra: nil)
        } else {
            delegate?.collectionViewCellEvent(
                cellIdentifier: SampleCollectionViewCell.identifier(), eventIdentifier: "touch", indexPath: indexPath,
                data: data, extra: nil)
        }
        return true
    }
}

// The sample is in Objective-C, which exists on Apple's systems only: here it is a class in Swift. It declares all members,
// because a protocol has no defaults in Objective-C.
private final class WholeCollectionViewCell: CollectionViewCell, P9CollectionViewCellProtocol {
    static func identifier() -> String {
        return "SampleCollectionViewCell"
    }

    // `CollectionReusableView`: `UIView` in the document. It is the class of all views of a list.
    // `WholeCollectionViewCell(…)`: the document loads a nib file, which only UIKit can.
    static func instanceFromNib() -> CollectionReusableView {
        return WholeCollectionViewCell(frame: CGRect(x: 0, y: 0, width: 1, height: 1))
    }

    static func cellSizeForData(_ data: Any?, extra: Any?) -> CGSize { CGSize(width: 40, height: 40) }
    func setData(_ data: Any?, extra: Any?) {}
    func setDelegate(_ delegate: P9CollectionViewCellDelegate) {}
    func setIndexPath(_ indexPath: IndexPath) {}
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
        #expect(
            view.visibleCells.compactMap { ($0 as? SampleCollectionViewCell)?.titleLabel.text } == ["one", "Sample"])
        view.hostTap(at: CGPoint(x: 5, y: 5))
        #expect(heard == ["0.0 one"])
        let controller = ViewController()
        (view.visibleCells.first as? SampleCollectionViewCell)?.setDelegate(controller)
        view.hostTap(at: CGPoint(x: 5, y: 5))
        #expect(controller.log == ["SampleCollectionViewCell touch 0.0"])
        (view.visibleCells.first as? SampleCollectionViewCell)?.sendsIndexPath = false
        view.hostTap(at: CGPoint(x: 5, y: 5))
        #expect(controller.log.last == "SampleCollectionViewCell touch ")
    }

    @Test func aCellThatDeclaresAllMembersIsMadeByItself() {
        let view = CollectionView(
            frame: CGRect(x: 0, y: 0, width: 100, height: 100), collectionViewLayout: CollectionViewFlowLayout())
        let handler = P9CollectionViewHandler()
        handler.register([WholeCollectionViewCell.self])
        handler.standby(
            identifier: "cells", cellIdentifierForType: ["w": "SampleCollectionViewCell"],
            supplementaryIdentifierForType: [:], collectionView: view)
        handler.sections = [.init(records: [.init(type: "w", data: nil)])]
        view.reloadData()
        view.layoutIfNeeded()
        #expect(view.visibleCells.map(\.reuseIdentifier) == ["SampleCollectionViewCell"])
        #expect(view.visibleCells.first is WholeCollectionViewCell)
    }
}
