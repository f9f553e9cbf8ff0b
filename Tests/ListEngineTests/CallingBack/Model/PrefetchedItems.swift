import Foundation
import ListEngine

/// An item is announced once until it is shown or cancelled. Only announced items are cancelled, and announced items that
/// are deleted are cancelled.
@MainActor
final class PrefetchedItems: HostileWatch {
    /// Items that were announced and neither shown nor cancelled.
    private var waiting: Set<String> = []
    /// Items that were announced, and shown or perhaps cancelled.
    private var shown: Set<String> = []
    private(set) var fault: String?
    /// The prefetch source missed a notice. A full reload ends this.
    private var isBlind = false

    func lostDelegate() { isBlind = true }

    func announce(_ names: [String]) {
        for name in names {
            if !waiting.insert(name).inserted, !isBlind { fault = fault ?? "\(name) is prefetched a second time" }
            shown.remove(name)
        }
    }

    func cancel(_ paths: [IndexPath], _ program: HostileProgram) {
        guard !isBlind else { return }
        program.noteData()
        // The index paths of deleted items are those before the update; they can name other items afterwards.
        let names = program.model.names(at: paths) { waiting.contains($0) || shown.contains($0) }
        if names.isEmpty { fault = fault ?? "cancelled at \(paths.map(text)), where no prefetched items were" }
        // Where index paths name prefetched items in several versions of the data, any of them may have been cancelled.
        let isCertain = names.count == 1
        for names in names {
            waiting.subtract(names)
            if isCertain { shown.subtract(names) } else { shown.formUnion(names) }
        }
    }

    func display(_ name: String) {
        if waiting.remove(name) != nil { shown.insert(name) }
    }

    func end(_ program: HostileProgram, _ step: HostileStep) -> String? {
        if let fault { return fault }
        if step.isReloaded, program.view.delegate != nil { isBlind = false }
        guard !isBlind else { return nil }
        if step.isReloaded {
            // Which items were announced before that is not known.
            shown.formUnion(waiting)
            waiting = []
            return nil
        }
        let data = program.currentData
        if let name = waiting.first(where: { !data.contains($0) }) { return "\(name) is deleted and still prefetched" }
        return nil
    }
}
