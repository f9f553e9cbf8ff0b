import Chat
import ChatTerminal
import ChatWindow
import Foundation

// le-chat: a chat of any length. See Demos/README.md.

let usage = """
    usage: le-chat [--window] [FILE]      shows a chat: that of a file, or of a server that is slow and fails at random
           le-chat --make FILE MESSAGES   makes a file with generated messages
           le-chat --write FILE [RATE]    appends messages to a file, 100 in a second or RATE

    """

func fail(_ message: String) -> Never {
    FileHandle.standardError.write(Data("le-chat: \(message)\n".utf8))
    exit(2)
}

@MainActor func show<Store: MessageStore>(_ store: Store, inWindow: Bool) async {
    if inWindow {
        do { try showChatWindow(store) } catch { fail("\(error)") }
    } else {
        guard isatty(0) == 1, isatty(1) == 1 else { fail("there is no terminal") }
        guard await ChatTerminal(store).run() else { fail("the terminal cannot be used") }
    }
}

var words = Array(CommandLine.arguments.dropFirst())
let options = words.filter { $0.hasPrefix("-") }
words.removeAll { $0.hasPrefix("-") }
switch (options, words.count) {
case (["--help"], _), (["-h"], _): print(usage, terminator: "")
case (["--make"], 2):
    guard let count = Int(words[1]), count > 0 else {
        fail("expected a number of messages, found \(words[1])\n\(usage)")
    }
    do {
        try MessageFile.make(words[0], messages: count) { if $0 % 1_000_000 == 0 { print("\($0) messages") } }
    } catch { fail(MessageFile(words[0]).reason(of: error)) }
case (["--write"], 1...2):
    guard let rate = words.count == 2 ? Int(words[1]) : 100, rate > 0 else {
        fail("expected messages in a second, found \(words[1])\n\(usage)")
    }
    do { try MessageFile.write(words[0], rate: rate) } catch { fail(MessageFile(words[0]).reason(of: error)) }
case ([], 0...1), (["--window"], 0...1):
    if let path = words.first {
        await show(MessageFile(path), inWindow: !options.isEmpty)
    } else {
        let server = MessageServer()
        server.receive(every: 2)
        await show(server, inWindow: !options.isEmpty)
    }
default: fail("expected other arguments\n\(usage)")
}
