import Chat
import Foundation
import ListEngine
import ListEngineTerminal
import TerminalPanes

/// A chat in a terminal: the messages, a line to write in, and at the left what a search has found.
@MainActor
public final class ChatTerminal<Store: MessageStore> {
    private let host = TerminalHost()
    private let panes: TerminalPanes
    private let chat: Chat<Store>
    private var draft = ""
    private var isSearching = false

    public init(_ store: Store) {
        panes = TerminalPanes(host)
        chat = Chat(store, showing: host.list, results: panes.side.list, cell: BubbleCell.self)
        chat.onChange = { [weak self] in self?.update() }
        panes.sideColumns = { [weak self] in self?.isSideShown == true && $0 >= 40 ? $0 / 3 : 0 }
        panes.message = { [weak self] in
            self.flatMap { $0.chat.isOpen ? nil : $0.chat.failure }.map { $0 + ". Press F5 to try again." }
        }
        panes.scroll = { [weak self] in self?.chat.scroll(toFraction: $0) }
        host.topBar = { [weak self] in self?.topBar($0) ?? [] }
        host.bottomBar = { [weak self] in self?.bottomBar($0) ?? [] }
        host.keyHandler = { [weak self] in self?.take($0) ?? false }
    }

    /// Shows the chat until the user ends it.
    /// - Returns: False if there is no terminal.
    public func run() async -> Bool {
        chat.start()
        return await host.run() != .noTerminal
    }

    private var isSideShown: Bool { isSearching || !chat.query.isEmpty }

    private func update() {
        let (messages, results) = (host.list, panes.side.list)
        // The focus follows the end as well.
        messages.layoutIfNeeded()
        if messages.isAtEnd, let last = messages.indexPathsForVisibleItems.last, messages.focusedIndexPath != last {
            messages.focusedIndexPath = last
        }
        // The return key chooses the newest message that was found.
        if results.focusedIndexPath == nil, results.numberOfSections > 0, results.numberOfItems(inSection: 0) > 0 {
            results.focusedIndexPath = IndexPath(item: 0, section: 0)
        }
        host.requestFrame()
    }

    // MARK: Keys

    private func take(_ key: TerminalKey) -> Bool {
        switch key.code {
        case .function(5): chat.retry()
        case .tab: isSearching.toggle()
        case .end where !isSearching: chat.scrollToEnd()
        case .escape:
            isSearching = false
            chat.search("")
        case .enter:
            if isSearching { return pressInResults(key) }
            chat.send(draft)
            draft = ""
        case .up, .down, .pageUp, .pageDown, .home, .end: return isSearching && pressInResults(key)
        case .backspace: type { String($0.dropLast()) }
        case .character("u") where key.modifiers == .control: type { _ in "" }
        case .character(let character) where key.modifiers.subtracting(.shift).isEmpty: type { $0 + String(character) }
        default: return false
        }
        update()
        return true
    }

    private func pressInResults(_ key: TerminalKey) -> Bool {
        panes.side.handle(.key(key))
        return true
    }

    /// Changes the search, or the message that is written.
    private func type(_ change: (String) -> String) {
        if isSearching { chat.search(change(chat.query)) } else { draft = change(draft) }
    }

    // MARK: Bars

    private func topBar(_ width: Int) -> [StyledText] {
        let text = chat.failure.map { "\($0): F5 tries again" } ?? chat.status
        return [StyledText(TerminalText.fitted(" " + text, to: width), .reversed)]
    }

    private func bottomBar(_ width: Int) -> [StyledText] {
        let news = chat.news == 0 ? "" : " ▼ \(chat.news) new (end) "
        let help = isSearching ? "enter go there · escape end " : "tab search · enter send "
        let end = news.isEmpty ? help : news
        let text = isSearching ? " Search: \(chat.query)▏ \(chat.foundStatus)" : " > \(draft)▏"
        let room = max(0, width - TerminalText.columns(of: end))
        return [StyledText(TerminalText.fitted(text, to: room), .reversed), StyledText(end, .reversed)]
    }
}

/// A message as wide as its text, at the side of its author.
private final class BubbleCell: CollectionViewCell, MessageCell, TerminalView {
    private var state = MessageState.loading

    func show(_ state: MessageState) { self.state = state }

    func lines(width: Int) -> [[StyledText]] {
        let sign = StyledText(isFocused ? "❯" : " ", TextStyle(foreground: .palette(6)))
        guard case .message(let message) = state else {
            var text = "…"
            if case .failed(let reason) = state { text = "not read: \(reason)" }
            return [[sign, StyledText(text, .dim)]]
        }
        let room = max(1, min(width - 5, width * 3 / 4))
        let lines = TerminalText.wrapped(message.text, to: room)
        let widest = lines.reduce(0) { max($0, TerminalText.columns(of: $1)) }
        let start = message.isOwn ? max(1, width - widest - 4) : 1
        let blanks = StyledText(String(repeating: " ", count: start))
        var bubble = TextStyle(foreground: .palette(15), background: .palette(message.isOwn ? 4 : 8))
        // A marked message.
        if isSelected { (bubble.foreground, bubble.background, bubble.isBold) = (.palette(0), .palette(3), true) }
        let title = (message.isOwn ? "" : message.authorName + " ") + message.timeOfDay
        let titleStart = message.isOwn ? max(0, width - 1 - TerminalText.columns(of: title) - 2) : 1
        return [[sign, StyledText(String(repeating: " ", count: titleStart) + title, .dim)]]
            + lines.map { [blanks, StyledText(" " + TerminalText.fitted($0, to: widest) + " ", bubble)] }
    }
}
