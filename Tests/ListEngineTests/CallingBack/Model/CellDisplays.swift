import Foundation
import ListEngine

/// Each cell is displayed once before its display ends, with the same item, and the cells between the two are those on
/// the screen.
@MainActor
final class CellDisplays: HostileWatch {
    private var names: [ObjectIdentifier: String] = [:]
    private var fault: String?
    /// No delegate was there to be notified.
    private var isBlind = false

    func lostDelegate() { isBlind = true }

    func willDisplay(_ cell: CollectionViewCell) {
        let name = (cell as? HostileCell)?.name ?? ""
        if names.updateValue(name, forKey: ObjectIdentifier(cell)) != nil, !isBlind {
            fault = fault ?? "the cell of \(name) is displayed a second time"
        }
    }

    func didEnd(_ cell: CollectionViewCell, _ path: IndexPath, _ program: HostileProgram) {
        guard !isBlind else { return }
        program.noteData()
        let now = (cell as? HostileCell)?.name ?? ""
        guard let name = names.removeValue(forKey: ObjectIdentifier(cell)) else {
            fault = fault ?? "the display of \(now) ends and did not begin"
            return
        }
        if name != now { fault = fault ?? "the display of \(name) ends when its cell is \(now)" }
        if !name.isEmpty, program.model.names(at: [path], where: { $0 == name }).isEmpty {
            fault = fault ?? "the display of \(name) ends at \(text(path)), where it never was"
        }
    }

    func begin(_ program: HostileProgram) {
        guard isBlind, program.view.delegate != nil else { return }
        isBlind = false
        names = [:]
        for cell in program.view.visibleCells {
            names[ObjectIdentifier(cell)] = (cell as? HostileCell)?.name ?? ""
        }
    }

    func end(_ program: HostileProgram, _ step: HostileStep) -> String? {
        guard !isBlind else { return nil }
        if let fault { return fault }
        let shown = Set(program.view.visibleCells.map { ObjectIdentifier($0) })
        let ghosts = names.filter { !shown.contains($0.key) }
        guard ghosts.isEmpty else { return "the display of \(ghosts.values.sorted()) did not end" }
        guard names.count == shown.count else { return "cells are shown whose display did not begin" }
        return nil
    }
}
