// What the comments of ListEngineSwiftUI use without declaring it: see Scripts/documentation-code.py.
import ListEngineSwiftUI
import SwiftUI

@MainActor final class Context {}

struct Message: Identifiable {
    var id: Int
    var text: String
}

struct MessageRow: View {
    let message: Message
    init(_ message: Message) { self.message = message }
    var body: some View { Text(message.text) }
}
