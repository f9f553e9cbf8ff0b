import ListEngineTerminal

/// Browses packages: a table with sections on a screen of characters, controlled by keys and the mouse.
///
///     let browser = Browser(try PackageRecord.installable(), width: 80, height: 24)
///     browser.press(TerminalKey(.down))
///     print(browser.screen().text)
///
/// The list is a collection view over a snapshot of numbers. Each key of a filter makes the next snapshot, and the list
/// receives the differences: the chosen package stays chosen, and keeps its place on the screen.
@MainActor
public final class Browser: CollectionViewDataSource, CollectionViewDelegate {
    let index: PackageIndex
    public let host: TerminalHost
    let list: CollectionView

    /// The visible sections and packages, by number.
    private var shown = PackageIndex.Snapshot()
    private var unfolded: Set<Int> = []
    /// The place of each package in the order of the columns. Empty: the order of the numbers.
    private var ranks: [Int] = []
    /// The package that was chosen last, whether it is shown or not.
    private var chosen: Int?

    private var filter = ""
    private var isTyping = false
    /// The changes made by the last key of the filter.
    private var change: (removed: Int, added: Int)?

    public init(_ packages: [PackageRecord], width: Int, height: Int) {
        index = PackageIndex(packages)
        list = CollectionView(
            collectionViewLayout: CollectionViewCompositionalLayout(
                section: .table(itemHeight: .estimated(1), headerHeight: .absolute(1))))
        list.selectionFollowsFocus = true
        host = TerminalHost(list)
        list.dataSource = self
        list.delegate = self
        list.showsColumnTitlesAboveSections = true
        list.show(table)
        list.sortHandler = { [unowned self] in sort(by: $0) }
        host.keyHandler = { [unowned self] in take($0) }
        host.topBar = { [unowned self] in topBar(width: $0) }
        host.bottomBar = { [unowned self] in bottomBar(width: $0) }
        host.resize(width: width, height: height)
        show(Array(index.records.indices))
        change = nil
        _ = host.screen()
        choose(first)
    }

    // MARK: Keys

    /// Presses a key, as a user of the terminal does.
    public func press(_ key: TerminalKey) { host.handle(.key(key)) }

    /// Returns whether the browser used the key. The host uses the rest: those of columns, and of the menu of a title.
    private func take(_ key: TerminalKey) -> Bool {
        if host.isMenuOpen { return false }
        switch key.code {
        case .function: return false
        case .left, .right: if list.focusedColumn != nil || key.modifiers.contains(.alt) { return false }
        default: break
        }
        switch key.code {
        case .character where key.modifiers == .control || key.modifiers == .alt: return false
        case .up: move(.up)
        case .down: move(.down)
        case .pageUp: move(.pageUp)
        case .pageDown: move(.pageDown)
        case .home: move(.home)
        case .end: move(.end)
        case .tab: goToSection(key.modifiers.contains(.shift) ? -1 : 1)
        case .right: unfold(true)
        case .left: unfold(false)
        case .enter:
            if isTyping { isTyping = false } else { unfold(nil) }
        case .escape where list.focusedColumn != nil: list.focusedColumn = nil
        case .escape:
            isTyping = false
            filter(by: "")
        case .backspace:
            if isTyping { filter(by: String(filter.dropLast())) }
        case .character(let character):
            if isTyping {
                filter(by: filter + String(character))
            } else if character == "/" {
                isTyping = true
            } else if character == " " {
                unfold(nil)
            } else {
                jump(to: character)
            }
        default: break
        }
        return true
    }

    private func move(_ key: CollectionViewKey) {
        list.hostKey(key)
        showFirstLine()
        guard let focus = list.focusedIndexPath else { return }
        chosen = package(focus)
        list.anchorPolicy = .item(focus)
    }

    /// The first visible package: no section is empty.
    private var first: Int? {
        shown.numberOfItems == 0 ? nil : shown.itemIdentifier(at: ItemIndexPath(section: 0, item: 0))
    }

    /// The package with the focus.
    private var current: Int? { list.focusedIndexPath.map(package) }

    private func package(_ indexPath: IndexPath) -> Int {
        shown.itemIdentifier(at: ItemIndexPath(section: indexPath.section, item: indexPath.item))
    }

