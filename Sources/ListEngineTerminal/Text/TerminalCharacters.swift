/// A character as a terminal shows it: some scalars, and the number of its columns.
struct TerminalCharacter {
    var text: String
    /// 1 or 2.
    var columns: Int
    /// Whether it is a line break, which is shown as a blank.
    var isBreak = false
}

/// The characters of a text in the order in which a terminal shows them.
///
/// Nothing in a text controls the terminal. A line break or a tab is a blank, and any other control character is a
/// replacement character. Invisible characters that would change the direction of the rest of the line are left out. If a
/// character has many combining marks, the first few are shown; text after hundreds of marks is left out.
///
/// The text is read only as far as characters are requested, so that the first columns of a text of any length cost the same.
struct TerminalCharacters: Sequence, IteratorProtocol {
    private var scalars: Substring.UnicodeScalarView
    /// A scalar that was read and belongs to the next character.
    private var pending: Unicode.Scalar?

    /// The most scalars of a character. Some pictures of families have more than ten.
    private static let scalarLimit = 16
    /// The most scalars that are read for a character.
    private static let readLimit = 500

    init(_ text: Substring) { scalars = text.unicodeScalars }
    init(_ text: String) { self.init(text[...]) }

    mutating func next() -> TerminalCharacter? {
        while let first = pending ?? scalars.popFirst() {
            pending = nil
            if let shown = Self.replacement(of: first) {
                if first == "\r", scalars.first == "\n" { scalars.removeFirst() }
                return TerminalCharacter(text: shown, columns: 1, isBreak: shown == " " && first != "\t")
            }
            // A mark without a letter before it has nothing to combine with.
            var columns = Self.columns(of: first)
            guard columns > 0 else { continue }
            var text = String.UnicodeScalarView()
            text.append(first)
            takeRest(of: first, &text, &columns)
            return TerminalCharacter(text: String(text), columns: columns)
        }
        return nil
    }

    /// Appends the scalars that a terminal shows in the columns of the first one.
    private mutating func takeRest(
        of first: Unicode.Scalar, _ text: inout String.UnicodeScalarView, _ columns: inout Int
    ) {
        var count = 1
        var joins = false
        while let scalar = scalars.first {
            let isFlag = count == 1 && Self.isRegionalIndicator(first) && Self.isRegionalIndicator(scalar)
            let isSkinTone = (0x1F3FB...0x1F3FF).contains(scalar.value) && columns == 2
            guard joins || isFlag || isSkinTone || Self.columns(of: scalar) == 0, Self.replacement(of: scalar) == nil
            else { return }
            scalars.removeFirst()
            joins = scalar.value == 0x200D
            if isFlag || scalar.value == 0xFE0F { columns = 2 }
            // A picture that is joined to a letter has two columns as well.
            if !Self.isIgnored(scalar) || scalar.value == 0xFE0F || joins {
                columns = Swift.max(columns, Self.columns(of: scalar))
                if count < Self.scalarLimit { text.append(scalar) }
                count += 1
                if count > Self.readLimit { scalars = Substring().unicodeScalars }
            }
        }
    }

    /// The character that is written for a control character. Nil for all others.
    private static func replacement(of scalar: Unicode.Scalar) -> String? {
        switch scalar.value {
        case 0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x85, 0x2028, 0x2029: " "
        case 0..<0x20, 0x7F..<0xA0: "\u{FFFD}"
        default: nil
        }
    }

    /// Whether a scalar is left out: format characters, which change the direction of text or are invisible.
    private static func isIgnored(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0xAD, 0x061C, 0x180E, 0x200B...0x200F, 0x202A...0x202E, 0x2060...0x206F, 0xFEFF, 0xFFF9...0xFFFB,
            0xE0000...0xE0FFF:
            true
        default: false
        }
    }

    private static func isRegionalIndicator(_ scalar: Unicode.Scalar) -> Bool {
        (0x1F1E6...0x1F1FF).contains(scalar.value)
    }

    /// The columns of a single scalar: 0, 1 or 2.
    static func columns(of scalar: Unicode.Scalar) -> Int {
        let value = scalar.value
        if value < 0x300 { return value == 0xAD ? 0 : 1 }
        if contains(WidthTable.none, value) { return 0 }
        return contains(WidthTable.wide, value) ? 2 : 1
    }

    private static func contains(_ ranges: [UInt32], _ value: UInt32) -> Bool {
        // The number of ranges that begin at or before the value.
        var (low, high) = (0, ranges.count / 2)
        while low < high {
            let middle = (low + high) / 2
            if ranges[2 * middle] <= value { low = middle + 1 } else { high = middle }
        }
        return low > 0 && value <= ranges[2 * low - 1]
    }
}

