// What the blocks of code about rows use without declaring it: see Scripts/documentation-code.py.
import ListEngine
import ListEngineData

@MainActor final class Context {}

struct Message: Identifiable, Sendable {
    var id: Int
    var name: String
    var text: String { name }
}

struct Server: Sendable {
    func messages(after cursor: String?, limit: Int) async throws -> (messages: [Message], next: String?) { ([], nil) }
}

typealias Messages = ArrayRows<Int, Int, Message>

let server = Server()
@MainActor let source = Messages()
@MainActor let rows = LiveRows(source)
@MainActor let messages = source
@MainActor let section = RowSection(rows) { (cell: ContentCell, state) in }
@MainActor let collectionView = CollectionView()
@MainActor let header = RowSection(LiveRows(source)) { (cell: ContentCell, state) in }