    /// Moves the focus to a package, and scrolls just far enough to show it.
    private func choose(_ package: Int?) {
        guard let package, let path = shown.indexPath(of: package) else {
            list.focusedIndexPath = nil
            return
        }
        let indexPath = IndexPath(item: path.item, section: path.section)
        list.focusedIndexPath = indexPath
        // It keeps its row while the filter changes the rows around it.
        list.anchorPolicy = .item(indexPath)
        list.selectItem(at: indexPath, animated: false, scrollPosition: .nearest)
        showFirstLine()
    }

    /// A package that does not fit the screen is shown from its first line.
    private func showFirstLine() {
        guard let focus = list.focusedIndexPath,
            let start = list.contentOffset(forItemAt: focus, at: .start),
            start.y < list.contentOffset.y
        else { return }
        list.contentOffset = start
    }

    /// Moves to the first package of the next or the previous section.
    private func goToSection(_ step: Int) {
        guard let focus = list.focusedIndexPath else { return }
        let section = focus.section + (step < 0 && focus.item > 0 ? 0 : step)
        guard (0..<shown.numberOfSections).contains(section) else { return }
        list.scrollToHeader(ofSection: section, animated: false)
        chosen = package(IndexPath(item: 0, section: section))
        choose(chosen)
    }

    /// Moves to the next package whose name begins with a letter: in its section, else in a later one, else from the
    /// start.
    private func jump(to letter: Character) {
        guard let focus = list.focusedIndexPath, let wanted = letter.lowercased().first else { return }
        let here = index.initial(of: package(focus)) == wanted
        for step in 0...shown.numberOfSections {
            let section = (focus.section + step) % shown.numberOfSections
            // Already on that letter in this section: continue with the next section.
            if step == 0, here { continue }
            let packages = shown.itemIdentifiers(inSectionAt: section)
            guard let found = packages.first(where: { index.initial(of: $0) == wanted }) else { continue }
            chosen = found
            return choose(found)
        }
    }

    private func unfold(_ isOpen: Bool?) {
        guard let focus = list.focusedIndexPath else { return }
        let package = package(focus)
        let opens = isOpen ?? !unfolded.contains(package)
        guard opens != unfolded.contains(package) else { return }
        if opens { unfolded.insert(package) } else { unfolded.remove(package) }
        // The same cell, configured and measured again.
        list.reconfigureItems(at: [focus])
        list.scrollToItem(at: focus, at: .nearest, animated: false)
        showFirstLine()
    }

    // MARK: The filter

    private func filter(by text: String) {
        guard text != filter else { return }
        // A longer text matches only packages that the shorter one matched.
        let narrows = text.hasPrefix(filter)
        filter = text
        if narrows {
            show(index.matching(text, among: shown.itemIdentifiers.sorted()))
        } else {
            show(index.matching(text, among: index.records.indices))
        }
        if let chosen, shown.contains(item: chosen) {
            choose(chosen)
        } else {
            choose(first)
        }
    }

    /// Shows packages, given in ascending order: the list receives the differences.
    private func show(_ packages: [Int]) {
        var next = index.snapshot(of: packages, basedOn: shown) { [ranks] packages in
            ranks.isEmpty ? Array(packages) : packages.sorted { ranks[$0] < ranks[$1] }
        }
        let changes = next.changeset(from: shown)
        change = (changes.items.deletes.count, changes.items.inserts.count)
        next.settle()
        list.performUpdates(changes, animated: false) { shown = next }
        // A section that is still there keeps its header, with new numbers.
        for case let header as TableHeaderView in list.visibleViews {
            if let section = header.layoutAttributes?.section, section >= 0 { fill(header, ofSection: section) }
        }
    }

    // MARK: Columns

