import Foundation
import ListEngineCompatibility
import ListEngineDiff
import ListEngineLayout

// The kinds of lists of `GestureTests`: each shows the same names and passes what the user does to a `Program`.

/// Records the calls that a program receives, in every kind of list, when the user swipes, drags or requests a menu.
@MainActor
final class Program {
    var log: [String] = []

    func take() -> [String] {
        defer { log = [] }
        return log
    }

    func leading(_ name: String) -> CollectionSwipeActions { actions("Leading \(name)") }
    func trailing(_ name: String) -> CollectionSwipeActions { actions("Trailing \(name)") }

    private func actions(_ title: String) -> CollectionSwipeActions {
        CollectionSwipeActions([
            CollectionSwipeAction(title: title) { [self] _, _, done in
                log.append(title)
                done(true)
            }
        ])
    }

    func menu(_ name: String) -> CollectionContextMenu { CollectionContextMenu(identifier: "Menu \(name)") }
    func drag(_ name: String) -> CollectionDragItem { CollectionDragItem(payload: name) }
    func moved(_ name: String, _ source: Int, _ target: Int) { log.append("moved \(name) \(source) \(target)") }
    func ended(_ names: [String]) { log.append("ended \(names.joined(separator: " "))") }

    func drop(_ drag: CollectionDrag, _ index: Int) -> Bool {
        log.append("drop \(drag.text ?? "") \(index)")
        return true
    }
}

final class NamedCell: CollectionViewCell, RecordView {
    var name = ""

    static func cellSizeForData(_ data: Any?, extra: Any?) -> CGSize { CGSize(width: 100, height: 20) }
    func setData(_ data: Any?, extra: Any?) { name = data as? String ?? "?" }
}

/// A list of a, b, c and d in rows of 20 points.
@MainActor
protocol GestureList: AnyObject {
    var view: CollectionView { get }
    /// The names in the program's data.
    var names: [String] { get }
    /// Loads the list from the program's data again.
    func reload()
}

/// The delegate of a whole list, for kinds of lists that leave these calls to it.
@MainActor
final class WholeListDelegate: CollectionViewDelegate {
    let program: Program
    init(_ program: Program) { self.program = program }

    private func name(_ view: CollectionView, _ indexPath: IndexPath) -> String {
        (view.cellForItem(at: indexPath) as? NamedCell)?.name ?? "?"
    }

    func collectionView(
        _ view: CollectionView, leadingSwipeActionsForItemAt indexPath: IndexPath
    ) -> CollectionSwipeActions? { program.leading(name(view, indexPath)) }

    func collectionView(
        _ view: CollectionView, trailingSwipeActionsForItemAt indexPath: IndexPath
    ) -> CollectionSwipeActions? { program.trailing(name(view, indexPath)) }

    func collectionView(
        _ view: CollectionView, contextMenuForItemAt indexPath: IndexPath, point: CGPoint
    ) -> CollectionContextMenu? { program.menu(name(view, indexPath)) }

    func collectionView(_ view: CollectionView, dragItemForItemAt indexPath: IndexPath) -> CollectionDragItem? {
        program.drag(name(view, indexPath))
    }

    func collectionView(
        _ view: CollectionView, didEndDragging drag: CollectionDrag, operation: CollectionDropOperation
    ) { program.ended(drag.indexPaths.map { name(view, $0) }) }

    func collectionView(
        _ view: CollectionView, dropOperationFor drag: CollectionDrag, at indexPath: IndexPath
    ) -> CollectionDropOperation { .copy }

    func collectionView(
        _ view: CollectionView, performDropOf drag: CollectionDrag, at indexPath: IndexPath,
        operation: CollectionDropOperation
    ) -> Bool { program.drop(drag, indexPath.item) }
}

@MainActor
func gestureView() -> CollectionView {
    let flow = CollectionViewFlowLayout()
    flow.itemSize = CGSize(width: 100, height: 20)
    flow.minimumLineSpacing = 0
    flow.minimumInteritemSpacing = 0
    return CollectionView(frame: CGRect(x: 0, y: 0, width: 100, height: 200), collectionViewLayout: flow)
}

// MARK: - The kinds of lists

