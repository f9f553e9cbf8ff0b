import ListEngineGTK

/// Tasks in boxes, next to a sidebar of projects: selecting, renaming, deleting, copying, moving and swiping by hand, with undo.
final class TasksSample: Sample, UndoTarget {
    struct Chore: Identifiable, Equatable, Sendable {
        let id: Int
        var title: String
        var day: String
        var project: String
        var isDone = false
        var isUrgent = false
    }

    private(set) var chores: [Chore] = []
    private(set) var days = ["Today", "Tomorrow", "Later"]
    private(set) var project = "Garden"
    private let projects = ["Garden", "Kitchen", "Workshop"]
    private var filter = ""
    private typealias State = (chores: [Chore], days: [String])
    private var (undone, redone): ([State], [State]) = ([], [])
    private let source = ListDataSource()
    /// The projects in the sidebar.
    let sidebar: CollectionView
    private let sidebarHost: GTKHost
    private let sidebarSource = ListDataSource()

    /// - Parameter load: Reads the tasks, on another thread.
    init(_ load: @escaping @Sendable () throws -> [Chore] = Chore.examples) throws {
        sidebar = CollectionView(
            collectionViewLayout: CollectionViewCompositionalLayout.list(
                using: CollectionLayoutListConfiguration(appearance: .sidebar)))
        sidebarHost = try GTKHost(showing: sidebar)
        var boxes = CollectionLayoutListConfiguration(appearance: .insetGrouped)
        boxes.headerHeight = .estimated(32)
        boxes.contentInsets.bottom = 8
        try super.init(CollectionViewCompositionalLayout.list(using: boxes))
        source.attach(to: list)
        sidebarSource.attach(to: sidebar)
        list.allowsMultipleSelection = true
        list.undoTarget = self
        list.sectionMoveHandler = { [unowned self] section, target in
            // Days without tasks that match the search are not shown: the day goes to the place of the one that is there.
            let shown = shownDays
            let place = days.firstIndex(of: shown[target]) ?? target
            remember()
            days.removeAll { $0 == shown[section] }
            days.insert(shown[section], at: place)
            show()
        }
        list.refreshHandler = { [unowned self] in
            change { $0.append(Chore(id: nextID, title: "New task", day: days[0], project: project)) }
            list.endRefreshing()
        }
        add(
            searchField { [unowned self] in
                filter = $0
                show()
            })
        add(GTKButton("New") { [unowned self] in list.beginRefreshing() })
        add(GTKButton("Edit") { [unowned self] in list.isEditing.toggle() })
        list.allowsMultipleSelectionDuringEditing = true
        list.emptyContent = .loading("Reading the tasks…")
        Task { [weak self] in
            do {
                let chores = try await Task.detached(operation: load).value
                self?.chores = chores
                self?.show()
            } catch {
                self?.list.emptyContent = EmptyContent("The tasks cannot be read", text: "\(error)")
            }
        }
    }

    override var content: GTKWidget {
        let side = GTKWidget(sidebarHost.widget).leastSize(width: 150)
        return row(spacing: 0, side, GTKWidget(host.widget).expanding()).expanding(vertically: true)
    }

    // MARK: The model

    private var nextID: Int { (chores.map(\.id).max() ?? 0) + 1 }

    private func remember() {
        undone.append((chores, days))
        redone = []
    }

    private func change(_ edit: (inout [Chore]) -> Void) {
        remember()
        edit(&chores)
        show()
    }

    var canUndo: Bool { !undone.isEmpty }
    var canRedo: Bool { !redone.isEmpty }

    func undo() {
        redone.append((chores, days))
        (chores, days) = undone.removeLast()
        show()
    }

    func redo() {
        undone.append((chores, days))
        (chores, days) = redone.removeLast()
        show()
    }

    // MARK: The lists

    private func shown(_ day: String) -> [Chore] {
        chores.filter {
            $0.day == day && $0.project == project
                && (filter.isEmpty || $0.title.lowercased().contains(filter.lowercased()))
        }
    }

    private var shownDays: [String] { days.filter { !shown($0).isEmpty || filter.isEmpty && !chores.isEmpty } }

    private func show() {
        let days = shownDays
        source.build { days.map { block($0) as any ListSection } }
        list.emptyContent =
            filter.isEmpty
            ? EmptyContent("Nothing to do", image: .icon("object-select-symbolic", text: "✓")) : .noResults(for: filter)
        status.text = "\(chores.filter { !$0.isDone }.count) of \(chores.count) tasks to do"
        sidebarSource.build {
            ListBlock("projects", projects, id: \.self) { [unowned self] project in
                var content = ItemContent(project, image: .icon("folder-symbolic", text: "▸"))
                let count = chores.count { $0.project == project && !$0.isDone }
                content.badge = count > 0 ? "\(count)" : nil
                return content
            }
            .onDidSelect { [unowned self] project, _ in
                self.project = project
                show()
            }
            .onDropOnItem(accepts: { drag, _ in drag.items.isEmpty ? .cancel : .copy }) {
                [unowned self] drag, project in
                let moved = drag.items.compactMap { ($0.payload as? Chore)?.id }
                change { chores in
                    for index in chores.indices where moved.contains(chores[index].id) {
                        chores[index].project = project
                    }
                }
            }
        }
    }

