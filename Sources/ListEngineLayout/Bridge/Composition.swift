internal import CListEngine
import Foundation

/// The owner of a reference to a composition of the core. See `le_composition`.
final class Composition: @unchecked Sendable {
    // The core's object is immutable and counted, which makes sending it safe.
    let handle: OpaquePointer

    /// Groups within groups that the core takes.
    private static let deepest = 60

    private init(handle: OpaquePointer) { self.handle = handle }

    /// Another reference to a composition that is in a layout.
    init(sharing handle: OpaquePointer) {
        le_composition_retain(handle)
        self.handle = handle
    }

    deinit { le_composition_release(handle) }

    var info: CompositionInfo { CompositionInfo.of(handle) }

    /// Makes a composition of a description, and notes what could not be used.
    ///
    /// The core must know how many frames a custom group has before it is solved, and the group's closure must know the
    /// size to say so: the group is solved once with a guess, and again with what the closure answered.
    /// - Throws: ``LayoutError/outOfMemory``.
    static func make(
        _ description: CompositionDescription, in context: CompositionContext
    ) throws(LayoutError) -> Composition {
        if description.depth > deepest {
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

    /// The same for another container, if a custom group has another number of frames there.
    func remade(for container: CompositionContainer) throws(LayoutError) -> Composition? {
        let info = info
        // A custom group without frames is not asked again by the core.
        guard info.countsAnswered != info.customCounts || info.customCounts.contains(0) else { return nil }
        var context = info.context
        context.container = container
        return try Self.make(info.description, in: context)
    }

    private func solve() { info.solve(handle, for: info.context.container) }

    private static func make(_ info: CompositionInfo) throws(LayoutError) -> Composition {
        var reader = LengthReader()
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
