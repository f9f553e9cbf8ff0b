import Foundation
import ListEngine
import ListEngineDiff
import ListEngineLayout

/// Checks one property of a list over the steps of a random program.
///
/// A watch knows items by their names, never by their positions. It reads the list through its public interface.
@MainActor
protocol HostileWatch: AnyObject {
    /// Called before a step, when the list is laid out.
    func begin(_ program: HostileProgram)
    /// Called after a step, when the list is laid out again.
    /// - Returns: The fault; nil if the property holds.
    func end(_ program: HostileProgram, _ step: HostileStep) -> String?
}

extension HostileWatch {
    func begin(_ program: HostileProgram) {}
    func end(_ program: HostileProgram, _ step: HostileStep) -> String? { nil }
}

/// State of a list that an action changes directly, not as a consequence of a change of the data.
struct TouchedState: OptionSet {
    let rawValue: Int
    static let selection = TouchedState(rawValue: 1)
    static let focus = TouchedState(rawValue: 2)
    static let held = TouchedState(rawValue: 4)
    static let menu = TouchedState(rawValue: 8)
    static let reordered = TouchedState(rawValue: 16)
    static let swipe = TouchedState(rawValue: 32)
    static let anchorPolicy = TouchedState(rawValue: 64)
    static let offset = TouchedState(rawValue: 128)
    static let sectionOffsets = TouchedState(rawValue: 256)
    /// The layout, the bounds or the insets.
    static let geometry = TouchedState(rawValue: 512)
    /// The data of the list.
    static let data = TouchedState(rawValue: 1024)
    /// The host.
    static let host = TouchedState(rawValue: 2048)
    static let user: TouchedState = [.selection, .focus, .menu, .reordered, .swipe, .offset, .sectionOffsets]
}

/// The events of one step of a random program.
@MainActor
final class HostileStep {
    /// The actions, outermost first.
    private(set) var actions: [HostileAction] = []
    private(set) var touched: TouchedState = []
    /// The sum of all content changes.
    var change = ContentChange()
    /// The codes of all diagnostics.
    var diagnostics: Set<CollectionViewDiagnostic.Code> = []
    /// The names of reloaded and reconfigured items.
    var refreshed: Set<String> = []
    /// For each section after the only edit, its index before; nil if it was inserted. Nil if that is not known.
    var origins: [Int?]?

    func touch(_ state: TouchedState) { touched.formUnion(state) }

    func add(_ action: HostileAction) {
        actions.append(action)
        touched.formUnion(action.touched)
    }

    /// The only action; nil if callbacks performed others.
    var onlyAction: HostileAction? { actions.count == 1 ? actions[0] : nil }

    /// Whether the list was reloaded, so that no item is known to be the same.
    var isReloaded: Bool { change.causes.contains(.reload) }
}

/// One version of the data of a list.
enum HostileData {
    case sections([[String]])
    case snapshot(DiffableSnapshot<String, String>)

    func name(at path: IndexPath) -> String? {
        guard path.count == 2 else { return nil }
        switch self {
        case .sections(let sections):
            guard sections.indices.contains(path.section), sections[path.section].indices.contains(path.item) else {
                return nil
            }
            return sections[path.section][path.item]
        case .snapshot(let snapshot):
            guard (0..<snapshot.numberOfSections).contains(path.section),
                (0..<snapshot.numberOfItems(inSectionAt: path.section)).contains(path.item)
            else { return nil }
            return snapshot.itemIdentifier(at: ItemIndexPath(section: path.section, item: path.item))
        }
    }

    func path(of name: String) -> IndexPath? {
        switch self {
        case .sections(let sections):
            for (section, items) in sections.enumerated() {
                if let item = items.firstIndex(of: name) { return IndexPath(item: item, section: section) }
            }
            return nil
        case .snapshot(let snapshot):
            return snapshot.indexPath(of: name).map { IndexPath(item: $0.item, section: $0.section) }
        }
    }

    func contains(_ name: String) -> Bool { path(of: name) != nil }

    /// All names, in the order of the list.
    var names: [String] {
        switch self {
        case .sections(let sections): sections.flatMap { $0 }
        case .snapshot(let snapshot): snapshot.itemIdentifiers
        }
    }
}

/// The properties that a random program watches: see the types of the watches.
@MainActor
final class HostileModel {
    let cells = CellDisplays()
    let prefetched = PrefetchedItems()
    let followed = FollowedItems()
    let swiped = SwipedItems()
    let sizes = CellSizes()
    private let watches: [any HostileWatch]
    var step = HostileStep()
    /// The versions of the data in the current step, oldest first.
    private var versions: [HostileData] = []

    init() {
        watches = [cells, prefetched, followed, sizes, swiped, PlaceOnScreen(), ScrolledSections(), MarkedCells()]
    }

    /// Performs a step, and returns its first fault.
    func perform(_ program: HostileProgram, _ body: () -> Void) -> String? {
        // Only what the step itself does counts. Callbacks of earlier work can request more.
        versions = [program.currentData]
        repeat {
            step = HostileStep()
            program.view.layoutIfNeeded()
        } while !step.actions.isEmpty
        step = HostileStep()
        versions = [program.currentData]
        for watch in watches { watch.begin(program) }
        step.change = program.view.contentChange {
            body()
            program.view.layoutIfNeeded()
        }
        noteData(program)
        if let fault = program.faultOnScreen() { return fault }
        for watch in watches {
            if let fault = watch.end(program, step) { return fault }
        }
        return nil
    }

    func noteData(_ program: HostileProgram) { versions.append(program.currentData) }

    /// The names at index paths in those versions of the data in which all of them fit.
    func names(at paths: [IndexPath], where fits: (String) -> Bool = { _ in true }) -> Set<[String]> {
        Set(versions.map { version in paths.compactMap { version.name(at: $0) } })
            .filter { $0.count == paths.count && $0.allSatisfy(fits) }
    }

    /// Whether the list contained the item all the time.
    func wasAlwaysThere(_ name: String) -> Bool { versions.allSatisfy { $0.contains(name) } }
}
