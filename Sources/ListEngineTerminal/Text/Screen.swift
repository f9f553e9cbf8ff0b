/// The contents of a terminal: a grid of characters.
public struct Screen: Sendable, Hashable {
    /// A column of a row. A character of two columns is in the first of them.
    public struct Cell: Sendable, Hashable {
        /// Empty in the second column of a wide character.
        public internal(set) var text = " "
        public internal(set) var style = TextStyle.plain
    }

    public let width: Int
    public let height: Int
    private var cells: [Cell]

    /// - Parameters:
    ///   - width: The number of columns. A negative number counts as 0.
    ///   - height: The number of rows. A negative number counts as 0.
    public init(width: Int, height: Int) {
        self.width = max(0, width)
        self.height = max(0, height)
        cells = Array(repeating: Cell(), count: self.width * self.height)
    }

    /// A row, from top to bottom.
    public subscript(row: Int) -> ArraySlice<Cell> { cells[row * width..<(row + 1) * width] }

    /// Writes runs of text from a column on. The rest of the row up to `end` is filled in the style of the last run. Text
    /// outside of the columns from 0 to `end`, or in a row outside of the screen, is left out. Of a wide character that is half
    /// outside, the other half is blank.
    ///
    /// Text cannot control the terminal: a line break is written as a blank, and other control characters as U+FFFD.
    /// - Complexity: O(columns up to `end`), however long the text is.
    public mutating func write(_ line: [StyledText], x: Int = 0, y: Int, to end: Int? = nil) {
        guard (0..<height).contains(y) else { return }
        let end = min(end ?? width, width)
        var x = x
        let blank = TerminalCharacter(text: " ", columns: 1)
        runs: for run in line {
            guard x < end else { break }
            if let next = writeASCII(run, x, y, to: end) {
                x = next
                continue
            }
            for character in TerminalCharacters(run.text) {
                let next = x + character.columns
                guard next <= end else {
                    if x >= 0, x < end { put(blank, x, y, run.style) }
                    x = end
                    break runs
                }
                if x >= 0 { put(character, x, y, run.style) } else if next > 0 { put(blank, 0, y, run.style) }
                x = next
            }
        }
        guard let style = line.last?.style else { return }
        x = max(x, 0)
        while x < end {
            put(blank, x, y, style)
            x += 1
        }
    }

    private static let ascii = (0..<128).map { String(Unicode.Scalar(UInt8($0))) }

    /// Writes a run of printable ASCII characters, as most runs are. These have one column each and do not combine.
    /// - Returns: The column after the run, at most the end. Nil, without any change, for all other text.
    private mutating func writeASCII(_ run: StyledText, _ start: Int, _ y: Int, to end: Int) -> Int? {
        guard start > .min / 2 else { return nil }
        let next: Int?? = run.text.utf8.withContiguousStorageIfAvailable { bytes in
            // What follows the last shown character can be a mark on it.
            guard bytes.prefix(end - start + 1).allSatisfy({ (0x20..<0x7F).contains($0) }) else { return nil }
            var x = start
            for byte in bytes {
                guard x < end else { break }
                if x >= 0 { put(TerminalCharacter(text: Self.ascii[Int(byte)], columns: 1), x, y, run.style) }
                x += 1
            }
            return x
        }
        return next ?? nil
    }

    /// Marks the sides of the screen beyond which a line has text that is left out.
    /// - Parameter x: The column at which the line begins.
    mutating func markCut(_ line: [StyledText], x: Int, y: Int) {
        guard (0..<height).contains(y), width >= 2 else { return }
        var (x, isCutBefore, isCutAfter) = (x, false, false)
        runs: for run in line {
            for character in TerminalCharacters(run.text) {
                if character.text != " " {
                    if x < 0 { isCutBefore = true }
                    isCutAfter = x + character.columns > width
                }
                x += character.columns
                if isCutAfter { break runs }
            }
        }
        if isCutBefore { mark("‹", at: 0, y) }
        if isCutAfter { mark("›", at: width - 1, y) }
    }

    private mutating func mark(_ sign: String, at x: Int, _ y: Int) {
        var style = cells[y * width + x].style
        style.isDim = true
        put(TerminalCharacter(text: sign, columns: 1), x, y, style)
    }

    /// Copies rows of a screen that fits into this one.
    mutating func write(_ other: Screen, rows: Range<Int>, x: Int) {
        for row in rows { cells.replaceSubrange(row * width + x..<row * width + x + other.width, with: other[row]) }
    }

    private mutating func put(_ character: TerminalCharacter, _ x: Int, _ y: Int, _ style: TextStyle) {
        let place = y * width + x
        // Half of a wide character that was there before does not remain.
        if cells[place].text.isEmpty, x > 0 { cells[place - 1].text = " " }
        let last = place + character.columns - 1
        if x + character.columns < width, cells[last + 1].text.isEmpty { cells[last + 1].text = " " }
        cells[place] = Cell(text: character.text, style: style)
        if character.columns == 2 { cells[last] = Cell(text: "", style: style) }
    }

    /// The characters alone, without blanks at the ends of rows.
    public var text: String {
        (0..<height).map { row in
            var line = self[row].map(\.text).joined()
            while line.last == " " { line.removeLast() }
            return line
        }.joined(separator: "\n")
    }

    /// The runs of one style in a row, with the column at which each begins and the number of its columns.
    public func runs(inRow row: Int) -> [(x: Int, columns: Int, text: String, style: TextStyle)] {
        var runs: [(x: Int, columns: Int, text: String, style: TextStyle)] = []
        for (x, cell) in self[row].enumerated() {
            if let last = runs.last, last.style == cell.style {
                runs[runs.count - 1].columns += 1
                runs[runs.count - 1].text += cell.text
            } else {
                runs.append((x, 1, cell.text, cell.style))
            }
        }
        return runs
    }
}

