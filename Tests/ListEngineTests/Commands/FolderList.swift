import Foundation
import ListEngine
import ListEngineDiff
import ListEngineLayout

struct NamedFile: Identifiable, Equatable {
    let id: Int
    var name: String
}

/// A list that is a function of its sections, and that stores how to undo changes.
@MainActor
final class FolderList: UndoTarget {
    let view = CollectionView(size: CGSize(width: 100, height: 60))
    let list: ListDataSource
    let host = RecorderHost()
    var sections: [[NamedFile]]
    var log: [String] = []
    var undone: [[[NamedFile]]] = []
    var redone: [[[NamedFile]]] = []
    var accepts: @MainActor (String) -> Bool = { !$0.isEmpty }
    var whileAccepting: (@MainActor () -> Void)?
    var takesInsertions = true

    init(_ names: [String]..., flow: FlowDirection = .leftToRight) {
        var id = 0
        sections = names.map { names in
            names.map { name in
                id += 1
                return NamedFile(id: id, name: name)
            }
        }
        view.allowsMultipleSelection = true
        view.flowDirection = flow
        list = ListDataSource(in: view)
        view.host = host
        view.undoTarget = self
        build()
    }

    func build() {
        list.build(animatingDifferences: false) {
            for (index, files) in sections.enumerated() {
                ListBlock("\(index)", files) { ItemContent($0.name) }
                    .height(20)
                    .onRename { [unowned self] file, name in rename(file, name) }
                    .onDelete(where: { $0.name != "fixed" }) { [unowned self] in delete($0, index) }
                    .onDrag {
                        $0.name == "fixed" ? nil : CollectionDragItem(payload: $0, text: "<\($0.name)>")
                    } ended: { [unowned self] files, operation in
                        log.append("\(operation) \(files.map(\.name).joined(separator: " "))")
                        guard operation == .move else { return }
                        sections[index].removeAll { files.contains($0) }
                        build()
                    }
                    .onDrop { [unowned self] _ in
                        whileAccepting?()
                        return takesInsertions ? .move : .cancel
                    } _: { [unowned self] drag, place in
                        insert(drag, index, place)
                    }
                    .onDropOnItem { [unowned self] drag, file in log.append("\(drag.items.count) onto \(file.name)")
                    }
                    .menu { [unowned self] _ in
                        CollectionContextMenu(
                            ItemMenu(ItemCommand.allCases.map { ItemMenu.Action($0, in: view) }))
                    }
                    .menu(ofSeveral: { [unowned self] _ in
                        CollectionContextMenu(ItemMenu([ItemMenu.Action(.delete, in: view)]))
                    })
            }
        }
        view.layoutIfNeeded()
    }

    private func rename(_ file: NamedFile, _ name: String) -> Bool {
        log.append("\(file.name) -> \(name)")
        guard accepts(name) else { return false }
        change { sections in
            for index in sections.indices {
                guard let place = sections[index].firstIndex(where: { $0.id == file.id }) else { continue }
                sections[index][place].name = name
            }
        }
        return true
    }

    private func delete(_ files: [NamedFile], _ section: Int) {
        log.append("delete \(files.map(\.name).joined(separator: " "))")
        change { $0[section].removeAll { files.contains($0) } }
    }

    private func insert(_ drag: CollectionDrag, _ section: Int, _ place: Int) {
        let files = drag.items.compactMap { $0.payload as? NamedFile }
        let new = files.isEmpty ? [NamedFile(id: 100, name: drag.text ?? "?")] : files
        // A copy in the same list needs new identifiers.
        let isOwn = drag.source === view
        change {
            $0[section].insert(
                contentsOf: isOwn ? new.map { NamedFile(id: $0.id + 1_000, name: $0.name) } : new, at: place)
        }
    }

    private func change(_ edit: (inout [[NamedFile]]) -> Void) {
        undone.append(sections)
        redone = []
        edit(&sections)
        build()
    }

    var canUndo: Bool { !undone.isEmpty }
    var canRedo: Bool { !redone.isEmpty }
    func undo() {
        redone.append(sections)
        sections = undone.removeLast()
        build()
    }
    func redo() {
        undone.append(sections)
        sections = redone.removeLast()
        build()
    }

    var names: [[String]] { sections.map { $0.map(\.name) } }
    func focus(_ item: Int, _ section: Int = 0) { view.focusedIndexPath = IndexPath(item: item, section: section) }
    func select(_ paths: (Int, Int)...) {
        for (item, section) in paths {
            view.selectItem(at: IndexPath(item: item, section: section), animated: false, scrollPosition: nil)
        }
    }
    var edited: [String] {
        view.visibleCells.compactMap {
            ($0 as? ContentCell)?.fieldState.contains(.edited) == true
                ? ($0 as? ContentCell)?.content.title : nil
        }
    }
}
