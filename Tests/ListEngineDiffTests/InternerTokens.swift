@testable import ListEngineDiff

extension IdentifierInterner {
    /// The tokens of many identifiers, written in blocks.
    func intern(_ identifiers: [Identifier]) -> [Token] {
        withRun(of: identifiers) { run in Array(ContiguousArray<Token>(count: run.count) { intern(run, into: $0) }) }
    }
}