/// Text in columns, for cells that draw themselves.
public enum TerminalText {
    /// The number of columns that a terminal needs for a text.
    public static func columns(of text: String) -> Int { text.columns() }

    /// The text in exactly this many columns: cut with an ellipsis, or padded with blanks.
    /// - Complexity: O(width), however long the text is.
    public static func fitted(_ text: String, to width: Int) -> String { text.cut(to: width).padded(to: width) }

    /// Lines of at most this many columns, broken between words if possible, and at line breaks.
    /// - Parameter limit: The most lines. The last one ends with an ellipsis if there is more text.
    public static func wrapped(_ text: String, to width: Int, limit: Int = 500) -> [String] {
        text.wrapped(to: width, limit: limit)
    }
}

extension String {
    /// The columns of the text in a terminal, counted up to a limit.
    func columns(upTo limit: Int = .max) -> Int {
        if isASCII(atMost: limit) { return utf8.count }
        var columns = 0
        for character in TerminalCharacters(self) {
            columns += character.columns
            if columns >= limit { return limit }
        }
        return columns
    }

    /// Whether the text has at most so many characters, all of printable ASCII. Each of these has one column, and they do not combine.
    private func isASCII(atMost count: Int) -> Bool {
        utf8.count <= count && utf8.allSatisfy { (0x20..<0x7F).contains($0) }
    }

    /// At most this many columns. A text that is cut ends with an ellipsis.
    func cut(to width: Int) -> String {
        guard width > 0 else { return "" }
        if isASCII(atMost: width) { return self }
        var (text, columns, fitting) = ("", 0, "")
        for character in TerminalCharacters(self) {
            if columns + character.columns > width { return fitting + "…" }
            text += character.text
            columns += character.columns
            if columns < width { fitting = text }
        }
        return text
    }

    /// Padded with blanks to this many columns.
    func padded(to width: Int) -> String {
        self + String(repeating: " ", count: Swift.max(0, width - columns(upTo: Swift.max(0, width))))
    }

    /// Lines of at most this many columns, broken between words if possible, and at line breaks.
    /// - Parameter limit: The most lines. The last one ends with an ellipsis if there is more text.
    func wrapped(to width: Int, limit: Int) -> [String] {
        guard width > 0, limit > 0 else { return [] }
        if isASCII(atMost: width) { return [self] }
        guard limit > 1 else { return [cut(to: width)] }
        var lines: [String] = []
        // The line so far up to its last blank, and the word after it.
        var (line, columns, word, wordColumns) = ("", 0, "", 0)
        var isAfterBreak = false
        for character in TerminalCharacters(self) {
            if lines.count == limit { return Self.truncated(lines, to: width) }
            if character.isBreak {
                lines.append(line + word)
                (line, columns, word, wordColumns) = ("", 0, "", 0)
                isAfterBreak = false
                continue
            }
            while columns + wordColumns + character.columns > width, columns + wordColumns > 0 {
                if columns == 0 || character.text == " " {
                    // A word that is longer than a line is broken where the line ends.
                    lines.append(line + word)
                    (line, columns, word, wordColumns) = ("", 0, "", 0)
                } else {
                    lines.append(line)
                    (line, columns) = ("", 0)
                }
                isAfterBreak = true
                if lines.count == limit { return Self.truncated(lines, to: width) }
            }
            // Blanks at a break between words belong to no line.
            if character.text == " ", isAfterBreak, columns + wordColumns == 0 { continue }
            word += character.text
            wordColumns += character.columns
            if character.text == " " {
                line += word
                columns += wordColumns
                (word, wordColumns) = ("", 0)
            }
        }
        if lines.count == limit { return Self.truncated(lines, to: width) }
        return lines + [line + word]
    }

    /// Lines with an ellipsis at their end, because there is more text.
    private static func truncated(_ lines: [String], to width: Int) -> [String] {
        guard let last = lines.last else { return lines }
        return lines.dropLast() + [(last.padded(to: width) + " ").cut(to: width).trimmed]
    }
}

extension String {
    /// The text before an ellipsis without blanks at its end.
    fileprivate var trimmed: String {
        guard hasSuffix("…") else { return self }
        var text = dropLast()
        while text.last == " " { text = text.dropLast() }
        return text + "…"
    }
}
