internal import CListEngine
import Foundation

/// The owner of a reference to a composition of the core. See `le_composition`.
final class Composition: @unchecked Sendable {
    // The core's object is immutable and counted, which makes sending it safe.
    let handle: OpaquePointer

    /// The number of levels of nested groups that the core accepts.
    private static let deepest = 60

    private init(handle: OpaquePointer) { self.handle = handle }

    /// Creates another reference to a composition of a layout.
    init(sharing handle: OpaquePointer) {
        le_composition_retain(handle)
        self.handle = handle
    }

    deinit { le_composition_release(handle) }

    var info: CompositionInfo { CompositionInfo.of(handle) }

    /// Creates a composition from a description, and records values that could not be used.
    ///
    /// The core must know the number of frames of a custom group before it solves the group. The group's closure must
    /// know the group's size to return its frames. The group is therefore solved twice: first with a guess, then with
    /// the number of frames that the closure returned.
    /// - Throws: ``LayoutError/outOfMemory``.
    static func make(
        _ description: CompositionDescription, in context: CompositionContext
    ) throws(LayoutError) -> Composition {
        // There are at least as many nodes as levels.
        if description.nodes.count > deepest, description.depth > deepest {
            let nothing = try make(.nothing, in: context)
            nothing.info.note([CompositionFault(code: .groupTooDeep, path: "group", value: Double(description.depth))])
            return nothing
        }
        var info = CompositionInfo(
            description, context, customCounts: Array(repeating: 1, count: description.providers.count))
        if !description.providers.isEmpty {
            try make(info).solve()
            info = CompositionInfo(
                description, context, customCounts: info.countsAnswered.map { min($0, Int(LE_MAX_GROUP) + 1) },
                answers: info.knownAnswers)
        }
        let composition = try make(info)
        composition.solve()
        return composition
    }

    /// Creates the composition again for another container. Nil if no custom group has another number of frames
    /// there.
    func remade(for container: CompositionContainer) throws(LayoutError) -> Composition? {
        let info = info
        // The core does not call a custom group without frames again.
        guard info.countsAnswered != info.customCounts || info.customCounts.contains(0) else { return nil }
        var context = info.context
        context.container = container
        return try Self.make(info.description, in: context)
    }

    private func solve() { info.solve(handle, for: info.context.container) }

    private static func make(_ info: CompositionInfo) throws(LayoutError) -> Composition {
        var reader = LengthReader(description: info.description)
        let arrays = CompositionArrays(info, &reader)
        info.note(reader.faults)
        let handle = arrays.withSpec { spec in
            var spec = spec
            let context = Unmanaged.passRetained(info)
            spec.context = context.toOpaque()
            spec.release = { context in
                guard let context else { return }
                Unmanaged<CompositionInfo>.fromOpaque(context).release()
            }
            if info.description.hasCustomGroups {
                spec.custom = { context, node, main, cross, frames in
                    guard let context, let frames else { return }
                    CompositionInfo.of(context: context)
                        .writeFrames(node: Int(node), main: main, cross: cross, into: frames)
                }
            }
            let handle = le_composition_create(&spec, nil)
            if handle == nil { context.release() }
            return handle
        }
        // The arrays are well formed by construction.
        guard let handle else { throw .outOfMemory }
        return Composition(handle: handle)
    }
}
