import Foundation
import ListEngineTerminal

/// Lets the user choose among lines: a list that is filtered while the user types, and while lines arrive.
///
///     let picker = Picker(input: 0)
///     let result = await picker.run(device)
@MainActor
public final class Picker {
    public struct Options: Sendable {
        /// What the user has typed at the start.
        public var query = ""
        /// Whether the tab key marks lines, so that several can be chosen.
        public var choosesSeveral = false

        public init() {}
    }

    public enum Result: Sendable, Hashable {
        /// The lines that were chosen, in the order of the input.
        case chosen([[UInt8]])
        case noMatch
        case cancelled
        /// There is no terminal, or it was closed.
        case noTerminal
    }

    public typealias Snapshot = DiffableSnapshot<Int, Int>

    public let host: TerminalHost
    private let options: Options
    private let source: DiffableDataSource<Int, Int>
    private var reader: LineReader?
    /// The lines that have arrived, and a snapshot of their numbers.
    private var lines = Lines()
    private var all = Snapshot()
    private var isReading = true
    /// What the list shows: the query, and the number of lines that were searched.
    private var shown = (query: Query(""), count: 0, snapshot: Snapshot())
    /// The search that runs. Nil if none does.
    private var running: (query: Query, number: Int)?
    private var searches = 0
    private var marked: Set<Int> = []
    /// Whether the user has pressed return while a search was running.
    private var isAccepting = false
    private var result: Result?

    /// - Parameter input: The descriptor to read lines from. Nil reads nothing: see ``receive(_:isDone:)``.
    public init(input: Int32? = nil, _ options: Options = Options()) {
        self.options = options
        let list = CollectionView(
            collectionViewLayout: CollectionViewCompositionalLayout(section: .list(itemHeight: .absolute(1))))
        host = TerminalHost(list)
        let context = LineContext()
        source = DiffableDataSource<Int, Int>(collectionView: list) { list, indexPath, line in
            let cell = list.dequeueReusableCell(LineCell.self, for: indexPath)
            (cell.line, cell.context) = (line, context)
            return cell
        }
        context.picker = self
        all.appendSections([0])
        source.apply(all, animatingDifferences: false)
        shown.snapshot = all
        source.primaryActionHandler = { [weak self] _ in self?.accept() }
        host.topBar = { [weak self] in self?.topBar(width: $0) ?? [] }
        host.keyHandler = { [weak self] in self?.take($0) ?? false }
        host.filterHandler = { [weak self] _ in self?.search() }
        host.beginFiltering(with: options.query)
        if let input {
            reader = LineReader(input) { Task { @MainActor [weak self] in await self?.receive() } }
        }
    }

    /// Shows the list until the user has chosen.
    public func run(_ device: TerminalHost.Device) async -> Result {
        let end = await host.run(device)
        return result ?? (end == .done ? .cancelled : .noTerminal)
    }

    // MARK: Lines

    private func receive() async {
        // The first lines are shown immediately, and those that arrive within a moment together.
        if lines.count > 0 { try? await Task.sleep(nanoseconds: 30_000_000) }
        guard let (lines, isDone) = reader?.take() else { return }
        receive(lines, isDone: isDone)
    }

    /// Takes all lines that have arrived. They begin with those of the last call.
    public func receive(_ lines: Lines, isDone: Bool) {
        all.appendItems(self.lines.count..<lines.count, toSection: 0)
        self.lines = lines
        isReading = !isDone
        host.requestFrame()
        search()
    }

    // MARK: The search

    /// Searches for the query, unless this search is running or shown.
    private func search() {
        let (query, lines, all, shown) = (Query(host.filterText), lines, all, shown)
        if let running, running.query == query { return }
        guard query != shown.query || lines.count > shown.count || running != nil else { return }
        searches += 1
        let number = searches
        running = (query, number)
        let ended: UpdateCompletion = { [weak self] in self?.searchEnded(number, query, lines.count, $0) }
        source.applyLatest(animatingDifferences: false, completion: ended) { _ in
            var next = shown.snapshot
            if query == shown.query {
                next.appendItems(try lines.matching(query, from: shown.count), toSection: 0)
            } else if query.isEmpty {
                next = all
            } else {
                // The numbers of all lines are known, so that none is hashed again.
                next = all
                let found =
                    query.narrows(shown.query) && !shown.query.isEmpty
                    ? lines.matching(query, among: shown.snapshot.itemIdentifiers)
                        + (try lines.matching(query, from: shown.count))
                    : try lines.matching(query)
                next.replaceItems(inSection: 0, with: found)
            }
            return next
        }
    }

