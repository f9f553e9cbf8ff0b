/// How a character is shown.
public enum TextStyle: Sendable, Hashable, CaseIterable {
    case plain, dim, bold
    /// The row with the focus.
    case chosen
    /// Titles of sections.
    case header
    /// The lines above and below the list.
    case bar
}

/// A run of text in one style.
public struct StyledText: Sendable, Hashable {
    public var text: String
    public var style: TextStyle

    public init(_ text: String, _ style: TextStyle = .plain) {
        self.text = text
        self.style = style
    }
}

/// The contents of a terminal: a grid of characters.
public struct Screen: Sendable, Hashable {
    public struct Cell: Sendable, Hashable {
        /// Nil: the second half of a wide character.
        public var character: Character? = " "
        public var style: TextStyle = .plain
    }

    public let width: Int
    public let height: Int
    private var cells: [Cell]

    public init(width: Int, height: Int) {
        self.width = max(0, width)
        self.height = max(0, height)
        cells = Array(repeating: Cell(), count: self.width * self.height)
    }

    public func row(_ y: Int) -> ArraySlice<Cell> { cells[y * width..<(y + 1) * width] }

    /// Writes text from a column on, up to the end of the row. The rest of the row up to `end` is filled in the style
    /// of the last run. Rows outside of the screen are ignored.
    public mutating func write(_ line: [StyledText], x: Int = 0, y: Int, to end: Int? = nil) {
        guard (0..<height).contains(y) else { return }
        let end = min(end ?? width, width)
        var x = x
        for stretch in line {
            for character in stretch.text {
                let columns = character.columns
                guard columns > 0, x >= 0, x + columns <= end else { continue }
                cells[y * width + x] = Cell(character: character.shown, style: stretch.style)
                if columns == 2 { cells[y * width + x + 1] = Cell(character: nil, style: stretch.style) }
                x += columns
            }
        }
        guard let style = line.last?.style, x >= 0 else { return }
        while x < end {
            cells[y * width + x] = Cell(character: " ", style: style)
            x += 1
        }
    }

    /// The characters alone, without trailing blanks.
    public var text: String {
        (0..<height).map { y in
            var line = String(row(y).compactMap(\.character))
            while line.last == " " { line.removeLast() }
            return line
        }.joined(separator: "\n")
    }
}

extension Character {
    /// The character that is written: never a control character.
    var shown: Character {
        unicodeScalars.first.map { $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) } == true ? "?" : self
    }

    /// The columns that a terminal uses for it: 2 for East Asian and pictorial characters.
    var columns: Int {
        guard let value = unicodeScalars.first?.value else { return 0 }
        switch value {
        case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
            0x1F300...0x1FAFF:
            return 2
        default: return 1
        }
    }
}

extension StringProtocol {
    /// The columns that a terminal uses for it.
    var columns: Int { reduce(0) { $0 + $1.columns } }

    /// Lines of at most this many columns, broken between words if possible.
    func wrapped(to width: Int) -> [String] {
        guard width > 0 else { return [] }
        var lines: [String] = []
        var line = ""
        for word in split(separator: " ") {
            if !line.isEmpty, line.columns + 1 + word.columns > width {
                lines.append(line)
                line = ""
            }
            line += (line.isEmpty ? "" : " ") + word
            while line.columns > width {
                var head = ""
                while let next = line.first, head.isEmpty || head.columns + next.columns <= width {
                    head.append(line.removeFirst())
                }
                lines.append(head)
            }
        }
        if !line.isEmpty { lines.append(line) }
        return lines
    }

    /// At most this many columns; a cut is marked.
    func cut(to width: Int) -> String {
        guard columns > width else { return String(self) }
        var text = ""
        for character in self {
            guard text.columns + character.columns < width else { break }
            text.append(character)
        }
        return width > 0 ? text + "…" : ""
    }

    /// Padded with blanks to this many columns.
    func padded(to width: Int) -> String { self + String(repeating: " ", count: Swift.max(0, width - columns)) }
}
