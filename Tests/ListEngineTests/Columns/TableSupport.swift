import Foundation
import ListEngine
import ListEngineLayout

/// A field with a text.
final class TextField: CollectionViewCell {
    override var showsFieldEdit: Bool { true }
    var text = ""
    var touched = 0
    var phases: [CollectionViewTouch.Phase] = []
    var prepared = 0

    override func prepareForReuse() { prepared += 1 }

    override func handle(_ touch: CollectionViewTouch) -> Bool {
        touched += 1
        phases.append(touch.phase)
        return true
    }
}

/// A table of numbered items in a list without a screen. A field's text is its item and its column: "7 c2".
@MainActor
final class TableList {
    let view: CollectionView
    let host = RecorderHost()
    private(set) var source: DiffableDataSource<Int, Int>?
    /// The requests for fields, as text.
    var requests: [String] = []
    /// Called in each request.
    var inRequest: (@MainActor (FieldRequest) -> Void)?

    init(_ items: [Int], _ columns: [Column], size: CGSize = CGSize(width: 300, height: 100), height: CGFloat = 20) {
        view = CollectionView(size: size, collectionViewLayout: CollectionViewListLayout.rows(height))
        view.host = host
        source = DiffableDataSource(collectionView: view) { [unowned self] list, indexPath, item in
            list.tableCell(for: indexPath) { [unowned self] field in
                let text = "\(item) \(field.column)"
                requests.append(text)
                inRequest?(field)
                let view = field.dequeue(TextField.self)
                view.text = text
                return view
            }
        }
        do { try view.setColumns(columns) } catch { fatalError("\(error)") }
        apply(items)
    }

    func apply(_ items: [Int], animating: Bool = false) {
        var snapshot = DiffableSnapshot<Int, Int>()
        snapshot.appendSections([0])
        snapshot.appendItems(items)
        source?.apply(snapshot, animatingDifferences: animating)
        view.layoutIfNeeded()
    }

    func takeRequests() -> [String] {
        defer { requests = [] }
        return requests
    }

    /// How often shown fields were prepared for reuse since the last call.
    func takePrepared() -> Int {
        var count = 0
        for case let field as TextField in view.visibleCells.flatMap({ $0.fields.map(\.view) }) {
            count += field.prepared
            field.prepared = 0
        }
        return count
    }

    /// The shown fields: text and frame relative to the visible bounds.
    var fields: [String: CGRect] {
        var fields: [String: CGRect] = [:]
        for cell in view.visibleCells {
            for field in cell.fields {
                guard let text = (field.view as? TextField)?.text else { continue }
                fields[text] = field.view.frame.offsetBy(dx: -view.bounds.minX, dy: -view.bounds.minY)
            }
        }
        return fields
    }

    /// How the fields differ from those of a simple table: the frames of its items and of its columns.
    func fault() -> String? {
        guard let columns = view.columns else { return nil }
        var expected: [String: CGRect] = [:]
        let items = source?.snapshot().itemIdentifiers ?? []
        for (index, item) in items.enumerated() {
            let frame = view.layout.frame(ofItem: index, inSection: 0)
            guard frame.minY < view.bounds.maxY, frame.maxY > view.bounds.minY else { continue }
            let offset =
                view.flowDirection == .leftToRight
                ? view.bounds.minX : view.layout.contentSize.width - view.bounds.maxX
            for placed in columns.columns(at: offset) {
                expected["\(item) \(columns[placed.index].id)"] = CGRect(
                    x: placed.minX - view.bounds.minX, y: frame.minY - view.bounds.minY, width: placed.width,
                    height: frame.height)
            }
        }
        let found = fields
        guard found == expected else { return "\(found) instead of \(expected)" }
        // The host shows the same: a view for each item and each field, at the same place.
        let rows = view.visibleCells.map(\.frame)
        let frames = found.values.map { $0.offsetBy(dx: view.bounds.minX, dy: view.bounds.minY) } + rows
        let shown = Array(host.screen.values)
        guard sorted(shown) == sorted(frames) else { return "the host shows \(sorted(shown)), not \(sorted(frames))" }
        return nil
    }

    private func sorted(_ frames: [CGRect]) -> [[CGFloat]] {
        frames.map { [$0.minX, $0.minY, $0.width, $0.height] }.sorted { $0.lexicographicallyPrecedes($1) }
    }
}

enum CollectionViewListLayout {
    @MainActor
    static func rows(_ height: CGFloat) -> CollectionViewCompositionalLayout {
        CollectionViewCompositionalLayout { _, _ in .list(itemHeight: .absolute(height)) }
    }
}

/// Columns c0, c1, … of equal widths.
func tableColumns(_ count: Int, width: CGFloat = 50) -> [Column] {
    (0..<count).map { Column("c\($0)", width: .points(width)) }
}
