import ListEngineSwiftUI
import SwiftUI

/// A chat in SwiftUI: a hundred thousand messages and one that is being written. The list stays at its end, unless the reader has
/// scrolled away.
public struct SwiftUIChat: View {
    public struct Message: Identifiable {
        public let id: Int
        var text: String
    }

    @State private var messages = (0..<100_000).map { Message(id: $0, text: "Message \($0)") }
    @State private var draft = ""
    @State private var unseen = 0
    @State private var isAtEnd = false

    public init() {}

    public var body: some View {
        VStack {
            EngineList($messages, edits: .delete) { message in Text(message.text) }
                .anchor(.bottom)
                .unseenItems($unseen)
                .isAtEnd($isAtEnd)
            if unseen > 0 { Button("\(unseen) new messages") { isAtEnd = true } }
            HStack {
                TextField("Message", text: $draft)
                Button("Send") { send() }
            }
        }
    }

    /// The message of the user, and an answer.
    private func send() {
        guard !draft.isEmpty else { return }
        messages.append(Message(id: messages.count, text: draft))
        messages.append(Message(id: messages.count, text: "An answer to “\(draft)”"))
        draft = ""
    }
}
