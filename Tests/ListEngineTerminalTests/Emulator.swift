import Foundation

@testable import ListEngineTerminal

/// A terminal that understands what a host writes. Anything else is noted as unknown.
struct Emulator {
    struct Cell: Equatable {
        var text = " "
        var codes: [Int] = []
    }

    private(set) var width: Int
    private(set) var height: Int
    private(set) var rows: [[Cell]]
    private var (x, y) = (0, 0)
    private var codes: [Int] = []
    /// The private modes that are on: 1049 is the alternate screen.
    private(set) var modes: Set<Int> = []
    private(set) var unknown: [String] = []
    private(set) var written = 0
    /// Whether a character of several scalars has the columns of its scalars together, as in old terminals.
    var addsColumns = false
    private var rest: [Unicode.Scalar] = []

    init(width: Int, height: Int) {
        (self.width, self.height) = (width, height)
        rows = Array(repeating: Array(repeating: Cell(), count: width), count: height)
    }

    mutating func resize(width: Int, height: Int) {
        let (modes, unknown, rest) = (modes, unknown, rest)
        self = Emulator(width: width, height: height)
        (self.modes, self.unknown, self.rest) = (modes, unknown, rest)
    }

    var text: String {
        rows.map { row in
            var line = row.map(\.text).joined()
            while line.last == " " { line.removeLast() }
            return line
        }.joined(separator: "\n")
    }

    /// The codes of a cell that shows a text.
    func codes(of text: Character) -> [Int]? { rows.joined().first { $0.text == String(text) }?.codes }

    mutating func write(_ text: String) {
        written += text.utf8.count
        rest += Array(text.unicodeScalars)
        var place = 0
        while place < rest.count {
            let scalar = rest[place]
            if scalar == "\u{1B}" {
                guard let end = sequence(from: place) else { break }
                place = end
            } else if scalar.value < 0x20 || scalar.value == 0x7F {
                unknown.append("control \(scalar.value)")
                place += 1
            } else {
                put(scalar)
                place += 1
            }
        }
        rest.removeFirst(place)
    }

    private mutating func put(_ scalar: Unicode.Scalar) {
        var columns = TerminalCharacters.columns(of: scalar)
        if columns == 0 || !addsColumns && joins(scalar) {
            // A mark belongs to the character before it.
            var before = min(x, width) - 1
            while before > 0, rows[y][before].text.isEmpty { before -= 1 }
            if before >= 0 {
                rows[y][before].text.unicodeScalars.append(scalar)
                let isFlag = (0x1F1E6...0x1F1FF).contains(scalar.value)
                if isFlag || scalar.value == 0xFE0F, !addsColumns, before + 1 == x, x < width {
                    if x + 1 < width, rows[y][x + 1].text.isEmpty { rows[y][x + 1].text = " " }
                    rows[y][x] = Cell(text: "", codes: codes)
                    x += 1
                }
            }
            return
        }
        guard x < width else {
            unknown.append("beyond the end of row \(y)")
            return
        }
        columns = min(columns, width - x)
        if rows[y][x].text.isEmpty, x > 0 { rows[y][x - 1].text = " " }
        rows[y][x] = Cell(text: String(scalar), codes: codes)
        if columns == 2 { rows[y][x + 1] = Cell(text: "", codes: codes) }
        x += columns
        if x < width, rows[y][x].text.isEmpty { rows[y][x].text = " " }
    }

    private func joins(_ scalar: Unicode.Scalar) -> Bool {
        var before = min(x, width) - 1
        while before > 0, rows[y][before].text.isEmpty { before -= 1 }
        guard before >= 0, let last = rows[y][before].text.unicodeScalars.last else { return false }
        let isFlag = { (value: UInt32) in (0x1F1E6...0x1F1FF).contains(value) }
        return last.value == 0x200D || (0x1F3FB...0x1F3FF).contains(scalar.value)
            || isFlag(scalar.value) && isFlag(last.value) && rows[y][before].text.unicodeScalars.count == 1
    }

    /// The place after the sequence. Nil if it is not complete.
    private mutating func sequence(from start: Int) -> Int? {
        guard start + 1 < rest.count else { return nil }
        guard rest[start + 1] == "[" else {
            unknown.append("escape \(rest[start + 1])")
            return start + 2
        }
        var place = start + 2
        var parameters = ""
        while place < rest.count, (0x20...0x3F).contains(rest[place].value) {
            parameters.unicodeScalars.append(rest[place])
            place += 1
        }
        guard place < rest.count else { return nil }
        perform(Character(rest[place]), parameters)
        return place + 1
    }

    private mutating func perform(_ final: Character, _ parameters: String) {
        let numbers = parameters.drop { $0 == "?" }.split(separator: ";").compactMap { Int($0) }
        switch final {
        case "H" where numbers.count == 2 && (1...height).contains(numbers[0]) && (1...width).contains(numbers[1]):
            (y, x) = (numbers[0] - 1, numbers[1] - 1)
        case "J" where numbers == [2]:
            rows = Array(repeating: Array(repeating: Cell(), count: width), count: height)
        case "m": codes = numbers.first == 0 ? Array(numbers.dropFirst()) : codes + numbers
        case "h" where parameters.hasPrefix("?"): modes.formUnion(numbers)
        case "l" where parameters.hasPrefix("?"): modes.subtract(numbers)
        default: unknown.append("\(parameters)\(final)")
        }
    }
}
