import Foundation
import ListEngineLayout
import ListEngineReference
import TestSupport
import XCTest

/// Law 7: the view does not jump. Whatever changes, an anchor stays exactly at its place on screen, in units, unless
/// the new content forces a clamp, which is reported.
///
/// Every section and item has a name here that it keeps through edits, so the test knows independently which element an
/// anchor has to follow.
/// anchor has to follow.
final class AnchorLawTests: XCTestCase {
    /// How often each situation of the law occurred.
    private struct Reached {
        var moved = 0
        var clamped = 0
        var replaced = 0
    }

    func testTheAnchorStaysWhereItIsOnScreen() {
        var reached = Reached()
        let failure = LawCases.firstFailure(of: "law 7, the view does not jump") { one in
            var generator = LayoutGenerator(one)
            var reference = generator.container()
            var subject = LayoutSubject(like: reference, seed: one.seed)
            let first = generator.sections(cross: reference.cross).map(LayoutGenerator.sayable)
            try subject.perform(.insertSections(first, at: 0), on: reference)
            var names = ElementNames()
            names.follow(.insertSections(first, at: 0))
            reference.perform(.insertSections(first, at: 0))

            for _ in 0..<4 {
                let edit = generator.sayableEdit(of: reference)
                let anchor = generator.anchor(in: reference)
                let viewport = generator.random.chance(oneIn: 2) ? generator.screen(in: reference) : nil
                let (before, namesBefore) = (reference, names)
                let scroll = try subject.keeping(anchor, in: viewport?.viewport) {
                    try $0.perform(edit, on: reference)
                }
                reference.perform(edit)
                names.follow(edit)
                if scroll.scrollDelta != 0 { reached.moved += 1 }
                if scroll.clampedBy != 0 { reached.clamped += 1 }
                if let anchor, names.path(of: namesBefore.name(of: anchor.path)) == nil { reached.replaced += 1 }
                if let fault = Self.fault(
                    of: scroll, keeping: anchor, screen: viewport, edit: edit, before: before, after: reference,
                    namesBefore, names)
                {
                    return
                        "\(fault)\nedit: \(edit)\nanchor: \(anchor as Any)\nscreen: \(viewport as Any)\nchange: \(scroll)"
                }
            }
            return nil
        }
        if let failure { XCTFail(failure) }
        guard LawCases.onlySeed == nil else { return }
        XCTAssertGreaterThan(reached.moved, 50)
        XCTAssertGreaterThan(reached.clamped, 50)
        XCTAssertGreaterThan(reached.replaced, 20, "anchors whose element was removed")
    }

    /// A scope of many edits scrolls as far as scopes of one edit each, and ends at the same anchor. The scopes of
    /// single edits are nested in the scope of all edits, so both follow the same edits.
    func testAScopeOfManyEditsIsTheSumOfScopesOfOne() {
        var moved = 0
        let failure = LawCases.firstFailure(of: "law 7, scopes add up") { one in
            var generator = LayoutGenerator(one)
            var reference = generator.container()
            var subject = LayoutSubject(like: reference, seed: one.seed)
            let first = generator.sections(cross: reference.cross).map(LayoutGenerator.sayable)
            try subject.perform(.insertSections(first, at: 0), on: reference)
            reference.perform(.insertSections(first, at: 0))
            guard let anchor = generator.anchor(in: reference) else { return nil }

            var place: ScrollAnchor? = anchor
            var sum: CGFloat = 0
            var fault: String?
            let all = try subject.keeping(anchor) { subject in
                for _ in 0..<5 {
                    let edit = generator.sayableEdit(of: reference)
                    let scroll = try subject.keeping(place) { try $0.perform(edit, on: reference) }
                    reference.perform(edit)
                    sum += scroll.scrollDelta
                    place = scroll.anchor
                }
            }
            if all.anchor?.path != place?.path || all.anchor?.edge != place?.edge {
                fault = "the scope ends at \(all.anchor as Any), those of one edit at \(place as Any)"
            }
            // Sums of distances are rounded to doubles at other points.
            if abs((all.anchor?.distance ?? 0) - (place?.distance ?? 0)) > 0x1p-10 * max(1, abs(sum)) * 0x1p-10 {
                fault = "the scope ends at \(all.anchor as Any), those of one edit at \(place as Any)"
            }
            if abs(all.scrollDelta - sum) > 0x1p-20 * max(1, abs(sum)) {
                fault = "the scope scrolls by \(all.scrollDelta), those of one edit by \(sum)"
            }
            if all.scrollDelta != 0 { moved += 1 }
            return fault
        }
        if let failure { XCTFail(failure) }
        guard LawCases.onlySeed == nil else { return }
        XCTAssertGreaterThan(moved, 50)
    }