/// The colours that a terminal has.
public enum TerminalPalette: Sendable, Hashable {
    /// Only bold, dim, underlined and reversed text, as NO_COLOR asks for.
    case none
    case indexed
    case full

    /// The colours of a terminal with environment variables: NO_COLOR, TERM and COLORTERM.
    public init(environment: [String: String]) {
        if environment["NO_COLOR"]?.isEmpty == false {
            self = .none
        } else if ["truecolor", "24bit"].contains(environment["COLORTERM"]) {
            self = .full
        } else {
            self = .indexed
        }
    }
}

extension Screen {
    /// The text that turns the contents of a terminal into this screen.
    ///
    /// Only cells that changed are written. Terminals disagree about the width of characters of several scalars. The cells
    /// that such a character may cover are written after it, at stated columns, so that the rest of a row is right in every
    /// terminal.
    /// - Parameter old: The contents of the terminal. Nil, or a screen of a different size, writes everything.
    public func output(from old: Screen?, _ palette: TerminalPalette = .full) -> String {
        var writer = ScreenWriter(palette: palette)
        let old = old?.width == width && old?.height == height ? old : nil
        if old == nil { writer.clear() }
        let blank = Cell()
        for row in 0..<height {
            let (new, before) = (self[row], old?[row])
            var x = 0
            // Cells before this column may be covered.
            var coveredTo = 0
            while x < width {
                let cell = new[new.startIndex + x]
                let columns = x + 1 < width && new[new.startIndex + x + 1].text.isEmpty ? 2 : 1
                let isSame = (0..<columns).allSatisfy { place in
                    new[new.startIndex + x + place] == (before.map { $0[$0.startIndex + x + place] } ?? blank)
                }
                if !isSame || x < coveredTo {
                    coveredTo = max(coveredTo, x + writer.write(cell, columns: columns, row: row, x: x))
                }
                x += columns
            }
        }
        return writer.finish()
    }
}

/// Writes cells, with as few codes as needed.
private struct ScreenWriter {
    let palette: TerminalPalette
    private var text = ""
    private var style: TextStyle?
    /// Where the terminal writes next. Nil: unknown.
    private var cursor: (row: Int, x: Int)?

    init(palette: TerminalPalette) { self.palette = palette }

    mutating func clear() { text += "\u{1B}[0m\u{1B}[2J" }

    /// - Returns: The columns that the character may have in a terminal.
    mutating func write(_ cell: Screen.Cell, columns: Int, row: Int, x: Int) -> Int {
        if cursor?.row != row || cursor?.x != x { text += "\u{1B}[\(row + 1);\(x + 1)H" }
        if style != cell.style {
            text += code(cell.style)
            style = cell.style
        }
        if cell.text.utf8.count == 1 {
            text += cell.text
            cursor = (row, x + columns)
            return columns
        }
        let scalars = cell.text.unicodeScalars
        if scalars.count > 1, columns == 2 {
            // A terminal that shows it in one column would leave the old content of the other.
            text += "  \u{1B}[\(row + 1);\(x + 1)H"
        }
        text += cell.text
        // Terminals agree on the width of single scalars of one column, and of the common wide ones.
        let isCertain = scalars.count == 1 && (scalars.first.map { $0.value < 0x2000 || isIdeograph($0) } ?? false)
        cursor = isCertain ? (row, x + columns) : nil
        return max(columns, scalars.reduce(0) { $0 + TerminalCharacters.columns(of: $1) })
    }

    private func isIdeograph(_ scalar: Unicode.Scalar) -> Bool {
        (0x3041...0x30FF).contains(scalar.value) || (0x3400...0x4DBF).contains(scalar.value)
            || (0x4E00...0x9FFF).contains(scalar.value) || (0xAC00...0xD7A3).contains(scalar.value)
            || (0x2500...0x257F).contains(scalar.value)
    }

    mutating func finish() -> String {
        if style != nil, style != .plain { text += "\u{1B}[0m" }
        return text
    }

    /// The code that turns a style on, after all others are turned off.
    private func code(_ style: TextStyle) -> String {
        var codes = ["0"]
        if style.isBold { codes.append("1") }
        if style.isDim { codes.append("2") }
        if style.isUnderlined { codes.append("4") }
        // Without colours, an item with a background is shown reversed.
        if style.isReversed || palette == .none && style.background != nil { codes.append("7") }
        if palette != .none {
            codes += style.foreground.map { code($0, 30) } ?? []
            codes += style.background.map { code($0, 40) } ?? []
        }
        return "\u{1B}[" + codes.joined(separator: ";") + "m"
    }

    private func code(_ color: TerminalColor, _ base: Int) -> [String] {
        switch color {
        case .palette(let number) where number < 8: ["\(base + Int(number))"]
        case .palette(let number) where number < 16: ["\(base + 52 + Int(number))"]
        case .palette(let number): ["\(base + 8)", "5", "\(number)"]
        case .rgb(let red, let green, let blue) where palette == .full:
            ["\(base + 8)", "2", "\(red)", "\(green)", "\(blue)"]
        case .rgb(let red, let green, let blue):
            ["\(base + 8)", "5", "\(16 + 36 * step(red) + 6 * step(green) + step(blue))"]
        }
    }

    /// The nearest of the six levels 0, 95, 135, 175, 215 and 255.
    private func step(_ part: UInt8) -> Int { part < 48 ? 0 : part < 115 ? 1 : (Int(part) - 35) / 40 }
}