    private func searchEnded(_ number: Int, _ query: Query, _ count: Int, _ result: UpdateResult) {
        guard let running, running.number == number else { return }
        self.running = nil
        guard case .applied = result else { return }
        let isNew = query != shown.query
        shown = (query, count, source.snapshot())
        if isNew {
            host.list.contentOffset = .zero
            host.list.focusedIndexPath = shown.snapshot.numberOfItems > 0 ? IndexPath(item: 0, section: 0) : nil
        }
        host.requestFrame()
        acceptIfDue()
        search()
    }

    private func acceptIfDue() { if isAccepting, shown.query.text == host.filterText { accept() } }

    // MARK: Keys

    private func take(_ key: TerminalKey) -> Bool {
        switch key.code {
        case .enter:
            isAccepting = true
            acceptIfDue()
        case .escape: end(.cancelled)
        case .character("c") where key.modifiers == .control, .character("g") where key.modifiers == .control:
            end(.cancelled)
        case .character("n") where key.modifiers == .control, .character("j") where key.modifiers == .control:
            host.list.hostKey(.down)
        case .character("p") where key.modifiers == .control, .character("k") where key.modifiers == .control:
            host.list.hostKey(.up)
        case .character("w") where key.modifiers == .control:
            let kept = host.filterText.reversed().drop { $0 == " " }.drop { $0 != " " }
            host.beginFiltering(with: String(kept.reversed()))
        case .tab:
            if options.choosesSeveral { mark() }
            host.list.hostKey(key.modifiers.contains(.shift) ? .up : .down)
        case .left, .right: break
        default: return false
        }
        return true
    }

    private var focused: Int? { host.list.focusedIndexPath.flatMap { source.itemIdentifier(for: $0) } }

    private func mark() {
        guard let focused else { return }
        marked.formSymmetricDifference([focused])
        host.requestFrame()
    }

    private func accept() {
        // A line has the focus as soon as there is a screen; before, it is the first.
        let line = focused ?? (shown.snapshot.numberOfItems > 0 ? shown.snapshot.itemIdentifiers.first : nil)
        let chosen = marked.isEmpty ? line.map { [$0] } ?? [] : marked.sorted()
        end(chosen.isEmpty ? .noMatch : .chosen(chosen.map { Array(lines.bytes(ofLine: $0)) }))
    }

    private func end(_ result: Result) {
        if self.result == nil { self.result = result }
        host.end()
    }

    // MARK: The screen

    private func topBar(width: Int) -> [StyledText] {
        let found = source.snapshot().numberOfItems
        let title = " \(found) of \(lines.count)\(isReading ? " …" : "")"
        let end = marked.isEmpty ? "" : "\(marked.count) marked "
        return [StyledText(TerminalText.fitted(title, to: max(0, width - end.count)) + end, .reversed)]
    }

    fileprivate func text(ofLine line: Int, width: Int, _ isFocused: Bool) -> [StyledText] {
        let bytes = Array(lines.bytes(ofLine: line).prefix(4_096))
        let style = isFocused ? TextStyle.focused : .plain
        var found = isFocused ? TextStyle.focused : TextStyle(foreground: .palette(3))
        (found.isBold, found.isUnderlined) = (true, isFocused)
        var runs = [StyledText(isFocused ? "❯" : " ", style), StyledText(marked.contains(line) ? "•" : " ", style)]
        var start = 0
        for range in shown.query.matches(in: bytes) {
            runs.append(StyledText(String(decoding: bytes[start..<range.lowerBound], as: UTF8.self), style))
            runs.append(StyledText(String(decoding: bytes[range], as: UTF8.self), found))
            start = range.upperBound
        }
        runs.append(StyledText(String(decoding: bytes[start...], as: UTF8.self), style))
        return runs
    }
}

/// What cells need to draw themselves.
@MainActor
private final class LineContext { weak var picker: Picker? }

private final class LineCell: CollectionViewCell, TerminalView {
    var line = 0
    var context: LineContext?

    func lines(width: Int) -> [[StyledText]] {
        [context?.picker?.text(ofLine: line, width: width, isFocused) ?? []]
    }
}
