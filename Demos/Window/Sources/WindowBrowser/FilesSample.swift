import CGTK
import ListEngineGTK

/// A folder as an outline. Folders are read when they are unfolded, and watched from then on.
final class FilesSample: Sample, CollectionViewDelegate {
    private let root: String
    private var source: DiffableDataSource<Int, String>!
    private var monitors: [String: FolderMonitor] = [:]
    /// The paths that are folders, among those that were read.
    private var folders: Set<String> = []

    /// - Parameter root: The path of the folder.
    init(_ root: String) throws {
        self.root = root
        try super.init(CollectionViewCompositionalLayout(section: .list(itemHeight: .estimated(30))))
        source = DiffableDataSource(collectionView: list) { [unowned self] list, indexPath, path in
            let cell = list.dequeueReusableCell(FileCell.self, for: indexPath)
            cell.show(path)
            cell.disclosure.toggle = { [unowned self] in source.toggleExpansion(of: path) }
            return cell
        }
        source.sectionSnapshotHandlers.canLoadChildren = { [unowned self] in folders.contains($0) }
        source.sectionSnapshotHandlers.snapshotForExpandingParent = { [unowned self] folder, below in
            // A folder that was read before is up to date, because it is watched.
            if monitors[folder] != nil { return below }
            var children = SectionSnapshot<String>()
            children.append(read(folder))
            return children
        }
        let countLater: @MainActor (String) -> Void = { [unowned self] _ in
            // The handlers are called before the rows are shown.
            Task { [weak self] in self?.showStatus() }
        }
        source.sectionSnapshotHandlers.willExpandItem = countLater
        source.sectionSnapshotHandlers.willCollapseItem = countLater
        list.delegate = self
        var outline = SectionSnapshot<String>()
        outline.append(read(root))
        source.apply(outline, to: 0, animatingDifferences: false)
        showStatus()
    }

    /// The paths in a folder: folders first, then by name. The folder is watched from now on.
    private func read(_ folder: String) -> [String] {
        monitors[folder] = monitors[folder] ?? FolderMonitor(folder) { [weak self] in self?.refresh(folder) }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        var entries: [(isFile: Bool, path: String)] = []
        for name in names where !name.hasPrefix(".") {
            let path = folder == "/" ? "/\(name)" : "\(folder)/\(name)"
            let type = (try? FileManager.default.attributesOfItem(atPath: path))?[.type] as? FileAttributeType
            if type == .typeDirectory { folders.insert(path) } else { folders.remove(path) }
            entries.append((type != .typeDirectory, path))
        }
        return entries.sorted { ($0.isFile ? 1 : 0, $0.path) < ($1.isFile ? 1 : 0, $1.path) }.map(\.path)
    }

    /// Shows what has changed in a folder.
    private func refresh(_ folder: String) {
        var outline = source.snapshot(for: 0)
        guard folder == root || outline.contains(folder) else {
            monitors[folder] = nil
            return
        }
        let paths = read(folder)
        let known = folder == root ? outline.rootItems : outline.children(of: folder)
        let deleted = Set(known).subtracting(paths)
        for path in monitors.keys where deleted.contains(where: { path == $0 || path.hasPrefix($0 + "/") }) {
            monitors[path] = nil
        }
        outline.delete(Array(deleted))
        let stay = known.filter { !deleted.contains($0) }
        for (number, path) in paths.enumerated() where !stay.contains(path) {
            if number > 0 {
                outline.insert([path], after: paths[number - 1])
            } else if let first = stay.first {
                outline.insert([path], before: first)
            } else {
                outline.append([path], to: folder == root ? nil : folder)
            }
        }
        source.apply(outline, to: 0)
        // Their sizes may have changed.
        source.edit { [stay] snapshot in snapshot.reconfigureItems(stay.filter(snapshot.contains(item:))) }
        showStatus()
    }

    private func showStatus() { status.text = "\(root): \(source.snapshot().numberOfItems) rows" }

    // MARK: CollectionViewDelegate

    func collectionView(_ collectionView: CollectionView, performPrimaryActionForItemAt indexPath: IndexPath) {
        if let path = source.itemIdentifier(for: indexPath) { source.toggleExpansion(of: path) }
    }

    func collectionView(_ collectionView: CollectionView, textForItemAt indexPath: IndexPath) -> String? {
        source.itemIdentifier(for: indexPath).map { ($0 as NSString).lastPathComponent }
    }
}

/// Reports changes of a folder's entries, several of them at once.
@MainActor private final class FolderMonitor {
    nonisolated(unsafe) private let monitor: UnsafeMutablePointer<GFileMonitor>?
    private var isWaiting = false

    init(_ folder: String, _ changed: @escaping @MainActor () -> Void) {
        let file = g_file_new_for_path(folder)
        monitor = g_file_monitor_directory(file, G_FILE_MONITOR_NONE, nil, nil)
        g_object_unref(UnsafeMutableRawPointer(file))
        guard let monitor else { return }
        GTKWidget.on("changed", of: monitor) { [weak self] in
            guard let self, !isWaiting else { return }
            isWaiting = true
            Task { [weak self] in
                try? await Task.sleep(nanoseconds: 50_000_000)
                self?.isWaiting = false
                if self != nil { changed() }
            }
        }
    }

    deinit { if let monitor { g_object_unref(monitor) } }
}

final class FileCell: GTKCell {
    let disclosure = Disclosure()
    let name = label()
    private let details = label("dim-label")
    private lazy var line = row(disclosure.widget, name.expanding(), details).style("item")

    override func makeWidget() -> GTKWidget { line }

    override var outlineState: OutlineState? {
        didSet {
            line.margins(leading: (outlineState?.level ?? 0) * 20)
            disclosure.isOpen = outlineState?.isExpanded ?? false
            gtk_widget_set_child_visible(disclosure.widget.pointer, outlineState?.isExpandable ?? false ? 1 : 0)
        }
    }

    func show(_ path: String) {
        name.text = (path as NSString).lastPathComponent
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        let isFolder = attributes?[.type] as? FileAttributeType == .typeDirectory
        details.text = isFolder ? "" : "\((attributes?[.size] as? NSNumber)?.intValue ?? 0) bytes"
    }
}