    private static func fault(
        of scroll: ScrollAdjustment, keeping anchor: ScrollAnchor?, screen: Screen?, edit: LayoutEdit,
        before: ReferenceLayout, after: ReferenceLayout, _ namesBefore: ElementNames, _ names: ElementNames
    ) -> String? {
        var delta: Int64 = 0
        if let anchor {
            if let kept = scroll.anchor {
                guard let was = namesBefore.path(of: names.name(of: kept.path)) else {
                    return "the anchor afterwards is an element that was not there before"
                }
                let survives = names.path(of: namesBefore.name(of: anchor.path)) != nil
                if survives && was != anchor.path { return "the anchor survives, but \(was) was kept instead" }
                if kept.edge != anchor.edge { return "the anchor has another edge" }
                delta = after.position(of: kept.path, edge: kept.edge) - before.position(of: was, edge: anchor.edge)
            } else if !after.sections.isEmpty {
                return "the anchor was let go, but there are sections to hold to"
            }
        } else if scroll.anchor != nil {
            return "an anchor came from nowhere"
        }
        var clamp: Int64 = 0
        if let screen {
            // The content offsets at which a view can rest, as for a scroll view.
            let least = -screen.insetStart
            let most = max(least, after.extent + screen.insetEnd - screen.extent)
            let wanted = screen.offset + delta
            clamp = min(max(wanted, least), most) - wanted
        }
        if scroll.clampedBy != CGFloat(ReferenceUnits.points(clamp)) {
            return "clamped by \(scroll.clampedBy), expected \(ReferenceUnits.points(clamp))"
        }
        if scroll.scrollDelta != CGFloat(ReferenceUnits.points(delta + clamp)) {
            return "scroll delta \(scroll.scrollDelta), expected \(ReferenceUnits.points(delta + clamp))"
        }
        return nil
    }

    /// A screen over a layout, relative to the leading edge, in units.
    struct Screen {
        var offset: Int64
        var extent: Int64
        var insetStart: Int64
        var insetEnd: Int64
        var viewport: Viewport
    }
}

/// A name for each section and each item that is kept through edits.
private struct ElementNames {
    /// An element by name; an item's name is unique in the whole layout.
    enum Name: Hashable {
        case header(Int)
        case footer(Int)
        case item(Int)
    }

    private var sections: [(name: Int, items: [Int])] = []
    private var next = 0

    private mutating func fresh(_ count: Int) -> [Int] {
        defer { next += count }
        return Array(next..<(next + count))
    }

    mutating func follow(_ edit: LayoutEdit) {
        switch edit {
        case .insertSections(let new, let at):
            sections.insert(
                contentsOf: new.map { (fresh(1)[0], fresh($0.description.itemCount)) }, at: at)
        case .removeSections(let range): sections.removeSubrange(range)
        case .moveSections(let range, let to):
            let moved = sections[range]
            sections.removeSubrange(range)
            sections.insert(contentsOf: moved, at: to)
        case .describe, .resizeItems, .setCross: break
        case .insertItems(let sizes, let at, let section):
            sections[section].items.insert(contentsOf: fresh(sizes.count), at: at)
        case .insertGridItems(let count, let at, let section):
            sections[section].items.insert(contentsOf: fresh(count), at: at)
        case .removeItems(let range, let section): sections[section].items.removeSubrange(range)
        case .moveItems(let range, let to, let section):
            let moved = sections[section].items[range]
            sections[section].items.removeSubrange(range)
            sections[section].items.insert(contentsOf: moved, at: to)
        case .apply(let script, let sizes, let section):
            sections[section].items = script.applied(to: sections[section].items, inserting: fresh(sizes.count))
        }
    }

