import ListEngine

/// Completions that must be called exactly once, even if the list and everyone who knows it are gone.
@MainActor
final class CompletionLedger {
    /// The results of each completion, in the order in which they were opened.
    private(set) var results: [[Bool]] = []
    /// Called with each completion.
    var observer: (@MainActor () -> Void)?

    func open() -> UpdateCompletion {
        let number = results.count
        results.append([])
        return { [self] in
            results[number].append($0.isApplied)
            observer?()
        }
    }

    /// Completions that were called several times: always a fault.
    func faultSoFar() -> String? {
        results.firstIndex { $0.count > 1 }.map { "completion \($0) was called \(results[$0].count) times" }
    }

    /// Completions that were not called exactly once. Those of running animations may still be called later.
    func fault() -> String? {
        let wrong = results.indices.filter { results[$0].count != 1 }
        return wrong.isEmpty ? nil : "completions \(wrong) were called \(wrong.map { results[$0].count }) times"
    }
}
