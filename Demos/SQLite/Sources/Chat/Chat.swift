import FileReading
import Foundation
import ListEngine
import ListEngineData

/// What a cell of a chat shows.
public enum MessageState: Sendable {
    case message(Message)
    case loading
    /// The message could not be read, for a reason.
    case failed(String)
}

/// A cell that a host draws.
@MainActor
public protocol MessageCell: CollectionViewCell {
    func show(_ state: MessageState)
}

/// A chat of any length, with a search: all that a terminal and a window have in common.
///
/// The list opens at its end and follows it, unless the reader has left it. The messages are read off the main thread, a few at a time.
@MainActor
public final class Chat<Store: MessageStore> {
    public typealias ID = Store.Source.ID

    public let store: Store
    /// The messages.
    public let list: CollectionView
    /// The messages that a search has found, the newest first.
    public let results: CollectionView
    /// The words of the search; empty if there is none.
    public private(set) var query = ""
    /// The number of messages below the screen that the user has not seen.
    public private(set) var news = 0
    /// Called when anything but the messages has changed.
    public var onChange: @MainActor () -> Void = {}

    private let makeSection: @MainActor (LiveRows<Store.Source>) -> RowSection<Store.Source>
    private let listSource: ListDataSource
    private let resultsSource: ListDataSource
    private var messages: RowSection<Store.Source>?
    private var found: RowSection<Store.Source>?
    private var searching: Task<Void, Never>?
    /// The user's messages that the store does not have yet, the oldest first.
    private var unsent: [String] = []
    private var isSending = false
    private var isOpening = false
    /// Why work has failed that ``retry()`` repeats.
    private var problems: [Work: String] = [:]

    private enum Work { case opening, searching, sending }

    public init<Cell: MessageCell>(
        _ store: Store, showing list: CollectionView, results: CollectionView, cell: Cell.Type
    ) {
        self.store = store
        self.list = list
        self.results = results
        listSource = ListDataSource(in: list)
        resultsSource = ListDataSource(in: results)
        makeSection = { rows in
            RowSection(rows) { (cell: Cell, state) in
                cell.show(Self.shown(state, store))
            }
        }
        list.anchorPolicy = .endWhenAtEnd
        list.contentAlignment = .end
    }

    private static func shown(_ state: RowState<Store.Source.Row>, _ store: Store) -> MessageState {
        switch state {
        case .loaded(let row), .outdated(let row, _): .message(store.message(in: row))
        case .placeholder: .loading
        case .failed(let error): .failed(store.reason(of: error))
        }
    }

    // MARK: Messages

    /// Opens the chat at its end.
    public func start() {
        guard !isOpening, messages == nil else { return }
        isOpening = true
        perform(.opening) { [store] in
            try await store.messages()
        } end: { chat, source in
            chat.isOpening = false
            guard let source else { return }
            let rows = LiveRows(source, at: .last)
            let section = chat.makeSection(rows)
            rows.onUpdate = { [weak chat] _ in chat?.onChange() }
            section.unseenRowsHandler = { [weak chat] count in
                chat?.news = count
                chat?.onChange()
            }
            chat.messages = section
            chat.listSource.build { section }
            chat.list.scrollToEnd(animated: false)
        }
    }

    /// Appends a message of the user, and shows it. If it cannot be sent, it is kept, and ``retry()`` or the next message sends it again.
    public func send(_ text: String) {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !text.isEmpty else { return }
        scrollToEnd()
        unsent.append(text)
        sendNext()
    }

    /// Sends the messages one after the other, so that they keep their order.
    private func sendNext() {
        guard !isSending, let text = unsent.first else { return }
        isSending = true
        perform(.sending) { [store] in
            try await store.send(text)
        } end: { chat, isSent in
            chat.isSending = false
            guard isSent != nil else { return }
            chat.unsent.removeFirst()
            chat.sendNext()
        }
    }

