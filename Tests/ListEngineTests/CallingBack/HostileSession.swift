import Foundation
import ListEngine
import ListEngineDiff
import ListEngineLayout
import TestSupport

/// A random program: actions, in and outside of callbacks, that a seed repeats.
///
/// ``HostileModel`` watches the list from step to step. `HostileSession+Actions.swift` has what an action does,
/// `HostileSession+Edits.swift` how the data changes, and `HostileSession+Stories.swift` short sequences that need several
/// actions in their order.
@MainActor
final class HostileSession {
    var random: TestRandom
    /// Nil as soon as the list has gone away.
    private(set) var program: HostileProgram!
    let completions: CompletionLedger
    let sources = HostileSources()
    private var names = 0
    /// The number of actions that callbacks may still perform in this step.
    private var budget = 0
    private var depth = 0
    /// The actions performed last, innermost last.
    private(set) var trail: [String] = []
    var handles: [MeasurementHandle] = []
    /// Actions of menus that were open.
    var actions: [ItemMenu.Action] = []
    var drag: CollectionDrag?
    var gestures: GestureHost?

    init(seed: UInt64) {
        random = TestRandom(seed: seed)
        let recipes = HostileRecipes.all()
        program = HostileProgram([], layout: recipes[random.below(recipes.count)])
        completions = program.completions
        let program = program!
        program.view.allowsMultipleSelection = random.chance(oneIn: 2)
        program.view.learnsSizes = random.chance(oneIn: 4)
        program.view.diagnostics.handler = { [weak program] in program?.model.step.diagnostics.insert($0.code) }
        program.copyName = { [weak self] _ in self?.newNames(1)[0] ?? "?" }
        setUp(program.list)
        program.everywhere = { [weak self] callback in self?.callBack(callback) }
        setUp(program.host)
        program.sections = newSections()
        if seed % 3 == 0 { useIdentifiers() }
    }

    func setUp(_ list: HostileList) {
        list.deletesDragged = random.chance(oneIn: 2)
        list.sizes = { name in
            switch name.utf8.last.map({ $0 % 16 }) {
            case 1: CGSize(width: -5, height: 20)
            case 2: CGSize(width: CGFloat.nan, height: 20)
            case 3: CGSize(width: 30, height: CGFloat.infinity)
            case 4: CGSize(width: 1e300, height: 40)
            case 5: CGSize(width: 30, height: 70)
            default: CGSize(width: 40, height: 40)
            }
        }
    }

    func setUp(_ host: ScreenHost?) {
        host?.holdsAnimations = random.chance(oneIn: 2)
        host?.measures = { view in (view as? HostileCell).map { CellSizes.size($0.name, $0.version) } }
    }

    // MARK: Steps

    /// Performs one action, in which callbacks perform others.
    /// - Returns: The fault of the step.
    func step() -> String? {
        trail = []
        budget = random.below(6)
        return program.model.perform(program) {
            act(in: nil)
            if random.chance(oneIn: 2) { program.view.layoutIfNeeded() }
            budget = 0
        }
    }

    var hasLoads: Bool { shownSource != nil }

    /// Children that were requested arrive, before the next step.
    func turn() async { for _ in 0..<random.below(6) { await Task.yield() } }

    private func callBack(_ callback: Callback) {
        guard budget > 0, depth < 3, random.chance(oneIn: 12) else { return }
        budget -= 1
        act(in: callback)
    }

    private func act(in callback: Callback?) {
        depth += 1
        defer { depth -= 1 }
        let action = HostileAction.choices[random.below(HostileAction.choices.count)]
        trail.append("\(callback.map { "\($0): " } ?? "")\(action)")
        program.model.step.add(action)
        perform(action)
        program.noteData()
        program.model.followed.note(program)
    }

    /// Callbacks do nothing more in this step.
    func endCallbacks() { budget = 0 }

    // MARK: The end

    /// The program goes away: its host first, or the list while an animation runs, or in a callback.
    /// - Returns: The fault that is seen afterwards; nil if there is none.
    func leave() -> String? {
        let host = program.host
        weak var list = program.view
        let ending = random.below(4)
        if ending > 0 { host?.holdsAnimations = true }
        switch ending {
        case 0: break
        case 1:
            performEdit()
        default:
            var countdown = random.below(20)
            program.everywhere = { [weak self] _ in
                countdown -= 1
                if countdown == 0 { self?.release() }
            }
            if random.chance(oneIn: 2) { performEdit() } else { program.view.layoutIfNeeded() }
        }
        release()
        host?.endAnimations()
        if list != nil { return "the list is still there, \(ending)" }
        return completions.fault().map { "\($0), \(ending)" }
    }

    private func release() {
        guard let leaving = program else { return }
        leaving.everywhere = nil
        leaving.hooks = [:]
        gestures?.endAnimations()
        (gestures, drag) = (nil, nil)
        program = nil
    }

    // MARK: Random values

    func newNames(_ count: Int) -> [String] {
        names += count
        return (names - count..<names).map { "n\($0)" }
    }

    func newSections() -> [[String]] { (0..<random.below(4)).map { _ in newNames(random.below(25)) } }

    /// A name that was used before.
    func oldName() -> String? { names > 0 ? "n\(random.below(names))" : nil }

    func anyPath() -> IndexPath {
        let view = program.view
        let section = random.below(max(1, view.numberOfSections + 1)) - (random.chance(oneIn: 20) ? 1 : 0)
        let count = (0..<view.numberOfSections).contains(section) ? view.numberOfItems(inSection: section) : 0
        return IndexPath(item: random.below(count + 1) - (random.chance(oneIn: 20) ? 1 : 0), section: section)
    }

    func anyPoint() -> CGPoint {
        if random.chance(oneIn: 40) { return CGPoint(x: CGFloat.nan, y: 0) }
        let bounds = program.view.bounds
        return CGPoint(
            x: bounds.minX + CGFloat(random.below(Int(max(1, min(bounds.width, 1_000))))),
            y: bounds.minY + CGFloat(random.below(Int(max(1, min(bounds.height, 1_000))))))
    }

    func anyLength() -> CGFloat {
        switch random.below(12) {
        case 0: .nan
        case 1: .infinity
        case 2: 1e300
        case 3: -CGFloat(random.below(50))
        case 4: 0
        default: CGFloat(random.below(200))
        }
    }
}