    func name(of path: ElementPath) -> Name {
        switch path.category {
        case .header: .header(sections[path.section].name)
        case .footer: .footer(sections[path.section].name)
        default: .item(sections[path.section].items[path.item])
        }
    }

    func path(of name: Name) -> ElementPath? {
        for (section, entry) in sections.enumerated() {
            switch name {
            case .header(entry.name): return .header(ofSection: section)
            case .footer(entry.name): return .footer(ofSection: section)
            case .item(let item):
                if let index = entry.items.firstIndex(of: item) { return .item(index, inSection: section) }
            default: break
            }
        }
        return nil
    }
}

extension ReferenceLayout {
    /// Start or end of an element along the scroll axis. A missing header or footer is at the start or the end of its
    /// section.
    fileprivate func position(of path: ElementPath, edge: ElementEdge) -> Int64 {
        let place = placements[path.section]
        func edgeOf(_ rect: ReferenceRect) -> Int64 { edge == .start ? rect.mainMin : rect.mainMax }
        switch path.category {
        case .header: return place.header.map(edgeOf) ?? place.offset
        case .footer: return place.footer.map(edgeOf) ?? place.offset + place.extent
        default: return edgeOf(frames[place.firstFrame + path.item])
        }
    }
}

extension LayoutGenerator {
    /// A random element as an anchor, now and then nil.
    fileprivate mutating func anchor(in layout: ReferenceLayout) -> ScrollAnchor? {
        guard !layout.sections.isEmpty, !random.chance(oneIn: 8) else { return nil }
        let section = random.below(layout.sections.count)
        let count = layout.sections[section].itemCount
        let edge: ElementEdge = random.chance(oneIn: 2) ? .start : .end
        let distance = CGFloat(ReferenceUnits.points(random.int64(in: -1_000_000...(900 << 20))))
        var path = ElementPath.item(random.below(count), inSection: section)
        if count == 0 || random.chance(oneIn: 8) {
            path = random.chance(oneIn: 2) ? .header(ofSection: section) : .footer(ofSection: section)
        }
        return ScrollAnchor(path, edge: edge, distance: distance)
    }

    /// A screen anywhere over the content, also beyond its ends.
    fileprivate mutating func screen(in layout: ReferenceLayout) -> AnchorLawTests.Screen {
        let point = ReferenceUnits.point
        let offset = random.int64(in: (-100 * point)...(min(layout.extent, 1 << 50) + 100 * point))
        let extent = random.int64(in: 0...(900 * point))
        let start = random.chance(oneIn: 2) ? 0 : random.int64(in: 0...(90 * point))
        let end = random.chance(oneIn: 2) ? 0 : random.int64(in: 0...(90 * point))
        let rect = ReferenceRect(mainMin: offset, crossMin: 0, mainMax: offset + extent, crossMax: layout.cross)
        let insets =
            layout.isHorizontal
            ? SectionInsets(
                leading: CGFloat(ReferenceUnits.points(start)), trailing: CGFloat(ReferenceUnits.points(end)))
            : SectionInsets(top: CGFloat(ReferenceUnits.points(start)), bottom: CGFloat(ReferenceUnits.points(end)))
        var shown = layout.shown(rect)
        var screen = AnchorLawTests.Screen(
            offset: offset, extent: extent, insetStart: start, insetEnd: end,
            viewport: Viewport(shown, adjustedInsets: insets))
        guard random.chance(oneIn: 2) else { return screen }
        // A position between units, as a host may report it: it is rounded first.
        let between = CGFloat((random.fraction() - 0.5) * 3 / Double(point))
        if layout.isHorizontal { shown.origin.x += between } else { shown.origin.y += between }
        let (low, high) = layout.isHorizontal ? (shown.minX, shown.maxX) : (shown.minY, shown.maxY)
        let (first, last) = (ReferenceUnits.units(Double(low)), ReferenceUnits.units(Double(high)))
        screen.offset = layout.isHorizontal && layout.isRightToLeft ? layout.extent - last : first
        screen.extent = last - first
        screen.viewport = Viewport(shown, adjustedInsets: insets)
        return screen
    }
}
