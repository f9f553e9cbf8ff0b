import Foundation
import ListEngineCompatibility
import ListEngineLayout

// One set of scenarios, driven through every way to describe a list: data in; what is visible, where, and what was told
// out. All answer alike where their vocabularies agree.

/// A section of a scenario: its name, its header and its items, each named once in the whole list.
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

/// A cell that carries the name of its item.
@MainActor
protocol ConformanceCell: CollectionViewCell {
    var name: String { get }
}

/// A list as one of the ways to describe it makes it: vertical, 100 points wide and high, items over the whole width and
/// 20 points high, without spacing, headers and insets.
@MainActor
protocol ConformanceDoor: AnyObject {
    /// Shows the list; its cells are ``ConformanceCell``s.
    var view: CollectionView { get }

    /// Hears all that the list's delegate does, and is asked first.
    var outerDelegate: (any CollectionViewDelegate)? { get set }

    /// `+name` when an item's cell is about to be shown, `-name` when it is no longer, `*name` when the user selects it.
    var events: [String] { get set }

    /// Shows these sections in place of those before, without animation. What stays keeps its cells, where ``keepsCells``.
    func show(_ sections: [ConformanceSection])

    /// False: everything is loaded again when other sections are shown.
    var keepsCells: Bool { get }
}

/// How a door is made.
struct ConformanceEntry: Sendable, CustomStringConvertible {
    var description: String
    var make: @MainActor @Sendable () -> any ConformanceDoor
}

/// What happens in a scenario, and what is then visible, as `name@y`, and told.
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
    ///   - sections: One a line: `a: a0 a1`.
    ///   - visible: The visible items.
    ///   - events: What was told, in order.
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
