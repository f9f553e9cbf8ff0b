import Foundation

/// The texts that the user has typed into a field, and that the program may still show. A program that shows a text later than the
/// field has reported it does not replace what the user has typed since.
struct TypedTexts {
    /// How long after a text was typed it can be shown as that text, in seconds.
    private static let patience: TimeInterval = 2

    private var reported: [(text: String, time: TimeInterval)] = []

    mutating func report(_ text: String, at time: TimeInterval) {
        reported.removeAll { time - $0.time > Self.patience }
        reported.append((text, time))
    }

    /// Whether a text that the program shows is one that the user has typed over.
    mutating func isOutdated(_ text: String, at time: TimeInterval) -> Bool {
        guard let place = reported.lastIndex(where: { $0.text == text && time - $0.time <= Self.patience }) else {
            reported = []
            return false
        }
        // Texts are shown in the order in which they were typed.
        let isLast = place == reported.count - 1
        reported.removeSubrange(...place)
        return !isLast
    }
}
