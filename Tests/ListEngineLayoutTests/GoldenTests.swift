import Foundation
import ListEngineLayout
import ListEngineTrace
import XCTest

/// Layouts of other engines, whose numbers are known from their tests and documents.
final class GoldenTests: XCTestCase {
    /// Inferred cases that this library lays out differently, with its result. Empty: it agrees with all of them.
    private let departures: [String: String] = [:]

    func testFlowLayouts() throws { try check("flow.txt", atLeast: 30) }

    func testStickyHeaders() throws { try check("sticky-headers.txt", atLeast: 5) }

    private func check(_ file: String, atLeast count: Int) throws {
        let cases = try GoldenCase.read(file)
        XCTAssertGreaterThanOrEqual(cases.count, count)
        for golden in cases {
            if departures[golden.name] != nil {
                XCTAssertFalse(golden.isKnown, "\(golden.name) is known, so we do the same")
                continue
            }
            let (layout, viewport) = try layOut(golden)
            for (key, words) in golden.lines where key == "expect" {
                XCTAssertEqual(
                    try measured(words, in: layout, viewport), words.numbers(from: 2),
                    "\(golden.name): \(words)\n\(layout.svg(of: viewport))")
            }
        }
    }

    /// The result of the layout for each expected value of the case, rounded to the four digits of the cases.
    private func measured(
        _ words: [String], in layout: CollectionViewLayout, _ viewport: Viewport
    ) throws -> [CGFloat] {
        let place = words[1].split(separator: ".").compactMap { Int($0) }
        let frame: CGRect?
        switch words[0] {
        case "item": frame = layout.frame(ofItem: place[1], inSection: place[0])
        case "header": frame = layout.frameForHeader(inSection: place[0], pinnedTo: viewport)
        case "footer": frame = layout.frameForFooter(inSection: place[0], pinnedTo: viewport)
        case "content":
            return [words[1] == "width" ? layout.contentSize.width : layout.contentSize.height]
        case "y": return [layout.frame(ofItem: place[1], inSection: place[0]).minY]
        default:
            XCTFail("unknown expectation \(words)")
            return []
        }
        let found = try XCTUnwrap(frame, "\(words)")
        return [found.minX, found.minY, found.width, found.height].map { ($0 * 10_000).rounded() / 10_000 }
    }

    private func layOut(_ golden: GoldenCase) throws -> (CollectionViewLayout, Viewport) {
        let bounds = try XCTUnwrap(golden.words("bounds"))
        let size = CGSize(width: bounds.numbers()[0], height: bounds.numbers()[1])
        let direction: ScrollDirection = bounds[2] == "vertical" ? .vertical : .horizontal
        let offset = golden.words("offset")?.numbers() ?? [0, 0]
        let top = golden.words("top")?.numbers()[0] ?? 0
        let viewport = Viewport(
            CGRect(x: offset[0], y: offset[1], width: size.width, height: size.height),
            adjustedInsets: direction == .vertical ? SectionInsets(top: top) : SectionInsets(leading: top))
        let pins = golden.lines.filter { $0.key == "pins" }.map { $0.words[0] }

        var layout = CollectionViewLayout(
            crossExtent: direction == .vertical ? size.width : size.height, scrollDirection: direction)
        var sections: [(words: [String], sizes: [CGSize], uniform: (Int, CGSize)?)] = []
        for (key, words) in golden.lines {
            let numbers = words.numbers()
            switch key {
            case "section": sections.append((words, [], nil))
            case "size":
                sections[sections.count - 1].sizes.append(CGSize(width: numbers[0], height: numbers[1]))
            case "uniform":
                sections[sections.count - 1].uniform = (
                    Int(numbers[0]), CGSize(width: numbers[1], height: numbers[2])
                )
            default: break
            }
        }
        for (words, sizes, uniform) in sections {
            var recipe =
                uniform.map { SectionRecipe.flow(count: $0.0, size: $0.1) } ?? SectionRecipe.flow(sizes: sizes)
            let insets = try XCTUnwrap(words.numbers(after: "insets", count: 4))
            recipe.insets = SectionInsets(
                top: insets[0], leading: insets[1], bottom: insets[2], trailing: insets[3])
            recipe.lineSpacing = try XCTUnwrap(words.numbers(after: "line", count: 1))[0]
            recipe.interitemSpacing = try XCTUnwrap(words.numbers(after: "item", count: 1))[0]
            let axis = direction == .vertical ? 1 : 0
            recipe.header = words.numbers(after: "header", count: 2)?[axis] ?? 0
            recipe.footer = words.numbers(after: "footer", count: 2)?[axis] ?? 0
            recipe.pinsHeader = pins.contains("header")
            recipe.pinsFooter = pins.contains("footer")
            try layout.append(recipe)
        }
        return (layout, viewport)
    }

