import Foundation
import Testing

@testable import ListEngine

/// A gate between threads: tasks wait in front of it until the test opens it.
actor Gate {
    private var isOpen = false
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private(set) var arrivals = 0
    private var expecting: [(count: Int, CheckedContinuation<Void, Never>)] = []

    func pass() async {
        arrivals += 1
        for place in expecting.indices.reversed() where expecting[place].count <= arrivals {
            expecting.remove(at: place).1.resume()
        }
        if !isOpen { await withCheckedContinuation { waiting.append($0) } }
    }

    func open() {
        isOpen = true
        for continuation in waiting { continuation.resume() }
        waiting = []
    }

    /// Waits until a number of tasks have come to the gate.
    func arrived(_ count: Int) async {
        if arrivals < count { await withCheckedContinuation { expecting.append((count, $0)) } }
    }
}

@MainActor
final class UpdateResults {
    var all: [String: [UpdateResult]] = [:]
    subscript(name: String) -> UpdateCompletion { { self.all[name, default: []].append($0) } }
    func count(_ name: String) -> Int { all[name]?.count ?? 0 }

    func text(_ name: String) -> String {
        (all[name] ?? []).map { result in
            switch result {
            case .applied: "applied"
            case .superseded: "superseded"
            case .failed(let error): error is CancellationError ? "cancelled" : "\(error)"
            }
        }.joined(separator: ", ")
    }
}

/// Waits until a condition holds. Each look is a turn of the main actor, so a list that waits for other tests there is waited for,
/// however long they take.
@MainActor
func eventually(
    _ condition: () -> Bool, _ what: Comment, sourceLocation: SourceLocation = #_sourceLocation
) async {
    for _ in 0..<12_000 {
        if condition() { return }
        try? await Task.sleep(nanoseconds: 5_000_000)
    }
    Issue.record(what, sourceLocation: sourceLocation)
}

@MainActor
func numberBlock(_ numbers: [Int]) -> [any ListSection] {
    [ListBlock("numbers", numbers, id: \.self) { ItemContent("\($0)") }]
}

@MainActor
func titles(_ view: CollectionView) -> [String] {
    view.visibleCells.sorted { $0.frame.minY < $1.frame.minY }.compactMap { ($0 as? ContentCell)?.content.title }
}