    /// Shows the newest messages, and follows the end from then on.
    public func scrollToEnd() { list.scrollToEnd(animated: false) }

    /// Scrolls to a share of the messages: 0 is the first, 1 the last.
    public func scroll(toFraction fraction: Double) { messages?.scroll(toFraction: fraction) }

    /// Tries again what has failed.
    public func retry() {
        if let messages { messages.rows.retry() } else { start() }
        found?.rows.retry()
        if problems[.searching] != nil { search(query) }
        sendNext()
        onChange()
    }

    // MARK: The search

    /// Shows the messages with words that begin as those of a text. A newer search cancels an older one.
    public func search(_ text: String) {
        searching?.cancel()
        problems[.searching] = nil
        query = text
        guard text.contains(where: { !$0.isWhitespace }) else {
            found = nil
            messages?.select([])
            resultsSource.build(animatingDifferences: false) {}
            return onChange()
        }
        searching = perform(.searching) { [store] in
            try await store.messages(matching: text)
        } end: { chat, source in
            if let source { chat.show(source) }
        }
        onChange()
    }

    private func show(_ source: Store.Source) {
        if let found {
            found.rows.replace(with: source) { [weak self] result in
                guard case .success = result else { return }
                self?.results.contentOffset = .zero
            }
            return
        }
        let rows = LiveRows(source)
        rows.onUpdate = { [weak self] _ in self?.onChange() }
        let section = RowSection(rows) { [store] (cell: ContentCell, state) in
            switch Self.shown(state, store) {
            case .message(let message):
                cell.content = ItemContent(message.authorName, subtitle: message.text, trailing: message.timeOfDay)
                cell.content.subtitleLineLimit = 2
            case .loading: cell.content = ItemContent("…", subtitle: "")
            case .failed(let reason): cell.content = ItemContent("not read", subtitle: reason)
            }
        }
        section.onSelect = { [weak self] in self?.open($0) }
        found = section
        resultsSource.build(animatingDifferences: false) { section }
    }

    /// Scrolls to a message, marks it, and gives it the focus. A message that is not loaded is read first.
    public func open(_ message: ID) {
        messages?.scroll(to: message, at: .center) { [weak self] isThere in
            guard let self, isThere else { return }
            messages?.select([message])
            list.focusedIndexPath = list.indexPathsForSelectedItems.first ?? list.focusedIndexPath
        }
    }

    // MARK: Text

    /// Whether the messages can be read.
    public var isOpen: Bool { messages != nil }

    /// Why something is not shown or not sent; nil if nothing has failed. ``retry()`` tries again.
    public var failure: String? {
        let unsent = "\(unsent.count) \(unsent.count == 1 ? "message is" : "messages are") not sent"
        return problems[.opening] ?? problems[.sending].map { "\($0) (\(unsent))" } ?? problems[.searching]
            ?? (messages?.rows.failure ?? found?.rows.failure).map { store.reason(of: $0) }
    }

    /// The name and the number of messages.
    public var status: String { "\(store.name) · " + (messages?.rows.count.text("messages") ?? "…") }

    /// The number of messages that the search has found.
    public var foundStatus: String { query.isEmpty ? "" : found?.rows.count.text("found") ?? "…" }

    // MARK: Work

    /// Calls a method of the store off the main thread, and then a closure with its result: nil if it has failed.
    @discardableResult
    private func perform<Value: Sendable>(
        _ kind: Work, _ work: @escaping @Sendable () async throws -> Value,
        end: @escaping @MainActor (Chat, Value?) -> Void
    ) -> Task<Void, Never> {
        problems[kind] = nil
        return Task { [weak self, store] in
            do {
                let value = try await work()
                guard let self, !Task.isCancelled else { return }
                end(self, value)
            } catch {
                guard let self, !Task.isCancelled else { return }
                problems[kind] = store.reason(of: error)
                end(self, nil)
            }
            self?.onChange()
        }
    }
}
