/// The result of an update.
public enum UpdateResult: Sendable {
    /// The update was applied. If the data source has a list, the list shows it.
    case applied
    /// A later snapshot replaced it before it was shown. Items that it marked for reload or reconfiguration are
    /// reloaded or reconfigured with the later snapshot, if they are still in the list.
    case superseded
    /// The update was not shown. Either it did not fit the list, which did not change. Or the data source did not
    /// match the update, and the list was loaded again.
    case failed(any Error)

    init(_ error: (any Error)?) { self = error.map { .failed($0) } ?? .applied }

    /// Starts an update and waits for its result. It can be used with every method that takes a completion:
    ///
    ///     let result = await UpdateResult.of { list.append(newSections: sections, completion: $0) }
    ///
    /// - Parameter update: Starts the update with the completion that it receives.
    @MainActor
    public static func of(_ update: @MainActor (@escaping @MainActor @Sendable (UpdateResult) -> Void) -> Void) async
        -> UpdateResult
    {
        await withCheckedContinuation { continuation in update { continuation.resume(returning: $0) } }
    }
}

/// Called exactly once, on the main actor: when an update is shown and its animation has ended, or when it was not shown.
public typealias UpdateCompletion = @MainActor (UpdateResult) -> Void

/// The reason why an update could not be made, other than its contents.
public enum UpdateError: Error, Sendable, Hashable {
    /// The data source was released before the update's turn.
    case dataSourceReleased
    /// A list contains a section provider twice; the second one is at this position.
    case duplicateProvider(at: Int)
    /// A section that the update names is not in the list.
    case unknownSection(String)
    /// The update contains items that are not in their section. When the update ran, the section had `count` items.
    case itemsOutOfRange(Range<Int>, count: Int)
    /// The view models have a different type than those of the section.
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
