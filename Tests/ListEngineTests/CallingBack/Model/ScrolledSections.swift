import Foundation
import ListEngine
import ListEngineLayout

/// A section that scrolls independently keeps its offset, as far as its content allows, wherever it is moved to.
@MainActor
final class ScrolledSections: HostileWatch {
    private var before: [CGFloat] = []

    private func offsets(_ view: CollectionView) -> [CGFloat] {
        (0..<view.numberOfSections).map { view.sectionOffsets[$0] }
    }

    func begin(_ program: HostileProgram) { before = offsets(program.view) }

    func end(_ program: HostileProgram, _ step: HostileStep) -> String? {
        let view = program.view
        guard let action = step.onlyAction, action.changesOnlyData, !step.touched.contains(.geometry), !step.isReloaded,
            let origins = step.origins,
            step.change.causes.subtracting([.update, .measuring]).isEmpty
        else { return nil }
        let now = offsets(view)
        guard origins.count == now.count else { return "\(now.count) sections, expected \(origins.count)" }
        for (section, origin) in origins.enumerated() {
            let scrolling = view.layout.orthogonalScrolling(ofSection: section)
            // A section that loops keeps an item in its place instead.
            if let scrolling, scrolling.loops { continue }
            let range = scrolling?.offsetRange ?? 0...0
            let old = origin.map { before[$0] } ?? 0
            let wanted = old == 0 ? 0 : min(max(old, range.lowerBound), range.upperBound)
            guard now[section] != wanted, now[section] != old || old == 0 else { continue }
            return "section \(section), before \(String(describing: origin)), is scrolled to \(now[section]),"
                + " expected \(wanted)"
        }
        return nil
    }
}
