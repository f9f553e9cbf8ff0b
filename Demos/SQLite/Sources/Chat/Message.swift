/// A message of a chat.
public struct Message: Sendable, Hashable, Identifiable {
    public var id: Int
    /// The place of the author in ``authors``.
    public var author: Int
    /// Seconds since 1970.
    public var time: Int
    public var text: String

    public init(id: Int, author: Int, time: Int, text: String) {
        self.id = id
        self.author = author
        self.time = time
        self.text = text
    }

    /// The members of the chat. The first one is the user.
    public static let authors = ["You", "Ada", "Grace", "Alan", "Edsger"]

    public var authorName: String { Self.authors.indices.contains(author) ? Self.authors[author] : "Member \(author)" }

    /// Whether the user wrote the message.
    public var isOwn: Bool { author == 0 }

    /// The time of day in hours and minutes, UTC.
    public var timeOfDay: String {
        let minutes = ((time / 60) % 1_440 + 1_440) % 1_440
        return (minutes < 600 ? "0" : "") + "\(minutes / 60):" + (minutes % 60 < 10 ? "0" : "") + "\(minutes % 60)"
    }
}

extension Message {
    /// The message with a number, which is the same on every machine: its bits choose author and words.
    public init(generated number: Int, time: Int? = nil) {
        var bits = Bits(seed: UInt64(bitPattern: Int64(number)))
        self.init(
            id: number, author: bits.below(Self.authors.count), time: time ?? 1_500_000_000 + number * 20, text: "")
        // Most messages are short, some are long.
        let count = bits.below(8) == 0 ? 12 + bits.below(30) : 1 + bits.below(11)
        text = Self.sentence(of: count, &bits)
    }

    /// Words with a capital letter at the start and a sign at the end.
    static func sentence(of count: Int, _ bits: inout Bits) -> String {
        var text = ""
        for place in 0..<count {
            if place > 0 { text += " " }
            if bits.below(2) == 0 {
                text += common[bits.below(common.count)]
            } else {
                // A name of two to four syllables.
                for _ in 0..<2 + bits.below(3) { text += syllables[bits.below(syllables.count)] }
            }
        }
        return text.prefix(1).uppercased() + text.dropFirst() + [".", ".", "?", "!"][bits.below(4)]
    }

    private static let common = [
        "the", "a", "is", "to", "and", "of", "in", "it", "you", "that", "we", "for", "on", "with", "at", "this", "can",
        "not",
        "have", "be", "but", "from", "by", "all", "what", "when", "there", "they", "will", "out", "meeting", "coffee",
        "train",
        "release", "bug", "tomorrow", "lunch", "please", "thanks", "review", "test", "list", "window", "morning",
        "again",
    ]

    private static let syllables = [
        "ba", "ri", "lo", "ta", "mi", "sen", "dor", "qua", "pel", "vin", "gar", "hu", "zo", "ne", "ka", "li", "mor",
        "tes", "fa",
        "du",
    ]
}

/// Random bits from a seed (SplitMix64).
struct Bits {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }
}
