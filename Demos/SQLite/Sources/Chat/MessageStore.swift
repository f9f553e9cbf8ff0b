import ListEngineData

/// Where the messages of a chat are: a file or a server. No method is called on the main thread.
public protocol MessageStore: Sendable {
    /// The identity of a message is its key among all messages.
    associatedtype Source: RowSource where Source.ID == Source.Key

    /// The name of the chat.
    var name: String { get }

    /// Opens all messages, the oldest first.
    func messages() async throws -> Source

    /// Opens the messages that have, for each word of a text, a word that begins with it, the newest first. A search that is cancelled
    /// ends soon.
    func messages(matching text: String) async throws -> Source

    /// The message in a row.
    func message(in row: Source.Row) -> Message

    /// Appends a message of the user.
    func send(_ text: String) async throws

    /// What the user reads about an error.
    func reason(of error: any Error) -> String
}
