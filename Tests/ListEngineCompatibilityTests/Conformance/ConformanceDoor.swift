import Foundation
import ListEngineCompatibility
import ListEngineLayout

// One set of scenarios, run with every way to describe a list (a "door"): data in; visible items, their positions and
// the reported events out. All doors behave alike where their vocabularies agree.

/// A section of a scenario: its name, its header and its items, each with a name that is unique in the list.
struct ConformanceSection: Sendable {
    var name: String
    var items: [String]

    /// `a: a0 a1 a2`.
    init(_ text: String) {
        let parts = text.split(separator: ":", maxSplits: 1)
        name = String(parts[0])
        items = parts.count > 1 ? parts[1].split(separator: " ").map(String.init) : []
    }
}

/// A cell that stores the name of its item.
@MainActor
protocol ConformanceCell: CollectionViewCell {
    var name: String { get }
}

/// A list made by one of the doors: vertical, 100 points wide and high, with items over the whole width and 20 points
/// high, without spacing, headers and insets.
@MainActor
protocol ConformanceDoor: AnyObject {
    /// Shows the list with ``ConformanceCell``s.
    var view: CollectionView { get }

    /// Receives all calls to the list's delegate, and is queried first.
    var outerDelegate: (any CollectionViewDelegate)? { get set }

    /// `+name` when an item's cell is about to be shown, `-name` when it is no longer shown, `*name` when the user
    /// selects it.
    var events: [String] { get set }

    /// Replaces the sections by these, without animation. Remaining items keep their cells if ``keepsCells``.
    func show(_ sections: [ConformanceSection])

    /// False: everything is reloaded when other sections are shown.
    var keepsCells: Bool { get }

    /// Makes the layout object of each section.
    var makeLayout: (@MainActor () -> any CollectionViewSectionLayout)? { get set }
}

extension ConformanceDoor {
    /// The setter does nothing, for sections without layout objects.
    var makeLayout: (@MainActor () -> any CollectionViewSectionLayout)? {
        get { nil }
        set {}
    }
}

/// Makes a door.
struct ConformanceEntry: Sendable, CustomStringConvertible {
    var description: String
    var make: @MainActor @Sendable () -> any ConformanceDoor
}

/// One step of a scenario, the items visible after it, as `name@y`, and the events reported.
struct ConformanceStep: Sendable {
    enum Act: Sendable {
        case show([ConformanceSection])
        case scroll(CGFloat)
        case tap(CGFloat)
        case resize(CGFloat)
    }

    var act: Act
    var visible: String
    var events: String

    /// - Parameters:
    ///  - sections: One per line: `a: a0 a1`.
    ///  - visible: The visible items.
    ///  - events: The reported events, in order.
    static func show(_ sections: String..., visible: String, events: String) -> ConformanceStep {
        ConformanceStep(act: .show(sections.map { ConformanceSection($0) }), visible: visible, events: events)
    }

    static func scroll(to y: CGFloat, visible: String, events: String) -> ConformanceStep {
        ConformanceStep(act: .scroll(y), visible: visible, events: events)
    }

    static func tap(y: CGFloat, visible: String, events: String) -> ConformanceStep {
        ConformanceStep(act: .tap(y), visible: visible, events: events)
    }

    static func resize(height: CGFloat, visible: String, events: String) -> ConformanceStep {
        ConformanceStep(act: .resize(height), visible: visible, events: events)
    }
}

struct ConformanceScenario: Sendable, CustomStringConvertible {
    var description: String
    var steps: [ConformanceStep]

    init(_ description: String, _ steps: ConformanceStep...) {
        self.description = description
        self.steps = steps
    }
}
