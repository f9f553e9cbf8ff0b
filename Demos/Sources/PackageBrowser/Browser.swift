import Foundation
import ListEngine
import ListEngineDiff
import ListEngineLayout

/// Browses packages: a list of sections on a screen of characters, controlled by keys.
///
///     let browser = Browser(try PackageRecord.installable(), width: 80, height: 24)
///     browser.press(.down)
///     print(browser.screen().text)
///
/// The list is a collection view over a snapshot of numbers. Each key of a filter makes the next snapshot, and the list
/// receives the differences: the chosen package stays chosen, and keeps its place on the screen.
@MainActor
public final class Browser: CollectionViewDataSource, CollectionViewDelegate {
    let index: PackageIndex
    let host: TerminalHost
    let list: CollectionView
    private(set) var size: (width: Int, height: Int)

    /// The visible sections and packages, by number.
    private var shown = PackageIndex.Snapshot()
    private var unfolded: Set<Int> = []
    /// The package that was chosen last, whether it is shown or not.
    private var chosen: Int?

    private var filter = ""
    private var isTyping = false
    /// The changes made by the last key of the filter.
    private var change: (removed: Int, added: Int)?

    /// The user has quit.
    public private(set) var isDone = false

    public init(_ packages: [PackageRecord], width: Int, height: Int) {
        index = PackageIndex(packages)
        size = (width, height)
        list = CollectionView(
            frame: CGRect(x: 0, y: 0, width: width, height: Self.rows(height).count),
            collectionViewLayout: CollectionViewCompositionalLayout(
                section: .table(itemHeight: .estimated(1), headerHeight: .absolute(1))))
        list.selectionFollowsFocus = true
        host = TerminalHost(list)
        list.dataSource = self
        list.delegate = self
        show(Array(index.records.indices))
        change = nil
        choose(first)
    }

    /// The rows between the bars.
    private static func rows(_ height: Int) -> Range<Int> { 1..<max(1, height - 1) }

    // MARK: Keys

    public func press(_ key: Key) {
        switch key {
        case .up: move(.up)
        case .down: move(.down)
        case .pageUp: move(.pageUp)
        case .pageDown: move(.pageDown)
        case .home: move(.home)
        case .end: move(.end)
        case .tab: goToSection(1)
        case .backTab: goToSection(-1)
        case .right: unfold(true)
        case .left: unfold(false)
        case .enter:
            if isTyping { isTyping = false } else { unfold(nil) }
        case .escape:
            isTyping = false
            filter(by: "")
        case .backspace:
            if isTyping { filter(by: String(filter.dropLast())) }
        case .quit: isDone = true
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
        }
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
        guard let focus = list.focusedIndexPath, let start = list.contentOffset(forItemAt: focus, at: .start),
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
        size = (width, height)
        list.bounds.size = CGSize(width: width, height: Self.rows(height).count)
        list.layoutIfNeeded()
        choose(current)
    }

    public func screen() -> Screen {
        var screen = Screen(width: size.width, height: size.height)
        host.draw(into: &screen, rows: Self.rows(size.height))
        let count = "\(shown.numberOfItems) of \(index.records.count) packages "
        let wanted = isTyping || !filter.isEmpty ? " /\(filter)\(isTyping ? "▏" : "")" : " Debian packages"
        let room = max(0, size.width - count.columns)
        screen.write([StyledText(wanted.cut(to: room).padded(to: room) + count, .bar)], y: 0)
        let help =
            isTyping
            ? " type to filter · enter keeps · escape clears"
            : " ↑↓ · tab section · a–z jump · enter unfold · / filter · ^C quit"
        let told = change.map { "−\($0.removed) +\($0.added) " } ?? ""
        let helpRoom = max(0, size.width - told.columns)
        if size.height > 1 {
            screen.write([StyledText(help.cut(to: helpRoom).padded(to: helpRoom) + told, .bar)], y: size.height - 1)
        }
        return screen
    }

    // MARK: CollectionViewDataSource

    public func numberOfSections(in collectionView: CollectionView) -> Int { shown.numberOfSections }

    public func collectionView(_ collectionView: CollectionView, numberOfItemsInSection section: Int) -> Int {
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
        _ collectionView: CollectionView, viewForSupplementaryElementOfKind kind: ElementKind, at indexPath: IndexPath
    ) -> CollectionReusableView? {
        let header = collectionView.dequeueReusableSupplementaryView(SectionHeader.self, ofKind: kind, for: indexPath)
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
