import Foundation
import ListEngine
import ListEngineData
import ListEngineSQLite
import ListEngineTerminal

/// The width of text in a host, in points.
public struct TextWidths: Sendable {
    /// Of a character.
    public var character: CGFloat
    /// Around the text of a field.
    public var padding: CGFloat

    public init(character: CGFloat, padding: CGFloat) { (self.character, self.padding) = (character, padding) }

    /// The width of a field.
    func points(_ characters: Int) -> CGFloat { CGFloat(characters) * character + padding }

    /// A state whose widths are numbers of characters, with the widths of this host.
    func inPoints(_ state: ColumnState) -> ColumnState { converted(state) { $0 * character + padding } }

    /// A state with numbers of characters instead of points.
    func inCharacters(_ state: ColumnState) -> ColumnState {
        converted(state) { max(0, ($0 - padding) / character) }
    }

    private func converted(_ state: ColumnState, _ width: (CGFloat) -> CGFloat) -> ColumnState {
        var state = state
        for place in state.columns.indices { state.columns[place].width = state.columns[place].width.map(width) }
        return state
    }
}

/// How a column is shown at first.
struct ColumnLook: Sendable {
    /// In characters: that of the widest value among the first and last rows, up to a limit.
    var width: Int
    /// Whether the values are numbers, which end at the same place.
    var isNumeric: Bool

    static let mostWidth = 40

    /// The looks of a table's columns.
    /// - Parameter sample: Rows of the table.
    static func looks(_ entry: TableEntry, _ sample: [SQLiteRow]) -> [ColumnLook] {
        entry.columns.enumerated().map { place, name in
            // Space for the sign of the order.
            var width = TerminalText.columns(of: name) + 3
            var (hasNumbers, hasText) = (false, false)
            for row in sample where place < row.values.count {
                let field = FieldText(row[place])
                width = max(width, TerminalText.columns(of: field.text))
                if field.kind == .text { hasText = true }
                if field.kind == .number { hasNumbers = true }
            }
            let isNumeric = hasNumbers ? !hasText : !hasText && entry.numeric.contains(name)
            return ColumnLook(width: min(max(width, 4), mostWidth), isNumeric: isNumeric)
        }
    }
}

/// The widths of columns that the user has not set: they grow with the values that are shown.
@MainActor
final class GrowingColumns {
    private var characters: [Int]
    /// The widths that the columns had last, in characters.
    private var shown: [Int]
    private let names: [String]
    private let widths: TextWidths
    private weak var list: CollectionView?
    private var grown: Set<Int> = []

    init(_ looks: [ColumnLook], _ names: [String], _ widths: TextWidths, _ list: CollectionView) {
        characters = looks.map(\.width)
        shown = characters
        (self.names, self.widths, self.list) = (names, widths, list)
    }

    /// A text is shown in a column.
    func note(_ text: String, at place: Int) {
        // A character of one byte is at most one column wide.
        guard text.utf8.count > characters[place] else { return }
        let width = min(TerminalText.columns(of: text), ColumnLook.mostWidth)
        guard width > characters[place] else { return }
        characters[place] = width
        if grown.isEmpty { Task { [weak self] in self?.grow() } }
        grown.insert(place)
    }

    /// All columns that were noted in a pass grow together.
    private func grow() {
        let places = grown
        grown = []
        try? list?.editColumns { columns in
            for place in places {
                // The user has not changed it.
                if columns.width(of: names[place]) == widths.points(shown[place]) {
                    try columns.setWidth(.points(widths.points(characters[place])), of: names[place])
                }
                shown[place] = characters[place]
            }
        }
    }
}

/// The files in which the changes of the user to the columns of each table are kept: widths, order, hidden columns, and the sorting.
struct ColumnStates: Sendable {
    private struct Stored: Codable {
        var file: String
        var table: String
        var state: ColumnState
    }

    private let folder: URL
    private let file: String
    /// A terminal and a window share the files, which have widths in characters.
    private let widths: TextWidths

    /// - Parameters:
    ///   - path: That of the database.
    ///   - widths: Those of the list's host.
    init(_ path: String, _ widths: TextWidths) {
        self.widths = widths
        let environment = ProcessInfo.processInfo.environment
        let home = environment["XDG_STATE_HOME"].map { URL(fileURLWithPath: $0) }
        let usual = FileManager.default.homeDirectoryForCurrentUser.appendingPathComponent(".local/state")
        folder = (home ?? usual).appendingPathComponent("le-table")
        file = path.hasPrefix("file:") ? path : URL(fileURLWithPath: path).standardizedFileURL.path
    }

    /// Nil if there is none, or it cannot be read.
    func read(_ table: String) -> ColumnState? {
        guard let data = try? Data(contentsOf: address(table)),
            let stored = try? JSONDecoder().decode(Stored.self, from: data), stored.file == file, stored.table == table
        else { return nil }
        return widths.inPoints(stored.state)
    }

    /// A state that cannot be written is lost: the rows are more important.
    func write(_ state: ColumnState, of table: String) {
        guard let data = try? JSONEncoder().encode(Stored(file: file, table: table, state: widths.inCharacters(state)))
        else { return }
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try? data.write(to: address(table), options: .atomic)
    }

    private func address(_ table: String) -> URL {
        // FNV-1a. The name of a table can be longer than that of a file.
        let hash = (file + "\0" + table).utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
            ($0 ^ UInt64($1)) &* 0x100_0000_01b3
        }
        return folder.appendingPathComponent(String(hash, radix: 16) + ".json")
    }
}