    private lazy var table: ListTable<Int> = {
        let records = index.records
        let sizes = records.map(\.installedSize)
        return ListTable {
            ListColumn("Name", width: .points(22)) { [unowned self] (package: Int) in
                ItemContent((unfolded.contains(package) ? "▾ " : "▸ ") + records[package].name)
            }
            .width(from: 8).pinned(.leading)
            .sorted { records[$0].name < records[$1].name }
            .text { records[$0].name }
            ListColumn("Version", width: .points(14)) { package in ItemContent(records[package].version) }
                .width(from: 4).sorted { records[$0].version < records[$1].version }
            ListColumn("Size", width: .points(10)) { package in ItemContent(Self.text(ofSize: sizes[package])) }
                .width(from: 4).aligned(.trailing).sorted { sizes[$0] < sizes[$1] }
            ListColumn("Summary") { [unowned self] package in
                var content = ItemContent(records[package].summary)
                guard unfolded.contains(package) else { return content }
                content.titleLineLimit = 0
                content.subtitle = records[package].details.map { "\($0.name): \($0.value)" }.joined(separator: "\n")
                content.subtitleLineLimit = 0
                return content
            }
            .width(from: 24).measuringItems()
            .sorted { records[$0].summary < records[$1].summary }
        }
    }()

    private static func text(ofSize size: Int) -> String {
        size < 10_000 ? size > 0 ? "\(size) kB" : "" : "\(size / 1_000) MB"
    }

    /// Sorts the packages of each section.
    private func sort(by order: [ColumnSort]) {
        let all = Array(index.records.indices)
        ranks = order.isEmpty ? [] : Array(repeating: 0, count: all.count)
        if !order.isEmpty {
            for (rank, package) in table.sorter.sorted(all, by: order).enumerated() { ranks[package] = rank }
        }
        show(shown.itemIdentifiers.sorted())
        choose(chosen ?? first)
    }

    /// Shows the name of a section, the number of its packages and their size.
    private func fill(_ header: TableHeaderView, ofSection section: Int) {
        let packages = shown.itemIdentifiers(inSectionAt: section)
        header.show(index.sections[shown.sectionIdentifier(at: section)]) { [index] column in
            switch column {
            case "Size":
                ItemContent(Self.text(ofSize: packages.reduce(0) { $0 + index.records[$1].installedSize }))
            case "Summary": ItemContent(packages.count == 1 ? "1 package" : "\(packages.count) packages")
            default: nil
            }
        }
    }

    // MARK: The screen

    public func resize(width: Int, height: Int) {
        host.resize(width: width, height: height)
        _ = host.screen()
        choose(current)
    }

    public func screen() -> Screen { host.screen() }

    private func topBar(width: Int) -> [StyledText] {
        let count = "\(shown.numberOfItems) of \(index.records.count) packages "
        let title =
            isTyping || !filter.isEmpty ? " /\(filter)\(isTyping ? "▏" : "")" : " Debian packages"
        return [
            StyledText(TerminalText.fitted(title, to: max(0, width - count.count)) + count, .reversed)
        ]
    }

    private func bottomBar(width: Int) -> [StyledText] {
        let help =
            isTyping
            ? " type to filter · enter keeps · escape clears"
            : " ↑↓ · tab section · a–z jump · enter unfold · / filter · F3 sort · F9 column · ^C quit"
        let told = change.map { "−\($0.removed) +\($0.added) " } ?? ""
        return [StyledText(TerminalText.fitted(help, to: max(0, width - told.count)) + told, .reversed)]
    }

    // MARK: CollectionViewDataSource

    public func numberOfSections(in collectionView: CollectionView) -> Int { shown.numberOfSections }

    public func collectionView(_ collectionView: CollectionView, numberOfItemsInSection section: Int)
        -> Int
    {
        shown.numberOfItems(inSectionAt: section)
    }

    public func collectionView(
        _ collectionView: CollectionView, cellForItemAt indexPath: IndexPath
    ) -> CollectionViewCell {
        collectionView.tableCell(for: indexPath, showing: package(indexPath), in: table)
    }

    public func collectionView(
        _ collectionView: CollectionView, viewForSupplementaryElementOfKind kind: ElementKind,
        at indexPath: IndexPath
    ) -> CollectionReusableView? {
        let header = collectionView.dequeueReusableSupplementaryView(
            TableHeaderView.self, ofKind: kind, for: indexPath)
        fill(header, ofSection: indexPath.section)
        return header
    }

    public func collectionView(
        _ collectionView: CollectionView, field column: String, ofItemAt indexPath: IndexPath
    ) -> TableField? { table.field(column, of: package(indexPath)) }
}
