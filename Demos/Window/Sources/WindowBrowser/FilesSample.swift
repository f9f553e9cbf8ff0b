import CGTK
import ListEngineGTK

/// A folder as an outline in columns, sorted by any of them. Folders are read on another thread when they are unfolded, and watched from then
/// on.
final class FilesSample: Sample, CollectionViewDelegate {
    /// An entry of a folder.
    struct File: Hashable, Sendable {
        let path: String
        let isFolder: Bool
        /// In bytes.
        let size: Int
        let date: Date

        var name: String { (path as NSString).lastPathComponent }
    }

    private let root: String
    private var source: DiffableDataSource<Int, String>!
    private var monitors: [String: FolderMonitor] = [:]
    /// The entries of the folders that were read.
    private var contents: [String: [File]] = [:]
    private var files: [String: File] = [:]
    /// How often each folder was read. An answer that is not the newest one is ignored.
    private var reads: [String: Int] = [:]

    private static let dates: DateFormatter = {
        let format = DateFormatter()
        format.dateFormat = "yyyy-MM-dd HH:mm"
        return format
    }()

    private let table = ListTable<File> {
        ListColumn("Name", width: .share(1)) { file in ItemContent(file.name, accessories: [.outline]) }
            .width(from: 200).sorted { $0.name < $1.name }
        ListColumn("Size", width: .points(110)) { file in ItemContent(file.isFolder ? "" : "\(file.size)") }
            .sorted { $0.size < $1.size }.aligned(.trailing)
        ListColumn("Changed", width: .points(160)) { file in ItemContent(dates.string(from: file.date)) }
            .sorted { $0.date < $1.date }
    }

    /// - Parameter root: The path of the folder.
    init(_ root: String) throws {
        self.root = root
        try super.init(CollectionViewCompositionalLayout(section: .table(itemHeight: .estimated(30))))
        GTKWidget(host.widget).style("data-table", "column-separators")
        source = DiffableDataSource(collectionView: list, table: table) { [unowned self] path in files[path] }
        source.sectionSnapshotHandlers.canLoadChildren = { [unowned self] in files[$0]?.isFolder ?? false }
        source.sectionSnapshotHandlers.loadChildren = { [weak self] folder in
            _ = await self?.read(folder)
            var children = SectionSnapshot<String>()
            guard let self else { return children }
            children.append(sorted(folder))
            Task { [weak self] in self?.showStatus() }
            return children
        }
        let countLater: @MainActor (String) -> Void = { [unowned self] _ in
            // The handlers are called before the rows are shown.
            Task { [weak self] in self?.showStatus() }
        }
        source.sectionSnapshotHandlers.willExpandItem = countLater
        source.sectionSnapshotHandlers.willCollapseItem = countLater
        list.sortHandler = { [unowned self] _ in show() }
        list.delegate = self
        Task { [weak self] in
            _ = await self?.read(root)
            self?.show()
        }
    }

    /// Reads the entries of a folder, which is watched from now on.
    /// - Returns: False if it is being read again.
    private func read(_ folder: String) async -> Bool {
        monitors[folder] =
            monitors[folder]
            ?? FolderMonitor(folder) { [weak self] in
                Task { [weak self] in await self?.refresh(folder) }
            }
        let number = (reads[folder] ?? 0) + 1
        reads[folder] = number
        let entries = await Task.detached { FilesSample.entries(of: folder) }.value
        // A folder that was removed meanwhile is not watched any more.
        guard reads[folder] == number, monitors[folder] != nil else { return false }
        contents[folder] = entries
        for file in entries { files[file.path] = file }
        return true
    }

    private nonisolated static func entries(of folder: String) -> [File] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { !$0.hasPrefix(".") }.map { name in
            let path = folder == "/" ? "/\(name)" : "\(folder)/\(name)"
            let attributes = try? FileManager.default.attributesOfItem(atPath: path)
            return File(
                path: path, isFolder: attributes?[.type] as? FileAttributeType == .typeDirectory,
                size: (attributes?[.size] as? NSNumber)?.intValue ?? 0,
                date: attributes?[.modificationDate] as? Date ?? .distantPast)
        }
    }

    /// The paths in a folder: folders first, then by the columns that the user has chosen, then by name.
    private func sorted(_ folder: String) -> [String] {
        let entries = (contents[folder] ?? []).sorted {
            ($0.isFolder ? 0 : 1, $0.path) < ($1.isFolder ? 0 : 1, $1.path)
        }
        let folders = entries.prefix { $0.isFolder }
        let order = list.columns?.sortOrder ?? []
        let parts = [Array(folders), Array(entries.dropFirst(folders.count))]
        return parts.flatMap { table.sorter.sorted($0, by: order) }.map(\.path)
    }

    /// Shows the folders that were read, in the order of the columns.
    private func show() {
        let old = source.snapshot(for: 0)
        var outline = SectionSnapshot<String>()
        func append(_ folder: String, to parent: String?) {
            let paths = sorted(folder)
            outline.append(paths, to: parent)
            for path in paths where contents[path] != nil {
                append(path, to: path)
                if old.isExpanded(path) { outline.expand([path]) }
            }
        }
        append(root, to: nil)
        source.apply(outline, to: 0, animatingDifferences: !old.items.isEmpty)
        showStatus()
    }

    /// Shows what has changed in a folder.
    private func refresh(_ folder: String) async {
        let before = files
        guard await read(folder) else { return }
        let gone = before.keys.filter { ($0 as NSString).deletingLastPathComponent == folder }
        let paths = Set((contents[folder] ?? []).map(\.path))
        for path in Set(gone).subtracting(paths) {
            files[path] = nil
            for known in contents.keys where known == path || known.hasPrefix(path + "/") {
                (contents[known], monitors[known]) = (nil, nil)
            }
        }
        show()
        // Their sizes may have changed.
        let changed = paths.filter { before[$0] != nil && before[$0] != files[$0] }
        if !changed.isEmpty { fillAgain(Array(changed)) }
    }

    private func fillAgain(_ paths: [String]) {
        source.edit { snapshot in snapshot.reconfigureItems(paths.filter(snapshot.contains(item:))) }
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
