/// The result of an update.
///
/// Each update has two forms: one with a completion, and one that is awaited.
///
///     section.append(items: page) { result in print(result) }
///     let result = await section.append(items: page)
///
/// Both do the same. The awaited form starts its update when it is called on the main actor, before it suspends, and
/// returns when the animation has ended or the update was not shown. It also returns if the data source, the collection
/// view or the host is released. Cancelling the task that awaits it does not cancel the update, except for an update
/// that is being prepared on another thread.
///
/// In an asynchronous function, a call without `await` and without a completion does not compile. To start an update
/// there without awaiting it, pass `completion: nil`.
public enum UpdateResult: Sendable {
    /// The update was applied. If the data source has a collection view, that shows it.
    case applied
    /// A later snapshot replaced it before it was shown. Items that it marked for reload or reconfiguration are
    /// reloaded or reconfigured with the later snapshot, if they are still in the list.
    case superseded
    /// The update was not shown. Either it did not fit the list, which did not change. Or the data source did not
    /// match the update, and the list was reloaded. Or the collection view has another data source: then the update
    /// changed the data only, and the error is ``UpdateError/dataSourceReplaced``.
    case failed(any Error)

    /// Whether the update was applied.
    public var isApplied: Bool { if case .applied = self { true } else { false } }

    init(_ error: (any Error)?) { self = error.map { .failed($0) } ?? .applied }

    /// Starts an update and waits for its result. It serves methods that have a completion only.
    ///
    ///     let result = await UpdateResult.of { providerList.update(animated: true, { _ in }, completion: $0) }
    ///
    /// - Parameter update: Starts the update with the completion that it receives.
    @MainActor
    public static func of(_ update: @MainActor (@escaping @MainActor @Sendable (UpdateResult) -> Void) -> Void) async
        -> UpdateResult
    {
        await withCheckedContinuation { continuation in update { continuation.resume(returning: $0) } }
    }

    /// Does the same for an update that is prepared on another thread. Cancelling the task cancels the preparation.
    @MainActor
    static func ofPreparing(
        _ update: @MainActor (UpdatePreparation, @escaping @MainActor @Sendable (UpdateResult) -> Void) -> Void
    ) async -> UpdateResult {
        let preparation = UpdatePreparation()
        return await withTaskCancellationHandler {
            await of { update(preparation, $0) }
        } onCancel: {
            preparation.cancel()
        }
    }
}

/// Called exactly once, on the main actor: when an update is shown and its animation has ended, or when it was not shown.
public typealias UpdateCompletion = @MainActor (UpdateResult) -> Void

/// The reason why an update could not be made, other than its contents.
public enum UpdateError: Error, Sendable, Hashable {
    /// The data source was released before the update's turn.
    case dataSourceReleased
    /// The collection view has another data source. The data source has the update's data, and no one shows them.
    case dataSourceReplaced
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
        case .dataSourceReplaced: "the collection view has another data source, so the update is not shown"
        case .duplicateProvider(let position): "the provider at position \(position) is in the list already"
        case .unknownSection(let identifier): "section \(identifier) is not in the list"
        case .itemsOutOfRange(let items, let count): "items \(items) are out of range; valid are \(0..<count)"
        case .unexpectedType(let type): "view models of type \(type) do not match those of the section"
        }
    }
}
