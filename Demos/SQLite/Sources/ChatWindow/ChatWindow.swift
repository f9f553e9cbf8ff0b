#if GTK
    import Chat
    import Foundation
    import ListEngineGTK

    /// Shows a chat in a window until the user closes it.
    @MainActor
    public func showChatWindow<Store: MessageStore>(_ store: Store) throws {
        let window = try ChatWindow(store)
        window.window.run()
    }

    /// A chat in a window: the search and what it has found at the left, the messages and a field to write in at the right.
    @MainActor
    final class ChatWindow<Store: MessageStore> {
        let window: GTKWindow
        private let chat: Chat<Store>
        private let messagesHost: GTKHost
        private let resultsHost: GTKHost
        private let status = GTKLabel().style("dim-label")
        private let foundStatus = GTKLabel().style("dim-label")
        private let failure = GTKLabel(lineLimit: 2)
        private let failureBar: GTKBox
        private let field = GTKEntry(placeholder: "Message").expanding()
        private var news: GTKButton?

        init(_ store: Store) throws {
            messagesHost = try GTKHost(showing: CollectionView())
            resultsHost = try GTKHost(showing: CollectionView())
            chat = Chat(store, showing: messagesHost.list, results: resultsHost.list, cell: BubbleCell.self)
            window = GTKWindow(store.name, width: 900, height: 640)
            GTKWidget.addStyleRules(
                """
                .bubble {
                    background: mix(@theme_bg_color, @theme_fg_color, 0.08); color: @theme_fg_color;
                    border-radius: 10px; padding: 6px 10px;
                }
                .bubble.own { background: mix(@theme_bg_color, @theme_selected_bg_color, 0.35); }
                """)
            failureBar = GTKBox(.horizontal, spacing: 8, [failure.expanding()])
            let chat = chat
            failureBar.append(GTKButton("Try again") { chat.retry() })
            failureBar.margins(horizontal: 8, vertical: 4).isVisible = false
            let news = GTKButton("") { chat.scrollToEnd() }.aligned(horizontally: .center).margins(
                horizontal: 0, vertical: 4)
            news.isVisible = false
            self.news = news
            let search = GTKEntry(placeholder: "Search", kind: .search) { chat.search($0) }
            let left = GTKBox(
                .vertical,
                [
                    search.margins(horizontal: 8, vertical: 8),
                    GTKWidget(resultsHost.widget).leastSize(width: 280).expanding(
                        horizontally: false, vertically: true),
                    foundStatus.margins(horizontal: 8, vertical: 4),
                ])
            let right = GTKBox(
                .vertical,
                [
                    failureBar, GTKWidget(messagesHost.widget).expanding(vertically: true), news,
                    field.margins(horizontal: 8, vertical: 4), status.margins(horizontal: 8, vertical: 4),
                ])
            window.child = GTKBox(.horizontal, [left, right.expanding()])
            field.on("activate") { [weak self] in self?.send() }
            chat.onChange = { [weak self] in self?.update() }
            chat.start()
        }

        private func send() {
            chat.send(field.text)
            field.text = ""
        }

        private func update() {
            status.text = chat.status
            foundStatus.text = chat.foundStatus
            failure.text = chat.failure ?? ""
            failureBar.isVisible = chat.failure != nil
            news?.title = "▼ \(chat.news) new"
            news?.isVisible = chat.news > 0
            window.title = [chat.status, chat.foundStatus, chat.news > 0 ? "\(chat.news) new" : ""]
                .filter { !$0.isEmpty }.joined(separator: " · ")
        }
    }

    /// A message as wide as its text, at the side of its author.
    private final class BubbleCell: GTKCell, MessageCell {
        private let title = GTKLabel().style("dim-label", "caption")
        private let text = GTKLabel(lineLimit: 0).style("bubble")

        override func makeWidget() -> GTKWidget {
            GTKBox(.vertical, spacing: 2, [title, text]).margins(horizontal: 8, vertical: 4)
        }

        func show(_ state: MessageState) {
            var isOwn = false
            switch state {
            case .message(let message):
                isOwn = message.isOwn
                title.text = isOwn ? message.timeOfDay : "\(message.authorName)  \(message.timeOfDay)"
                text.text = message.text
            case .loading: (title.text, text.text) = (" ", "…")
            case .failed(let reason): (title.text, text.text) = ("not read", reason)
            }
            for label in [title, text] {
                label.aligned(horizontally: isOwn ? .end : .start)
                label.margins(leading: isOwn ? 120 : 0, trailing: isOwn ? 0 : 120)
            }
            if isOwn { text.style("own") } else { text.removeStyle("own") }
        }
    }
#endif
