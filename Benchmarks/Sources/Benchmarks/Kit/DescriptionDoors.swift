import Foundation
import ListEngineCompatibility
import ListEngineLayout

/// Described sections of typed view models, one for each section of items, applied by difference from the start.
final class DescriptionDoor<Item: Hashable & Sendable>: KitDoor {
    private let adapter: ListAdapter
    private let sections: [SectionDescription]

    init(_ sections: [[Item]], in view: CollectionView) {
        adapter = ListAdapter(collectionView: view)
        self.sections = sections.map { items in
            let section = SectionDescription(
                viewModels: [Item](), cell: KitCell.self, size: ViewComponentSize(height: KitRows.height)
            ) { _, _, _ in }
            section.apply(viewModels: items)
            return section
        }
        adapter.add(listSections: self.sections, animated: false)
    }

    func show(_ sections: [[Item]]) {
        for (section, items) in zip(self.sections, sections) { section.apply(viewModels: items, animated: false) }
    }

    func insert(_ item: Item, at index: Int, inSection section: Int) {
        sections[section].insert(viewModels: [item], at: index, animated: false)
    }

    func remove(at index: Int, inSection section: Int) {
        sections[section].removeItems(index..<index + 1, animated: false)
    }
}

/// Records, each a separate object that carries an item: the model of handlers.
final class RecordDoor<Item: Hashable & Sendable>: KitDoor {
    private final class Cell: CollectionViewCell, RecordView {
        static func cellSizeForData(_ data: Any?, extra: Any?) -> CGSize { CGSize(width: 390, height: KitRows.height) }
        func setData(_ data: Any?, extra: Any?) {}
    }

    private let handler = CollectionViewHandler()
    private let view: CollectionView

    init(_ sections: [[Item]], in view: CollectionView) {
        self.view = view
        handler.standby(identifier: "kit", cellTypes: ["item": Cell.self], collectionView: view)
        show(sections)
    }

    private static func record(_ item: Item) -> CollectionViewHandler.Record { .init(type: "item", data: item) }

    func show(_ sections: [[Item]]) {
        let sections = sections.map { CollectionViewHandler.Section(records: $0.map(Self.record)) }
        handler.apply(sections, identifiedBy: { $0.data as? Item }, animated: false)
    }

    /// As in the handler's own library: the model is edited, and the view is notified.
    func insert(_ item: Item, at index: Int, inSection section: Int) {
        view.performBatchUpdates(animated: false) {
            handler.sections[section].records?.insert(Self.record(item), at: index)
            view.insertItems(at: [IndexPath(item: index, section: section)])
        }
    }

    func remove(at index: Int, inSection section: Int) {
        view.performBatchUpdates(animated: false) {
            handler.sections[section].records?.remove(at: index)
            view.deleteItems(at: [IndexPath(item: index, section: section)])
        }
    }
}