@MainActor
final class SectionObjects: GestureList {
    let view = gestureView()
    let list = ListDataSource()
    let section: Section
    var names: [String] { section.items.map(\.id) }

    init(_ program: Program) {
        section = Section(program)
        list.prepare(for: view)
        list.append(newSections: [section])
    }

    func reload() { list.reload(newSections: [section]) }

    struct Name: Identifiable { var id: String }

    final class Section: ListSection, ListSectionInteraction {
        weak var context: ListContext?
        let listIdentifier = "names"
        var items = ["a", "b", "c", "d"].map { Name(id: $0) }
        let program: Program
        init(_ program: Program) { self.program = program }

        func cell(for item: String, at indexPath: IndexPath) -> CollectionViewCell? {
            let cell: NamedCell? = dequeueCell(at: indexPath)
            cell?.name = item
            return cell
        }
        func size(at indexPath: IndexPath) -> CGSize { CGSize(width: 100, height: 20) }
        func canMoveItem(for item: String, at indexPath: IndexPath) -> Bool { true }
        func didMoveItem(for item: String, from source: IndexPath, to destination: IndexPath) {
            items.insert(items.remove(at: source.item), at: destination.item)
            program.moved(item, source.item, destination.item)
        }
        func leadingSwipeActions(for item: String, at indexPath: IndexPath) -> CollectionSwipeActions? {
            program.leading(item)
        }
        func trailingSwipeActions(for item: String, at indexPath: IndexPath) -> CollectionSwipeActions? {
            program.trailing(item)
        }
        func contextMenu(for item: String, at indexPath: IndexPath, point: CGPoint) -> CollectionContextMenu? {
            program.menu(item)
        }
        func dragItem(for item: String, at indexPath: IndexPath) -> CollectionDragItem? { program.drag(item) }
        func didEndDragging(_ items: [String], operation: CollectionDropOperation) { program.ended(items) }
        func dropOperation(for drag: CollectionDrag, at indexPath: IndexPath) -> CollectionDropOperation { .copy }
        func performDrop(of drag: CollectionDrag, at indexPath: IndexPath, operation: CollectionDropOperation) -> Bool {
            program.drop(drag, indexPath.item)
        }
    }
}

/// Blocks and sections of closures, which have the same methods.
@MainActor
final class Closures: GestureList {
    let view = gestureView()
    let list = ListDataSource()
    let program: Program
    let usesBlocks: Bool
    var names = ["a", "b", "c", "d"]

    init(_ program: Program, blocks: Bool) {
        self.program = program
        usesBlocks = blocks
        list.prepare(for: view)
        reload()
    }

    struct Name: ListIdentifiable { var listIdentifier: String }

    func reload() {
        let items = names.map { Name(listIdentifier: $0) }
        if usesBlocks {
            list.build {
                interactive(
                    ListBlock("names", items, id: \.listIdentifier) { (cell: NamedCell, item) in
                        cell.name = item.listIdentifier
                    }
                    .height(20))
            }
        } else {
            list.reload(newSections: [
                interactive(
                    GenericSection(listIdentifier: "names", items: items)
                        .onCellConfigure { (cell: NamedCell, item, _) in cell.name = item.listIdentifier }
                        .itemSize(CGSize(width: 100, height: 20)))
            ])
        }
    }

    private func interactive<Section: ClosureSection<Name, String>>(_ section: Section) -> Section {
        section
            .leadingSwipeActions { [program] in program.leading($0.listIdentifier) }
            .trailingSwipeActions { [program] in program.trailing($0.listIdentifier) }
            .menu { [program] in program.menu($0.listIdentifier) }
            .onMove { [unowned self] item, source, target in
                names.insert(names.remove(at: source), at: target)
                program.moved(item.listIdentifier, source, target)
            }
            .onDrag(
                { [program] in program.drag($0.listIdentifier) },
                ended: { [program] items, _ in program.ended(items.map(\.listIdentifier)) }
            )
            .onDrop(accepts: { _ in .copy }, { [program] drag, index in _ = program.drop(drag, index) })
    }
}

