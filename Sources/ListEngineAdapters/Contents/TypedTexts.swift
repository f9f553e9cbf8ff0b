import Foundation

/// Text that the user has typed into a field. A program that shows it only after the user has typed more does not
/// replace what the user has typed since, unless it shows nothing else for a while.
struct TypedTexts {
    /// How long a program may take to show the next text, in seconds.
    private static let patience: TimeInterval = 0.5
    private static let capacity = 32

    private var reported: [String] = []
    /// The text that the program has shown last, after the user had typed more.
    private var late: (text: String, time: TimeInterval)?

    mutating func report(_ text: String) {
        reported.append(text)
        if reported.count > Self.capacity { reported.removeFirst() }
        late = nil
    }

    /// The program shows a text.
    /// - Returns: Whether the field shows it now. If not, it is late.
    mutating func shows(_ text: String, at time: TimeInterval) -> Bool {
        late = nil
        guard let place = reported.lastIndex(of: text), place < reported.count - 1 else {
            reported = []
            return true
        }
        // Text is shown in the order in which it was typed.
        reported.removeSubrange(...place)
        late = (text, time)
        return false
    }

    /// The program has answered immediately, or the user has ended the text: the program means what it shows next.
    mutating func reset() { (reported, late) = ([], nil) }

    var isLate: Bool { late != nil }

    /// A late text that the program means, because it shows no other one.
    mutating func meantText(at time: TimeInterval) -> String? {
        guard let late, time - late.time >= Self.patience else { return nil }
        reset()
        return late.text
    }
}
