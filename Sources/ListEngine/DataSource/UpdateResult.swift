/// How an update that was handed in has ended.
public enum UpdateResult: Sendable {
    /// The data source has it, and the list shows it where there is one.
    case applied
    /// A later snapshot took its place before it was shown. What it marked for reload or reconfiguration was done with
    /// that one, where it still is in the list.
    case superseded
    /// It was not shown: it did not fit the list, which is as it was, or the data source had something else than the update
    /// led to, and the list was loaded again.
    case failed(any Error)

    init(_ error: (any Error)?) { self = error.map { .failed($0) } ?? .applied }

    /// Waits for an update. It serves every method that takes a completion:
    ///
    ///     let result = await UpdateResult.of { list.append(newSections: sections, completion: $0) }
    ///
    /// - Parameter update: Hands the update in, with the completion that it gets.
    @MainActor
    public static func of(_ update: @MainActor (@escaping @MainActor @Sendable (UpdateResult) -> Void) -> Void) async
        -> UpdateResult
    {
        await withCheckedContinuation { continuation in update { continuation.resume(returning: $0) } }
    }
}

/// Called exactly once, on the main actor: when an update is shown and its animation has ended, or when it was not shown.
public typealias UpdateCompletion = @MainActor (UpdateResult) -> Void

/// Why an update could not be done, other than by what is in it.
public enum UpdateError: Error, Sendable, Hashable {
    /// The data source was released before the update's turn.
    case dataSourceReleased
    /// A provider of sections stands twice in a list, again at this position.
    case duplicateProvider(at: Int)
    /// A section that the update names is not in the list.
    case unknownSection(String)
    /// Items that the update names are not in their section, which has `count` of them at the update's turn.
    case itemsOutOfRange(Range<Int>, count: Int)
    /// The view models are of another type than those of the section.
    case unexpectedType(String)
}

extension UpdateError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .dataSourceReleased: "the data source was released before the update's turn"
        case .duplicateProvider(let position): "the provider at position \(position) is in the list already"
        case .unknownSection(let identifier): "section \(identifier) is not in the list"
        case .itemsOutOfRange(let items, let count): "items \(items) are out of range; valid are \(0..<count)"
        case .unexpectedType(let type): "view models of type \(type) do not go with those of the section"
        }
    }
}
