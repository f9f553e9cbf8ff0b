import Foundation
import ListEngine
import ListEngineLayout

struct Dish: ListIdentifiable, Equatable {
    var listIdentifier: String
    var text: String
    var height: CGFloat = 20

    init(_ identifier: String, _ text: String? = nil, height: CGFloat = 20) {
        listIdentifier = identifier
        self.text = text ?? identifier
        self.height = height
    }
}

final class DishCell: CollectionViewCell {
    var text = ""
    override func prepareForReuse() { text = "" }
}

final class DishTitle: CollectionReusableView {
    var title = ""
}

/// Shows dishes, and records the calls that it receives.
final class DishSection: ListSection {
    weak var context: ListContext?
    let listIdentifier: String
    var items: [Dish]
    var log: [String] = []
    var isSilent: Set<String> = []
    var inset = SectionInsets.zero

    init(_ identifier: String, _ items: [Dish]) {
        listIdentifier = identifier
        self.items = items
    }

    convenience init(_ identifier: String, _ names: String) {
        self.init(identifier, names.split(separator: " ").map { Dish(String($0)) })
    }

    func note(_ line: String) { log.append(line) }

    func take() -> [String] {
        defer { log = [] }
        return log
    }

    func didMoveToList() { note("moved to list") }
    func didBecomeActive() { note("active") }
    func didBecomeInactive() { note("not active") }

    func cell(for itemIdentifier: String, at indexPath: IndexPath) -> CollectionViewCell? {
        if isSilent.contains(itemIdentifier) { return nil }
        let cell: DishCell? = dequeueCell(at: indexPath)
        note("cell \(itemIdentifier) \(text(indexPath))")
        return cell
    }

    func configure(cell: CollectionViewCell, for itemIdentifier: String, at indexPath: IndexPath) {
        note("configure \(itemIdentifier) \(text(indexPath))")
        (cell as? DishCell)?.text = item(for: itemIdentifier, at: indexPath)?.text ?? "?"
    }

    func size(at indexPath: IndexPath) -> CGSize {
        let identifier = context?.itemIdentifier(at: indexPath)
        let item = items.first { $0.listIdentifier == identifier }
        return CGSize(width: listSize.width, height: item?.height ?? 20)
    }

    func didSelectItem(for itemIdentifier: String, at indexPath: IndexPath) {
        note("select \(itemIdentifier) \(text(indexPath))")
    }

    func didDeselectItem(for itemIdentifier: String, at indexPath: IndexPath) {
        note("deselect \(itemIdentifier) \(text(indexPath))")
    }

    func willDisplay(cell: CollectionViewCell, for itemIdentifier: String, at indexPath: IndexPath) {
        note("will \(itemIdentifier) \(text(indexPath))")
    }

    func didEndDisplaying(cell: CollectionViewCell, for itemIdentifier: String, at indexPath: IndexPath) {
        note("end \(itemIdentifier) \(text(indexPath))")
    }
}

/// A list of 100 by 100 points in a recorder.
@MainActor
final class SectionList {
    let list: ListDataSource
    let view: CollectionView
    let recorder = RecorderHost()
    let layout = CollectionViewFlowLayout()

    init(_ list: ListDataSource = ListDataSource(), height: CGFloat = 100) {
        self.list = list
        view = CollectionView(frame: CGRect(x: 0, y: 0, width: 100, height: height), collectionViewLayout: layout)
        view.host = recorder
        list.attach(to: view)
    }

    /// The contents of the visible cells, in reading order.
    var shown: String {
        view.layoutIfNeeded()
        return view.visibleCells.map { ($0 as? DishCell)?.text ?? "-" }.joined(separator: " ")
    }

    /// The frames of the visible items: `0.0 0,0 100x20`.
    var frames: [String] {
        view.layoutIfNeeded()
        return view.visibleElements.map { element in
            let frame = element.frame
            let kind = element.category == .item ? "" : "\(element.kind) "
            return "\(kind)\(text(element.indexPath)) \(Int(frame.minX)),\(Int(frame.minY)) "
                + "\(Int(frame.width))x\(Int(frame.height))"
        }
    }

    var codes: [CollectionViewDiagnostic.Code] { list.diagnostics.recent.map(\.code) }
}