@MainActor
final class Providers: GestureList {
    typealias Controller = CollectionSectionController<String, String>
    // Another provider comes first, so that index paths of the provider are not those of the list.
    let controller = Controller()
    let provider: Provider
    var view: CollectionView { controller.collectionView }
    var names: [String] { controller.snapshotForSectionProvider(provider).itemIdentifiers }

    init(_ program: Program) {
        provider = Provider(program)
        let first = Provider(Program())
        controller.addSectionProvider(first)
        controller.addSectionProvider(provider)
        controller.addDelegate(provider, sectionProvider: provider)
        view.bounds = CGRect(x: 0, y: 0, width: 100, height: 200)
        controller.apply(DiffableSnapshot(sections: [("empty", [])]), sectionProvider: first)
        controller.apply(DiffableSnapshot(sections: [("names", ["a", "b", "c", "d"])]), sectionProvider: provider)
    }

    func reload() {
        controller.applySnapshotUsingReloadData(
            controller.snapshotForSectionProvider(provider), sectionProvider: provider)
    }

    final class Provider: CollectionSectionProvider, CollectionSectionControllerDelegate {
        let program: Program
        init(_ program: Program) { self.program = program }

        func cellProvider(_ controller: Controller, indexPath: IndexPath, item: String) -> CollectionViewCell? {
            let cell = controller.dequeueReusableCell(NamedCell.self, for: indexPath, sectionProvider: self)
            cell.name = item
            return cell
        }
        func layoutSectionProvider(section: Int, environment: CollectionLayoutEnvironment) -> CollectionLayoutSection? {
            .list(itemHeight: .absolute(20))
        }
        private func name(_ controller: Controller, _ indexPath: IndexPath) -> String {
            controller.itemIdentifier(for: indexPath, sectionProvider: self) ?? "?"
        }
        func collectionSectionController(_ controller: Controller, canMoveItemAt indexPath: IndexPath) -> Bool { true }
        func collectionSectionController(
            _ controller: Controller, didMoveItemAt source: IndexPath, to destination: IndexPath
        ) { program.moved(name(controller, destination), source.item, destination.item) }
        func collectionSectionController(
            _ controller: Controller, leadingSwipeActionsForItemAt indexPath: IndexPath
        ) -> CollectionSwipeActions? { program.leading(name(controller, indexPath)) }
        func collectionSectionController(
            _ controller: Controller, trailingSwipeActionsForItemAt indexPath: IndexPath
        ) -> CollectionSwipeActions? { program.trailing(name(controller, indexPath)) }
        func collectionSectionController(
            _ controller: Controller, contextMenuForItemAt indexPath: IndexPath, point: CGPoint
        ) -> CollectionContextMenu? { program.menu(name(controller, indexPath)) }
        func collectionSectionController(
            _ controller: Controller, dragItemForItemAt indexPath: IndexPath
        ) -> CollectionDragItem? { program.drag(name(controller, indexPath)) }
        func collectionSectionController(
            _ controller: Controller, didEndDraggingItemsAt indexPaths: [IndexPath], operation: CollectionDropOperation
        ) { program.ended(indexPaths.map { name(controller, $0) }) }
        func collectionSectionController(
            _ controller: Controller, dropOperationFor drag: CollectionDrag, at indexPath: IndexPath
        ) -> CollectionDropOperation { indexPath.section == 0 ? .copy : .cancel }
        func collectionSectionController(
            _ controller: Controller, performDropOf drag: CollectionDrag, at indexPath: IndexPath,
            operation: CollectionDropOperation
        ) -> Bool { program.drop(drag, indexPath.item) }
    }
}

@MainActor
final class Layoutables: GestureList, CompositionalLayoutProvider {
    let view = gestureView()
    var compositionalLayoutSections: [CompositionalLayoutableSection] = []
    private lazy var delegate = CompositionalLayoutDelegate(provider: self)
    private lazy var dataSource = CompositionalLayoutDataSource(provider: self)
    let section: Section
    var names: [String] { section.items }

    init(_ program: Program) {
        section = Section(program)
        compositionalLayoutSections = [section]
        view.delegate = delegate
        view.dataSource = dataSource
        view.updateCollectionViewCompositionalLayout(for: self)
    }

