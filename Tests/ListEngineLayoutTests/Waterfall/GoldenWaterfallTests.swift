import Foundation
import ListEngineLayout
import XCTest

/// Waterfalls of other projects, whose numbers are known from their rules and tests.
final class GoldenWaterfallTests: XCTestCase {
    /// Cases of other engines: their numbers agree as well, expressed in this library's terms (see the head of the file).
    private let translated = ["waterfall/appphotoviewer/testLayoutAttributes/0"]

    func testEveryCase() throws {
        let cases = try GoldenCase.read("waterfall.txt")
        XCTAssertEqual(cases.filter { $0.words("engine") == ["waterfall"] }.count, 10)
        XCTAssertEqual(cases.filter { $0.words("engine") != ["waterfall"] }.map(\.name), translated)
        for golden in cases {
            let layout = try layOut(golden)
            var expectations = 0
            for (key, words) in golden.lines where key == "expect" {
                let found = try measured(words, in: layout)
                let wanted = words.numbers(from: 2)
                XCTAssertEqual(found.count, wanted.count, "\(golden.name): \(words)")
                for (a, b) in zip(found, wanted) {
                    XCTAssertEqual(a, b, accuracy: 0.001, "\(golden.name): \(words)")
                }
                expectations += 1
            }
            XCTAssertGreaterThan(expectations, 0, golden.name)
        }
    }

    private func measured(_ words: [String], in layout: CollectionViewLayout) throws -> [CGFloat] {
        let place = words[1].split(separator: ".").compactMap { Int($0) }
        let frame: CGRect?
        switch words[0] {
        case "item": frame = layout.frame(ofItem: place[1], inSection: place[0])
        case "header": frame = layout.frameForHeader(inSection: place[0])
        case "footer": frame = layout.frameForFooter(inSection: place[0])
        case "content": return [layout.contentSize.height]
        default:
            XCTFail("unknown expectation \(words)")
            return []
        }
        let found = try XCTUnwrap(frame, "\(words)")
        return [found.minX, found.minY, found.width, found.height]
    }

    private func layOut(_ golden: GoldenCase) throws -> CollectionViewLayout {
        let bounds = try XCTUnwrap(golden.words("bounds"))
        let inset = bounds.numbers(after: "inset", count: 4) ?? [0, 0, 0, 0]
        let placement: WaterfallPlacement =
            switch bounds[3] {
            case "leftToRight": .leadingToTrailing
            case "rightToLeft": .trailingToLeading
            default: .shortestFirst
            }
        // The width of the list is the rest of the scroll view without its insets.
        var layout = CollectionViewLayout(
            crossExtent: bounds.numbers()[0] - inset[1] - inset[3],
            displayScale: try XCTUnwrap(bounds.numbers(after: "scale", count: 1))[0])
        var sections: [(words: [String], shapes: [CGSize], heights: [Double])] = []
        for (key, words) in golden.lines {
            let numbers = words.numbers()
            switch key {
            case "section": sections.append((words, [], []))
            case "shape": sections[sections.count - 1].shapes.append(CGSize(width: numbers[0], height: numbers[1]))
            case "height": sections[sections.count - 1].heights.append(Double(numbers[0]))
            default: break
            }
        }
        for (words, shapes, heights) in sections {
            let columns = Int(try XCTUnwrap(words.numbers(after: "columns", count: 1))[0])
            var recipe =
                heights.isEmpty
                ? SectionRecipe.waterfall(aspectRatios: shapes, columns: columns, placement: placement)
                : SectionRecipe.waterfall(heights: heights, columns: columns, placement: placement)
            let insets = try XCTUnwrap(words.numbers(after: "insets", count: 4))
            recipe.insets = SectionInsets(top: insets[0], leading: insets[1], bottom: insets[2], trailing: insets[3])
            recipe.interitemSpacing = try XCTUnwrap(words.numbers(after: "spacing", count: 1))[0]
            recipe.lineSpacing = try XCTUnwrap(words.numbers(after: "line", count: 1))[0]
            recipe.header = words.numbers(after: "header", count: 1)?[0] ?? 0
            recipe.footer = words.numbers(after: "footer", count: 1)?[0] ?? 0
            try layout.append(recipe)
        }
        return layout
    }
}
