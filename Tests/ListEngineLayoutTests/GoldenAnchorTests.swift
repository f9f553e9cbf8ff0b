import Foundation
import ListEngineLayout
import XCTest

/// Anchors of other engines, whose numbers are known from their tests.
final class GoldenAnchorTests: XCTestCase {
    func testAnchorsAndTheirOffsets() throws {
        let cases = try GoldenCase.read("magazine.txt").filter { $0.words("bounds") != nil }
        XCTAssertEqual(cases.count, 8)
        for golden in cases {
            let scene = try Scene(golden)
            let expected = try XCTUnwrap(golden.words("expect"))
            switch expected[0] {
            case "anchor":
                let anchor = try XCTUnwrap(scene.anchor(Array(expected[1...])), golden.name)
                switch expected[1] {
                case "top": XCTAssertEqual(scene.layout.scrollAnchor(in: scene.viewport), anchor, golden.name)
                case "bottom":
                    let last = scene.layout.layoutAttributes(in: scene.uncovered).last { $0.category == .item }
                    XCTAssertEqual(last?.path, anchor.path, golden.name)
                default: break
                }
                try check(scene, anchor, offset: scene.bounds.minY, golden.name)
            case "offset":
                let anchor = try XCTUnwrap(scene.anchor(try XCTUnwrap(golden.words("anchor"))), golden.name)
                try check(scene, anchor, offset: expected.numbers(from: 1)[0], golden.name)
            default: XCTFail("unknown expectation \(expected)")
            }
        }
    }

    /// The anchor is at the offset, and a change above moves it by the reported delta.
    private func check(_ scene: Scene, _ anchor: ScrollAnchor, offset: CGFloat, _ name: String) throws {
        XCTAssertEqual(scene.layout.contentOffset(for: anchor, in: scene.viewport), offset, name)
        var layout = scene.layout
        let scroll = try layout.keeping(anchor) { try $0.insert(.list(heights: [33.25]), at: 0) }
        XCTAssertEqual(scroll.scrollDelta, 33.25, name)
        let after = try XCTUnwrap(scroll.anchor, name)
        let moved = layout.contentOffset(for: after) - scene.layout.contentOffset(for: anchor)
        XCTAssertEqual(moved, scroll.scrollDelta, name)
    }

    /// Two rows, each with an element of zero height above it that grows by the added extent.
    func testRowsAreOffsetByWhatIsAddedBeforeThem() throws {
        let cases = try GoldenCase.read("magazine.txt").filter { $0.words("rows") != nil }
        XCTAssertEqual(cases.count, 2)
        for golden in cases {
            let rows = Int(try XCTUnwrap(golden.words("rows")).numbers()[0])
            var layout = CollectionViewLayout(width: 300)
            try layout.append(.list(heights: (0..<2 * rows).map { $0 % 2 == 0 ? 0 : 20 }))
            for (key, words) in golden.lines where key == "add" {
                let space = 2 * Int(words.numbers(from: 2)[0])
                let height = layout.frame(ofItem: space, inSection: 0).height
                try layout.resizeItem(space, inSection: 0, to: height + words.numbers()[0])
            }
            for (key, words) in golden.lines where key == "expect" {
                let row = Int(words.numbers(from: 1)[0])
                let offset = layout.frame(ofItem: 2 * row + 1, inSection: 0).minY - CGFloat(20 * row)
                XCTAssertEqual(offset, try XCTUnwrap(words.numbers(after: "offset", count: 1))[0], golden.name)
            }
        }
    }
}

/// A list with items where a case states them, one per section, and its visible range.
private struct Scene {
    var layout = CollectionViewLayout(width: 0)
    var bounds: CGRect
    var viewport: Viewport
    private var insets: SectionInsets

    init(_ golden: GoldenCase) throws {
        let numbers = try XCTUnwrap(golden.words("bounds")).numbers()
        bounds = CGRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
        let edges = try XCTUnwrap(golden.words("insets")).numbers()
        insets = SectionInsets(top: edges[0], bottom: edges[1])
        viewport = Viewport(bounds, adjustedInsets: insets)
        layout = CollectionViewLayout(width: bounds.width)
        for words in golden.lines.filter({ $0.key == "item" }).map(\.words) {
            while layout.numberOfSections < Int(words.numbers()[0]) { try layout.append(.list(heights: [])) }
            let frame = words.numbers(from: 2)
            let gap = frame[1] - layout.contentSize.height
            try layout.append(.list(heights: [Double(frame[3])], insets: SectionInsets(top: gap)))
        }
        let rest = try XCTUnwrap(golden.words("content")).numbers()[0] - layout.contentSize.height
        try layout.append(.list(heights: [], footer: rest))
    }

    /// The range that no bar covers.
    var uncovered: CGRect {
        CGRect(
            x: bounds.minX, y: bounds.minY + insets.top, width: bounds.width,
            height: bounds.height - insets.top - insets.bottom)
    }

    /// The anchor that the words of a case describe.
    func anchor(_ words: [String]) -> ScrollAnchor? {
        let numbers = words.numbers(from: 1)
        switch words[0] {
        case "start": return ScrollAnchor(.header(ofSection: 0))
        case "end":
            return ScrollAnchor(
                .footer(ofSection: layout.numberOfSections - 1), edge: .end, distance: uncovered.height)
        case "top": return ScrollAnchor(section: Int(numbers[0]), item: 0, distance: numbers[1])
        case "bottom":
            return ScrollAnchor(
                section: Int(numbers[0]), item: 0, edge: .end, distance: uncovered.height + numbers[1])
        default: return nil
        }
    }
}
