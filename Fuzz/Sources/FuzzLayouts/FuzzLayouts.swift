import Foundation
import ListEngineLayout
import ListEngineReference
import TestSupport

/// The bytes are a history of edits of several layouts, through the public Swift interface. The obvious layout
/// (`ListEngineReference`) follows the same history. After each edit both agree bit for bit, queries return the same as
/// a scan of all frames, the anchor is where it was, and no other copy has changed.
///
/// An edit has four bytes: its kind, and a seed for the generator of the law tests. The fuzzer therefore keeps a
/// history that reached new code, and changes, repeats and joins its edits.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzLayouts(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    var history = History(bytes: UnsafeBufferPointer(start: start, count: count))
    history.run()
    return 0
}

@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ one: @convention(c) (UnsafePointer<UInt8>, Int) -> CInt
) -> CInt

/// The package manager makes `main` of a program with several files an alias of this.
@_cdecl("FuzzLayouts_main")
public func main(_ count: CInt, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> CInt {
    var count = count
    var arguments = arguments
    return runDriver(&count, &arguments, fuzzLayouts)
}

private struct History: ~Copyable {
    struct Copy {
        var subject: LayoutSubject
        var reference: ReferenceLayout
    }

    private static let mostItems = 4_000
    private static let mostEdits = 32

    private let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0
    private var copies: [Copy] = []
    private var cursor = LayoutCursor()
    private var log: [String] = []

    init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    private mutating func next() -> UInt8? {
        guard position < bytes.count else { return nil }
        position += 1
        return bytes[position - 1]
    }

    private mutating func seed() -> UInt64 {
        UInt64(next() ?? 0) | UInt64(next() ?? 0) << 8 | UInt64(next() ?? 0) << 16
    }

    mutating func run() {
        guard let first = next() else { return }
        var generator = LayoutGenerator(LawCase(seed: UInt64(first), scale: .small))
        let reference = generator.container()
        copies = [Copy(subject: LayoutSubject(like: reference, seed: UInt64(first)), reference: reference)]
        var edits = 0
        while edits < Self.mostEdits, let what = next() {
            edits += 1
            perform(what, seed: seed())
        }
    }

    private mutating func perform(_ what: UInt8, seed: UInt64) {
        // Half of the edits are large enough for several leaves.
        let scale: CaseScale = what & 128 == 0 ? .small : .medium
        var generator = LayoutGenerator(LawCase(seed: seed, scale: scale))
        let last = copies.count - 1
        switch what % 16 {
        case 0...7: edit(generator.sayableEdit(of: copies[last].reference), &generator)
        case 8, 9:
            // The generator makes long sections only at the start.
            let reference = copies[last].reference
            let section = generator.section(items: Int(seed % 1_200), cross: reference.cross)
            let at = generator.random.below(reference.sections.count + 1)
            edit(.insertSections([LayoutGenerator.sayable(section)], at: at), &generator)
        case 10: fillLeaves(&generator)
        case 11: evenScript(&generator)
        case 12:
            if copies.count < 4 { copies.append(copies[last]) }
        case 13:
            if copies.count > 1 { copies.remove(at: Int(seed) % copies.count) }
        case 14: copies.swapAt(last, Int(seed) % copies.count)
        default: ask(&generator)
        }
        for (index, copy) in copies.enumerated() {
            if let difference = copy.subject.layout.difference(from: copy.reference, probing: &generator.random) {
                fail("copy \(index): \(difference)")
            }
        }
    }

    /// Makes an edit, and keeps an anchor through it.
    private mutating func edit(_ edit: LayoutEdit, _ generator: inout LayoutGenerator) {
        let last = copies.count - 1
        let before = copies[last].reference
        let added: Int =
            switch edit {
            case .insertSections(let sections, _): sections.reduce(0) { $0 + $1.description.itemCount }
            case .insertItems(let sizes, _, _), .apply(_, let sizes, _): sizes.count
            case .insertGridItems(let count, _, _): count
            default: 0
            }
        guard before.frames.count + added <= Self.mostItems else { return }
        log.append("\(edit)")
        let rect = generator.rect(in: before).moderate
        let viewport = Viewport(before.shown(rect))
        let layout = copies[last].subject.layout
        let anchor = layout.numberOfItems > 0 ? layout.scrollAnchor(in: viewport) : nil
        do {
            let change = try copies[last].subject.keeping(anchor) { try $0.perform(edit, on: before) }
            if let anchor, let kept = change.anchor, kept.distance == anchor.distance {
                let moved = copies[last].subject.layout.contentOffset(for: kept) - layout.contentOffset(for: anchor)
                // Offsets beyond 2^30 points are not exact in doubles.
                if abs(moved) < 0x1p30, before.extent < 1 << 50, abs(moved - change.scrollDelta) > 0x1p-18 {
                    fail("the anchor moved by \(moved), the change says \(change.scrollDelta)")
                }
            }
        } catch { fail("threw \(error)") }
        copies[last].reference.perform(edit)
        ask(&generator)
    }

    /// Single insertions into the middle of every leaf of a list or a flow, so that leaves are full for later edits.
    private mutating func fillLeaves(_ generator: inout LayoutGenerator) {
        let last = copies.count - 1
        let long = copies[last].reference.sections.indices.filter {
            [.list, .flow, .waterfall].contains(copies[last].reference.sections[$0].kind)
        }
        guard !long.isEmpty else { return }
        let section = long[generator.random.below(long.count)]
        let leaf = generator.random.pick(200, 100, 150)
        let leaves = min(5, copies[last].reference.sections[section].itemCount / leaf)
        for index in (0..<leaves).reversed() {
            for _ in 0..<generator.random.pick(50, 50, 10) {
                guard copies[last].reference.frames.count < Self.mostItems else { return }
                let reference = copies[last].reference
                let sizes = generator.sizes(1, for: reference.sections[section], cross: reference.cross)
                let one = LayoutEdit.insertItems(sizes, at: index * leaf + leaf / 2, section: section)
                do { try copies[last].subject.perform(one, on: reference) } catch { fail("threw \(error)") }
                copies[last].reference.perform(one)
            }
        }
        log.append("fill \(leaves) leaves of \(leaf) in \(section)")
    }

    /// One edit every few items.
    private mutating func evenScript(_ generator: inout LayoutGenerator) {
        let last = copies.count - 1
        let sections = copies[last].reference.sections
        let long = sections.indices.filter { [.list, .flow, .waterfall].contains(sections[$0].kind) }
        guard !long.isEmpty else { return }
        let index = long[generator.random.below(long.count)]
        let count = sections[index].itemCount
        let step = generator.random.pick(3, 50, 250, 199)
        let inserted = generator.random.below(3)
        var edits: [ReferenceEdit] = []
        for at in stride(from: 0, to: count, by: step) where edits.count < 300 {
            edits.append(ReferenceEdit(at: at, removed: 1, inserted: inserted, source: edits.count * inserted))
        }
        let sizes = generator.sizes(edits.count * inserted, for: sections[index], cross: copies[last].reference.cross)
        edit(.apply(edits, sizes, section: index), &generator)
    }

    private mutating func ask(_ generator: inout LayoutGenerator) {
        guard let copy = copies.last else { return }
        let rect = generator.rect(in: copy.reference).moderate
        let visible = generator.visible(for: rect, in: copy.reference).moderate
        let layout = copy.subject.layout
        if let difference = layout.differenceOfQuery(
            from: copy.reference, rect: rect, visible: visible, cursor: &cursor)
        {
            fail(difference)
        }
        if let difference = layout.differenceAtPoint(copy.reference.shown(rect).origin, from: copy.reference) {
            fail(difference)
        }
    }

    private func fail(_ what: String) -> Never {
        fatalError("\(what)\nhistory:\n\(log.joined(separator: "\n"))")
    }
}
