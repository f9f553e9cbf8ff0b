import ListEngineTerminal

/// Browses packages: a list of sections on a screen of characters, controlled by keys.
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

    /// Returns whether the browser used the key. The host uses the rest.
    private func take(_ key: TerminalKey) -> Bool {
        switch key.code {
        case .character where key.modifiers == .control: return false
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
            show(index.matching(text, among: shown.itemIdentifiers))
        } else {
            show(index.matching(text, among: index.records.indices))
        }
        if let chosen, shown.contains(item: chosen) {
            choose(chosen)
        } else {
            choose(first)
        }
    }

    /// Shows packages, in ascending order: the list receives the differences.
    private func show(_ packages: [Int]) {
        var next = index.snapshot(of: packages, basedOn: shown)
        let changes = next.changeset(from: shown)
        change = (changes.items.deletes.count, changes.items.inserts.count)
        next.settle()
        list.performUpdates(changes, animated: false) { shown = next }
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
            : " ↑↓ · tab section · a–z jump · enter unfold · / filter · ^C quit"
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
        let cell = collectionView.dequeueReusableCell(PackageCell.self, for: indexPath)
        let package = package(indexPath)
        cell.record = index.records[package]
        cell.isUnfolded = unfolded.contains(package)
        return cell
    }

    public func collectionView(
        _ collectionView: CollectionView, viewForSupplementaryElementOfKind kind: ElementKind,
        at indexPath: IndexPath
    ) -> CollectionReusableView? {
        let header = collectionView.dequeueReusableSupplementaryView(
            SectionHeader.self, ofKind: kind, for: indexPath)
        let section = shown.sectionIdentifier(at: indexPath.section)
        header.title = index.sections[section]
        // Called when the header is drawn: a remaining section keeps its header while packages are inserted and
        // deleted.
        header.count = { [unowned self] in
            shown.contains(section: section) ? shown.numberOfItems(inSection: section) : 0
        }
        return header
    }
}
