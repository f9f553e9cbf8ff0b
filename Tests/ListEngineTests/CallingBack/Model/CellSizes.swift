import Foundation
import ListEngine
import ListEngineLayout

/// Visible items have the size of their cells' content, which belongs to the item and its version, not to a position.
///
/// The content of an item gets another version when the program reconfigures or reloads the item.
@MainActor
final class CellSizes: HostileWatch {
    private var versions: [String: Int] = [:]
    /// Items whose sizes the program passed in.
    private var foreign: Set<String> = []

    func version(of name: String) -> Int { versions[name] ?? 0 }

    /// The content of items changes.
    func change(_ names: [String]) { for name in names { versions[name, default: 0] += 1 } }

    /// The program may pass a new size for the item.
    func takesSizes(for name: String) { foreign.insert(name) }

    /// The size that the content of an item needs. Some sizes cannot be used.
    static func size(_ name: String, _ version: Int) -> CGSize {
        let number = Int(name.drop { !$0.isNumber }.prefix { $0.isNumber }) ?? 0
        if number % 23 == 22 { return CGSize(width: CGFloat.nan, height: 1) }
        if number % 29 == 28 { return CGSize(width: 10, height: -1) }
        return CGSize(width: 100, height: CGFloat(20 + number % 4 * 7 + version % 5 * 9))
    }

    func end(_ program: HostileProgram, _ step: HostileStep) -> String? {
        let view = program.view
        for (cell, path) in zip(view.visibleCells, view.indexPathsForVisibleItems) {
            guard let cell = cell as? HostileCell else { continue }
            let version = version(of: cell.name)
            guard cell.version == version else {
                return "\(cell.name) shows version \(cell.version) of its content, which is \(version)"
            }
            let size = Self.size(cell.name, version)
            guard program.measures, program.hasMeasuredItems, size.height > 0, size.width.isFinite,
                view.layout.orthogonalScrolling(ofSection: path.section) == nil, !foreign.contains(cell.name),
                !step.diagnostics.contains(.unsettled), view.bounds.width > 0, view.bounds.height > 0
            else { continue }
            let frame = view.layout.frame(ofItem: path.item, inSection: path.section)
            let (now, wanted) =
                view.layout.scrollDirection == .vertical ? (frame.height, size.height) : (frame.width, size.width)
            if now != wanted { return "\(cell.name) at \(text(path)) has the size \(now), its content needs \(wanted)" }
        }
        return nil
    }
}
