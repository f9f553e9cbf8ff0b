import Foundation
import ListEngineLayout

@testable import ListEngine

/// Items that are selected, focused, held, in a menu, dragged, reordered or the anchor stay so while the list changes:
/// the same items, by name, until they are deleted or the list is reloaded.
@MainActor
final class FollowedItems: HostileWatch {
    private struct Role {
        let name: String
        let touched: TouchedState
        /// Whether items with identities get the role back when they are in the list again, after a full reload too.
        var returns = false
        let paths: @MainActor (CollectionView) -> [IndexPath]
    }

    private static let roles = [
        Role(name: "selected", touched: .selection, returns: true) { $0.indexPathsForSelectedItems },
        Role(name: "focused", touched: .focus, returns: true) { $0.focusedIndexPath.map { [$0] } ?? [] },
        Role(name: "held", touched: .held) { $0.heldItem.map { [$0] } ?? [] },
        Role(name: "in the menu", touched: .menu) { $0.indexPathsForContextMenu },
        Role(name: "reordered", touched: .reordered) { $0.reorderedItem.map { [$0.from] } ?? [] },
        Role(name: "the anchor", touched: .anchorPolicy) {
            if case .item(let path) = $0.anchorPolicy { [path] } else { [] }
        },
    ]

    private struct Drag {
        let drag: CollectionDrag
        var names: [String]
        /// Whether the drag began in this step.
        var isNew = true
    }

    private var before: [[String]] = []
    /// The items that have had each role.
    private var remembered = [Set<String>](repeating: [], count: roles.count)
    private weak var sourceBefore: AnyObject?
    private var drags: [Drag] = []

    /// The user drags items out of the list.
    func began(_ drag: CollectionDrag) {
        drags.append(Drag(drag: drag, names: drag.items.compactMap { $0.payload as? String }))
        if drags.count > 4 { drags.removeFirst() }
    }

    func begin(_ program: HostileProgram) {
        sourceBefore = program.view.dataSource
        before = Self.roles.map { role in role.paths(program.view).map { program.currentData.name(at: $0) ?? "?" } }
    }

    /// An item can get a role and be deleted in one step.
    func note(_ program: HostileProgram) {
        let data = program.currentData
        for (number, role) in Self.roles.enumerated() where role.returns {
            remembered[number].formUnion(role.paths(program.view).compactMap { data.name(at: $0) })
        }
    }

    func end(_ program: HostileProgram, _ step: HostileStep) -> String? {
        let data = program.currentData
        let keepsSource = sourceBefore != nil && sourceBefore === program.view.dataSource
        for (number, (role, before)) in zip(Self.roles, before).enumerated() {
            let paths = role.paths(program.view)
            let now = paths.compactMap { data.name(at: $0) }
            guard now.count == paths.count || role.touched == .anchorPolicy else {
                return "\(paths.map(text)) are \(role.name) and not in the data"
            }
            remembered[number].formUnion(before)
            guard step.touched.isDisjoint(with: role.touched) else {
                remembered[number].formUnion(now)
                continue
            }
            let returns = role.returns && keepsSource && !program.isPositional
            if step.isReloaded, !returns {
                // The anchor keeps its index path.
                guard now.isEmpty || role.touched == .anchorPolicy else {
                    return "\(now) are \(role.name) after everything was loaded again"
                }
                continue
            }
            let lost = before.filter { !now.contains($0) }
            if let name = now.first(where: { !before.contains($0) && !(returns && remembered[number].contains($0)) }) {
                return "\(name) is \(role.name), and \(before) were"
            }
            if let name = lost.first(where: { program.model.wasAlwaysThere($0) }) {
                return "\(name) is in the list and no longer \(role.name)"
            }
        }
        return faultInDrags(program, step)
    }

    private func faultInDrags(_ program: HostileProgram, _ step: HostileStep) -> String? {
        for index in drags.indices {
            if step.isReloaded {
                // A drag that began after that still has its items.
                let isKept = drags[index].isNew && !drags[index].drag.indexPaths.isEmpty
                drags[index].names = isKept ? drags[index].names.filter { program.currentData.contains($0) } : []
            } else {
                // An item can be inserted and then dragged in one step.
                let (isNew, data) = (drags[index].isNew, program.currentData)
                drags[index].names.removeAll { !(isNew ? data.contains($0) : program.model.wasAlwaysThere($0)) }
            }
            drags[index].isNew = false
            let (drag, names) = (drags[index].drag, drags[index].names)
            let found = drag.indexPaths.map { program.currentData.name(at: $0) ?? "?" }
            guard found == names else { return "dragged are \(names), and the drag has \(found)" }
        }
        return nil
    }
}

/// A swiped item is the same item from the start of the swipe to its end.
@MainActor
final class SwipedItems: HostileWatch {
    /// The items whose editing began and has not ended, oldest first.
    private var edited: [String] = []
    private var fault: String?
    /// The fault unless this step contains a full reload, after which no item is known to be the same.
    private var faultWithoutReload: String?
    private var before: String?

    func willBegin(_ name: String) { edited.append(name) }

    func didEnd(_ name: String?, _ program: HostileProgram) {
        guard !edited.isEmpty else {
            fault = fault ?? "the end of a swipe of \(name ?? "nothing") that did not begin"
            return
        }
        let began = edited.removeFirst()
        if let name, name != began { fault = fault ?? "the swipe of \(began) ended with \(name)" }
        if name == nil, program.model.wasAlwaysThere(began), program.isPositional {
            faultWithoutReload = "the swipe of \(began) ended without its item, which is in the list"
        }
    }

    func begin(_ program: HostileProgram) {
        faultWithoutReload = nil
        before = program.view.swipe.map { $0.indexPath.flatMap { program.currentData.name(at: $0) } ?? "?" }
    }

    func end(_ program: HostileProgram, _ step: HostileStep) -> String? {
        if let fault { return fault }
        if !step.isReloaded, let faultWithoutReload { return faultWithoutReload }
        guard step.touched.isDisjoint(with: .swipe), let swipe = program.view.swipe else { return nil }
        let now = swipe.indexPath.flatMap { program.currentData.name(at: $0) } ?? "?"
        return now == before ? nil : "swiped is \(now), and \(before ?? "nothing") was"
    }
}

/// Cells show whether their items are selected, focused and reordered, and the list shows where they are.
@MainActor
final class MarkedCells: HostileWatch {
    func end(_ program: HostileProgram, _ step: HostileStep) -> String? {
        let view = program.view
        for (cell, path) in zip(view.visibleCells, view.indexPathsForVisibleItems) {
            let name = (cell as? HostileCell)?.name ?? "a placeholder"
            if cell.isSelected != view.isItemSelected(at: path) {
                return "\(name) looks \(cell.isSelected ? "selected" : "not selected")"
            }
            if cell.isFocused != (view.focusedIndexPath == path) {
                return "\(name) looks \(cell.isFocused ? "focused" : "not focused")"
            }
            let isDragged = ElementPath(path).map { view.reorderer.isDragging($0) } ?? false
            if cell.isReordering != isDragged || view.reorderedItem?.from == path && !isDragged {
                return "\(name) looks \(cell.isReordering ? "dragged" : "not dragged")"
            }
        }
        return nil
    }
}
