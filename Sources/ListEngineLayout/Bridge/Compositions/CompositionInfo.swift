internal import CListEngine
import Foundation

/// The Swift side of a composition of the core. It lives as long as the composition.
final class CompositionInfo: @unchecked Sendable {
    let description: CompositionDescription
    let context: CompositionContext

    /// The number of frames of each custom group, in the order of their nodes.
    let customCounts: [Int]

    // The following members change when the core calls for the frames of a custom group. `lock` guards them, because
    // several threads can change a layout and its copies.
    private let lock = NSLock()
    private var answers: [CustomQuestion: [CollectionLayoutGroupCustomItem]]
    private var lastCounts: [Int]
    /// The questions whose frames were already written, so that a bad frame is reported once.
    private var written: Set<CustomQuestion> = []
    private var faults: [CompositionFault] = []

    init(
        _ description: CompositionDescription, _ context: CompositionContext, customCounts: [Int],
        answers: [CustomQuestion: [CollectionLayoutGroupCustomItem]] = [:]
    ) {
        self.description = description
        self.context = context
        self.customCounts = customCounts
        self.answers = answers
        lastCounts = customCounts
    }

    /// See `le_composition_context`.
    static func of(_ composition: OpaquePointer) -> CompositionInfo {
        guard let context = le_composition_context(composition) else { fatalError("composition: expected an owner") }
        return of(context: context)
    }

    static func of(context: UnsafeMutableRawPointer) -> CompositionInfo {
        Unmanaged<CompositionInfo>.fromOpaque(context).takeUnretainedValue()
    }

    // MARK: Faults

    func note(_ more: [CompositionFault]) {
        if more.isEmpty { return }
        lock.withLock { faults += more }
    }

    /// Returns the faults recorded since the last call.
    func takeFaults() -> [CompositionFault] {
        lock.withLock {
            defer { faults = [] }
            return faults
        }
    }

    /// Solves the composition for a container and records its faults.
    func solve(_ composition: OpaquePointer, for container: CompositionContainer) {
        let summary = le_composition_solve(composition, container.main, container.cross)
        let code: LayoutDiagnostic.Code
        switch summary.fault {
        case LE_FAULT_FIRST_DOES_NOT_FIT: code = .firstItemDoesNotFit
        case LE_FAULT_EMPTY_GROUP: code = .emptyGroup
        case LE_FAULT_NO_EXTENT: code = .endlessGroup
        case LE_FAULT_TOO_MANY: code = .groupTooLarge
        default: return
        }
        let node = Int(summary.fault_node)
        // A negative count was already reported with its value.
        if code == .emptyGroup, description.nodes[node].count < 0 { return }
        note([CompositionFault(code: code, path: description.path(ofNode: node))])
    }

    // MARK: Custom groups

    /// The numbers of frames that the closures last returned.
    var countsAnswered: [Int] { lock.withLock { lastCounts } }

    var knownAnswers: [CustomQuestion: [CollectionLayoutGroupCustomItem]] { lock.withLock { answers } }

    /// Writes the frames of a custom group whose content has these extents. It writes as many frames as the
    /// composition has.
    func writeFrames(node: Int, main: Int64, cross: Int64, into out: UnsafeMutablePointer<le_custom_frame>) {
        let ordinal = description.nodes[..<node].count { $0.kind == .custom }
        let question = CustomQuestion(ordinal: ordinal, main: main, cross: cross)
        let items = answer(question)
        let count = customCounts[ordinal]
        var met: [CompositionFault] = []
        for index in 0..<min(count, items.count) {
            out[index] = le_custom_frame(frame: le_rect(), z_index: Int32(clamping: items[index].zIndex))
            if let frame = rect(items[index].frame) {
                out[index].frame = frame
            } else {
                let bad = items[index].frame
                let values = [bad.origin.x, bad.origin.y, bad.size.width, bad.size.height]
                let value = values.first { !($0.isFinite && abs($0) <= LengthReader.longest) } ?? values[2...].min()!
                met.append(
                    CompositionFault(
                        code: .unusableCustomFrame, path: "\(description.path(ofNode: node)) / frame \(index)",
                        value: Double(value)))
            }
        }
        let isNew = lock.withLock {
            lastCounts[ordinal] = items.count
            return written.insert(question).inserted
        }
        if isNew { note(met) }
    }

    private func answer(_ question: CustomQuestion) -> [CollectionLayoutGroupCustomItem] {
        if let known = lock.withLock({ answers[question] }) { return known }
        let (main, cross) = (Units.points(question.main), Units.points(question.cross))
        let size =
            context.scrollDirection == .horizontal
            ? CGSize(width: main, height: cross) : CGSize(width: cross, height: main)
        let environment = CollectionLayoutEnvironment(
            container: CollectionLayoutContainer(contentSize: size), scrollDirection: context.scrollDirection,
            displayScale: context.displayScale)
        // This calls the user's code, so the lock must not be held.
        let items = description.providers[question.ordinal].items(environment)
        lock.withLock {
            // While a user resizes a list, it has many sizes.
            if answers.count >= 16 { answers.removeAll() }
            if written.count >= 16 { written.removeAll() }
            answers[question] = items
        }
        return items
    }

    private func rect(_ frame: CGRect) -> le_rect? {
        func usable(_ value: CGFloat) -> Bool { value.isFinite && abs(value) <= LengthReader.longest }
        let (origin, size) = (frame.origin, frame.size)
        guard usable(origin.x), usable(origin.y), usable(size.width), usable(size.height), size.width >= 0,
            size.height >= 0
        else { return nil }
        let (x, y) = (Units.units(origin.x), Units.units(origin.y))
        let (width, height) = (Units.units(size.width), Units.units(size.height))
        return context.scrollDirection == .horizontal
            ? le_rect(main_min: x, cross_min: y, main_max: x + width, cross_max: y + height)
            : le_rect(main_min: y, cross_min: x, main_max: y + height, cross_max: x + width)
    }
}

/// A custom group, by its index among the custom groups, and the extents of its content.
struct CustomQuestion: Hashable {
    var ordinal: Int
    var main: Int64
    var cross: Int64
}