    func reload() { view.reloadData() }

    final class Section: CompositionalLayoutableSection, CompositionalLayoutableSectionDataSource,
        CompositionalLayoutableSectionLayout, CompositionalLayoutableSectionDelegate
    {
        var items = ["a", "b", "c", "d"]
        let whole: WholeListDelegate
        var program: Program { whole.program }

        init(_ program: Program) {
            whole = WholeListDelegate(program)
            super.init()
            dataSource = self
            layout = self
            delegate = self
        }

        func registerCell(_ view: CollectionView) { view.register(NamedCell.self) }
        func sectionLayout(at index: Int, layoutEnvironment: CollectionLayoutEnvironment) -> CollectionLayoutSection {
            .list(itemHeight: .absolute(20))
        }
        func collectionView(_ view: CollectionView, numberOfItemsInSection section: Int) -> Int { items.count }
        func collectionView(_ view: CollectionView, cellForItemAt indexPath: IndexPath) -> CollectionViewCell {
            let cell = view.dequeueReusableCell(NamedCell.self, for: indexPath)
            cell.name = items[indexPath.item]
            return cell
        }
        func collectionView(_ view: CollectionView, canMoveItemAt indexPath: IndexPath) -> Bool { true }
        func collectionView(_ view: CollectionView, moveItemAt source: IndexPath, to destination: IndexPath) {
            items.insert(items.remove(at: source.item), at: destination.item)
            program.moved(items[destination.item], source.item, destination.item)
        }
        func collectionView(
            _ view: CollectionView, leadingSwipeActionsForItemAt indexPath: IndexPath
        ) -> CollectionSwipeActions? { program.leading(items[indexPath.item]) }
        func collectionView(
            _ view: CollectionView, trailingSwipeActionsForItemAt indexPath: IndexPath
        ) -> CollectionSwipeActions? { program.trailing(items[indexPath.item]) }
        func collectionView(
            _ view: CollectionView, contextMenuForItemAt indexPath: IndexPath, point: CGPoint
        ) -> CollectionContextMenu? { program.menu(items[indexPath.item]) }
        func collectionView(_ view: CollectionView, dragItemForItemAt indexPath: IndexPath) -> CollectionDragItem? {
            program.drag(items[indexPath.item])
        }
        func collectionView(
            _ view: CollectionView, didEndDragging drag: CollectionDrag, operation: CollectionDropOperation
        ) { program.ended(drag.indexPaths.map { items[$0.item] }) }
        func collectionView(
            _ view: CollectionView, dropOperationFor drag: CollectionDrag, at indexPath: IndexPath
        ) -> CollectionDropOperation { .copy }
        func collectionView(
            _ view: CollectionView, performDropOf drag: CollectionDrag, at indexPath: IndexPath,
            operation: CollectionDropOperation
        ) -> Bool { program.drop(drag, indexPath.item) }
    }
}

/// Sections that are described as data, in a flow or as a table, with view models as they come or shown by difference.
@MainActor
final class Descriptions: GestureList {
    let view = gestureView()
    let adapter: ListAdapter
    let section: SectionDescription
    let delegate: WholeListDelegate
    var names: [String] { section.viewModels.map { $0 as? String ?? "?" } }

    init(_ program: Program, table: Bool, byDifference: Bool) {
        delegate = WholeListDelegate(program)
        section = SectionDescription(
            viewModels: ["a", "b", "c", "d"], cell: NamedCell.self, size: ViewComponentSize(height: 20)
        ) { cell, name, _ in cell.name = name }
        section.rowHeight = 20
        if table {
            let table = Table(collectionView: view)
            table.program = program
            adapter = table
        } else {
            let list = List(collectionView: view)
            list.program = program
            adapter = list
        }
        adapter.collectionDelegate = delegate
        adapter.add(listSection: section, animated: false)
        if byDifference { section.apply(viewModels: ["a", "b", "c", "d"], animated: false) }
    }

    func reload() { adapter.reloadList() }