    private func block(_ day: String) -> ListBlock<Chore, Int> {
        let block = ListBlock(day, shown(day)) { [unowned self] chore in content(of: chore) }.header(day)
        block.onRename { [unowned self] chore, title in
            guard !title.isEmpty else { return false }
            change { chores in chores = chores.map { $0.id == chore.id ? with($0) { $0.title = title } : $0 } }
            return true
        }
        block.onDelete { [unowned self] deleted in
            change { $0.removeAll { chore in deleted.contains { $0.id == chore.id } } }
        }
        block.onMove { [unowned self] chore, _, target in
            // The target is a place among the tasks that match the search.
            let others = shown(day).map(\.id).filter { $0 != chore.id }
            change { chores in
                chores.removeAll { $0.id == chore.id }
                let place = target < others.count ? chores.firstIndex { $0.id == others[target] } : nil
                chores.insert(chore, at: place ?? chores.count)
            }
        }
        block.onDrag { CollectionDragItem(payload: $0, text: $0.title) }
        let accepts: @MainActor (CollectionDrag) -> CollectionDropOperation = {
            $0.isPasted || $0.text != nil ? .copy : .cancel
        }
        block.onDrop(accepts: accepts) { [unowned self] drag, _ in
            let texts = drag.items.isEmpty ? [drag.text ?? ""] : drag.items.compactMap { ($0.payload as? Chore)?.title }
            change { chores in
                for text in texts {
                    chores.append(Chore(id: nextID(in: chores), title: text, day: day, project: project))
                }
            }
        }
        block.trailingSwipeActions { [unowned self] chore in
            CollectionSwipeActions([
                CollectionSwipeAction(.destructive, title: "Delete", image: .icon("user-trash-symbolic")) {
                    _, _, done in
                    self.change { $0.removeAll { $0.id == chore.id } }
                    done(true)
                },
                CollectionSwipeAction(
                    title: "Flag", image: .icon("emblem-important-symbolic"), color: .rgb(red: 230, green: 97, blue: 0)
                ) { _, _, done in
                    self.set(chore) { $0.isUrgent.toggle() }
                    done(true)
                },
            ])
        }
        block.menu { [unowned self] chore in CollectionContextMenu(menu(of: [chore])) }
        block.menu(ofSeveral: { [unowned self] chores in CollectionContextMenu(menu(of: chores)) })
        return block
    }

    private func nextID(in chores: [Chore]) -> Int { (chores.map(\.id).max() ?? 0) + 1 }

    private func content(of chore: Chore) -> ItemContent {
        var content = ItemContent(chore.title)
        content.mark = chore.isDone ? .checked : .unchecked
        content.badge = chore.isUrgent ? "urgent" : nil
        content.tint = chore.isUrgent ? .warning : nil
        content.isDimmed = chore.isDone
        content.separator = .inset(leading: 22)
        content.accessories = [
            .selection, .reorder, .delete { [unowned self] in change { $0.removeAll { $0.id == chore.id } } },
        ]
        return content
    }

    private func set(_ chore: Chore, _ edit: (inout Chore) -> Void) {
        change { chores in
            guard let index = chores.firstIndex(where: { $0.id == chore.id }) else { return }
            edit(&chores[index])
        }
    }

    private func menu(of chores: [Chore]) -> ItemMenu {
        let areDone = chores.allSatisfy { $0.isDone }
        var commands: [ItemCommand] = [.cut, .copy, .paste, .delete]
        if chores.count == 1 { commands.insert(.rename, at: 0) }
        return ItemMenu([
            .action(
                ItemMenu.Action("Done", shortcut: .control("d"), isChecked: areDone) { [unowned self] in
                    let ids = Set(chores.map(\.id))
                    change { all in
                        for index in all.indices where ids.contains(all[index].id) { all[index].isDone = !areDone }
                    }
                }),
            .submenu(
                "Move to",
                days.map { day in
                    .action(
                        ItemMenu.Action(day, isEnabled: chores.contains { $0.day != day }) { [unowned self] in
                            let ids = Set(chores.map(\.id))
                            change { all in
                                for index in all.indices where ids.contains(all[index].id) { all[index].day = day }
                            }
                        })
                }),
            .section(elements: commands.map { .action(ItemMenu.Action($0, in: list)) }),
            .section(elements: [.undo, .redo].map { .action(ItemMenu.Action($0, in: list)) }),
        ])
    }
}

private func with<Value>(_ value: Value, _ edit: (inout Value) -> Void) -> Value {
    var changed = value
    edit(&changed)
    return changed
}

extension TasksSample.Chore {
    /// Tasks of three projects.
    @Sendable static func examples() -> [TasksSample.Chore] {
        let titles = [
            "Garden": ["Water the beans", "Cut the hedge", "Sow radishes", "Repair the fence", "Turn the compost"],
            "Kitchen": ["Buy flour", "Sharpen knives", "Descale the kettle", "Plan Sunday's dinner"],
            "Workshop": ["Oil the hinges", "Sort screws", "Glue the chair"],
        ]
        let days = ["Today", "Tomorrow", "Later"]
        var chores: [TasksSample.Chore] = []
        for (project, titles) in titles.sorted(by: { $0.key < $1.key }) {
            for (number, title) in titles.enumerated() {
                chores.append(
                    TasksSample.Chore(
                        id: chores.count, title: title, day: days[number % 3], project: project, isDone: number == 3,
                        isUrgent: number == 1))
            }
        }
        return chores
    }
}