    /// Each rule for one line is tested in a layout whose other lines make it the first, the last or the only one.
    func testRulesForOneLine() throws {
        let cases = try GoldenCase.read("flow-lines.txt")
        XCTAssertGreaterThanOrEqual(cases.count, 11)
        for golden in cases {
            let given = GoldenCase.pairs(try XCTUnwrap(golden.words("line")))
            let expected = GoldenCase.pairs(try XCTUnwrap(golden.words("measured") ?? golden.words("expect")))
            func number(_ key: String) -> CGFloat? { given[key].flatMap { Double($0) }.map { CGFloat($0) } }

            if let thickness = number("rowHeight"), let height = number("itemHeight") {
                var layout = CollectionViewLayout(width: 100)
                try layout.append(
                    .flow(sizes: [CGSize(width: 10, height: height), CGSize(width: 10, height: thickness)]))
                XCTAssertEqual("\(layout.frame(ofItem: 0, inSection: 0).minY)", "\(expected["topGap"]!).0")
                continue
            }

            let width = try XCTUnwrap(number("itemWidth"))
            let count = Int(try XCTUnwrap(number("itemsInRow")))
            let spacing = try XCTUnwrap(number("interitemSpacing"))
            // The share that each gap gets is an input of the source; here it follows from the line.
            let extra = number("extraGiven")
            let line =
                extra.map { CGFloat(count) * width + CGFloat(count - 1) * (spacing + $0) }
                ?? number("lineWidth") ?? 0
            let full = CGSize(width: line, height: 10)
            let others =
                given["everyRowHasOneItem"] == "true"
                ? [full] : [full, CGSize(width: 1, height: 10), CGSize(width: 1, height: 10)]
            let row = [CGSize](repeating: CGSize(width: width, height: 10), count: count)
            let position = try XCTUnwrap(given["rowPosition"])
            let before = ["middle-row", "last-row"].contains(position) ? [full] : []
            let after = ["first-row", "middle-row"].contains(position) ? others : []
            var layout = CollectionViewLayout(width: line)
            try layout.append(.flow(sizes: before + row + after, spacing: spacing))

            let first = layout.frame(ofItem: before.count, inSection: 0)
            XCTAssertEqual(Double(first.minX), Double(expected["leadingGap"]!)!, golden.name)
            if let gap = expected["extraGapAfterNonLastItem"] {
                let second = layout.frame(ofItem: before.count + 1, inSection: 0)
                XCTAssertEqual(second.minY, first.minY, golden.name)
                XCTAssertEqual(Double(second.minX - first.maxX - spacing), Double(gap)!, golden.name)
            }
        }
    }

    func testCoordinatesRoundedToPixels() throws {
        for golden in try GoldenCase.read("pixels.txt") {
            let words = try XCTUnwrap(golden.words("value"))
            let expected = try XCTUnwrap(golden.words("expect")).numbers()[0]
            var layout = CollectionViewLayout(
                crossExtent: 100, displayScale: try XCTUnwrap(words.numbers(after: "scale", count: 1))[0])
            layout.pixelSnapping = .edges
            try layout.append(.list(heights: [Double(words.numbers()[0]), 10]))
            XCTAssertEqual(
                Double(layout.frame(ofItem: 1, inSection: 0).minY), Double(expected), accuracy: 1e-9, golden.name)
            XCTAssertEqual(layout.layoutAttributesForItem(1, inSection: 0).minY, Double(expected), accuracy: 1e-9)
        }
    }
}