    final class List: ListAdapter {
        var program: Program?
        override func canMove(itemAt indexPath: IndexPath, of section: SectionDescription) -> Bool { true }
        override func didMove(itemAt source: IndexPath, to destination: IndexPath, of section: SectionDescription) {
            program?.moved("\(section.viewModel(at: destination.item) ?? "?")", source.item, destination.item)
        }
    }

    final class Table: TableListAdapter {
        var program: Program?
        override func canMove(itemAt indexPath: IndexPath, of section: SectionDescription) -> Bool { true }
        override func didMove(itemAt source: IndexPath, to destination: IndexPath, of section: SectionDescription) {
            program?.moved("\(section.viewModel(at: destination.item) ?? "?")", source.item, destination.item)
        }
    }
}

@MainActor
final class Records: GestureList, CollectionViewHandlerDelegate {
    let view = gestureView()
    let handler = CollectionViewHandler()
    let delegate: WholeListDelegate
    var names: [String] { (handler.sections[0].records ?? []).map { $0.data as? String ?? "?" } }

    init(_ program: Program, byDifference: Bool) {
        delegate = WholeListDelegate(program)
        handler.delegate = self
        handler.collectionDelegate = delegate
        handler.standby(identifier: "names", cellTypes: ["name": NamedCell.self], collectionView: view)
        let records = ["a", "b", "c", "d"].map { CollectionViewHandler.Record(type: "name", data: $0) }
        let section = CollectionViewHandler.Section(records: records)
        if byDifference {
            handler.apply([section], identifiedBy: { $0.data as? String ?? "" }, animated: false)
        } else {
            handler.sections = [section]
            view.reloadData()
        }
    }

    func reload() { view.reloadData() }

    func collectionViewHandler(handlerIdentifier: String, canMoveItemAt indexPath: IndexPath) -> Bool { true }

    func collectionViewHandler(
        handlerIdentifier: String, didMoveItemAt source: IndexPath, to destination: IndexPath
    ) {
        let name = handler.record(at: destination)?.data as? String
        delegate.program.moved(name ?? "?", source.item, destination.item)
    }
}

@MainActor
final class Snapshots: GestureList {
    let view = gestureView()
    let source: DiffableDataSource<String, String>
    let delegate: WholeListDelegate
    var names: [String] { source.snapshot().itemIdentifiers }

    init(_ program: Program) {
        delegate = WholeListDelegate(program)
        source = DiffableDataSource(collectionView: view) { view, indexPath, name in
            let cell = view.dequeueReusableCell(NamedCell.self, for: indexPath)
            cell.name = name
            return cell
        }
        view.delegate = delegate
        source.reorderingHandlers.canReorderItem = { _ in true }
        source.reorderingHandlers.didReorder = { change in
            guard let name = change.finalSnapshot.itemIdentifiers.last,
                let old = change.initialSnapshot.indexPath(of: name), let new = change.finalSnapshot.indexPath(of: name)
            else { return }
            // The test moves items to the end.
            program.moved(name, old.item, new.item)
        }
        source.apply(DiffableSnapshot(sections: [("names", ["a", "b", "c", "d"])]))
    }

    func reload() { source.applySnapshotUsingReloadData(source.snapshot()) }
}

/// A kind of list.
struct GestureKind: Sendable, CustomStringConvertible {
    var description: String
    var make: @MainActor @Sendable (Program) -> any GestureList

    init(_ description: String, _ make: @escaping @MainActor @Sendable (Program) -> any GestureList) {
        self.description = description
        self.make = make
    }

    static let all = [
        GestureKind("section objects") { SectionObjects($0) },
        GestureKind("blocks") { Closures($0, blocks: true) },
        GestureKind("sections of closures") { Closures($0, blocks: false) },
        GestureKind("snapshots") { Snapshots($0) },
        GestureKind("providers") { Providers($0) },
        GestureKind("layoutable sections") { Layoutables($0) },
        GestureKind("descriptions") { Descriptions($0, table: false, byDifference: false) },
        GestureKind("descriptions by difference") { Descriptions($0, table: false, byDifference: true) },
        GestureKind("a table") { Descriptions($0, table: true, byDifference: false) },
        GestureKind("records") { Records($0, byDifference: false) },
        GestureKind("records by difference") { Records($0, byDifference: true) },
    ]
}
