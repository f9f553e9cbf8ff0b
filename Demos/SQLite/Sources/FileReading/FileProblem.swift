import ListEngineSQLite

/// Why a file or a table cannot be shown: what the user reads.
public struct FileProblem: Error, CustomStringConvertible {
    public var description: String

    public init(_ description: String) { self.description = description }

    public init(_ error: any Error) {
        guard let error = error as? SQLiteError else {
            self.init((error as? FileProblem)?.description ?? "\(error)")
            return
        }
        switch error.cause {
        case .notADatabase: self.init("is not an SQLite database, or it is encrypted")
        case .busy: self.init("is locked by another program")
        case .damaged: self.init("is damaged: \(error.message)")
        case .cannotOpen: self.init("cannot be opened: \(error.message)")
        case .readOnly:
            self.init(
                "is in WAL mode, in a folder that cannot be written. If no program writes it, open it as "
                    + "file:PATH?immutable=1")
        default: self.init("cannot be shown: \(error.message)")
        }
    }
}
