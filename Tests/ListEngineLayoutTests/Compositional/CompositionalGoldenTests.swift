import Foundation
import ListEngineReference
import XCTest

/// The results of a compositional layout, from any implementation of it, in points.
struct CompositionalAnswers {
    /// Frame of an item in its section's scrolled content at offset 0.
    var item: (_ section: Int, _ item: Int) -> CGRect?
    /// Frame of a header or footer (by kind and section), a badge (by the ordinal of its item or group) or a backdrop.
    var supplementary: (_ kind: String, _ section: Int, _ index: Int) -> CGRect?
    var contentSize: CGSize
    /// The extent of a section along the scroll axis, and the number of its elements.
    var section: (_ section: Int) -> (extent: CGFloat, elements: Int)
}

/// Numbers measured in UIKit's own pictures, and computed from its documentation.
final class CompositionalGoldenTests: XCTestCase {
    func testTheRulesGiveTheKnownNumbers() throws {
        try check("the rules") { $0.referenceLayout().answers(pinnedTo: $0.visible) }
    }

    @MainActor
    func testLayoutsGiveTheKnownNumbers() async throws {
        try check("the layout") { try $0.layout().answers(pinnedTo: $0.visible) }
    }

    /// Checks every case against an implementation.
    private func check(_ subject: String, _ answers: (CompositionalCase) throws -> CompositionalAnswers)
        throws
    {
        let cases = try GoldenCase.read("compositional.txt")
        XCTAssertEqual(cases.count, 43)
        XCTAssertEqual(cases.filter(\.isKnown).count, 38)
        for golden in cases {
            let one = try CompositionalCase(golden)
            let answers = try answers(one)
            for (key, words) in golden.lines where key == "expect" {
                let fault = try Self.fault(words, one, answers)
                // Cases that are only inferred give the stated results as well.
                XCTAssertNil(fault, "\(golden.name), \(subject): \(words.joined(separator: " ")) is \(fault ?? "")")
            }
        }
    }

    /// The actual result, if it differs from the expected one.
    private static func fault(_ words: [String], _ one: CompositionalCase, _ answers: CompositionalAnswers) throws
        -> String?
    {
        let expected = words.numbers(after: "at", count: 4).map {
            CGRect(x: $0[0], y: $0[1], width: $0[2], height: $0[3])
        }
        let place = words[1].split(separator: ".").compactMap { Int($0) }
        let found: CGRect?
        switch words[0] {
        case "content":
            let size = CGSize(width: words.numbers(from: 1)[0], height: words.numbers(from: 1)[1])
            return size == answers.contentSize ? nil : "\(answers.contentSize)"
        case "absent":
            let section = answers.section(place[0])
            return section == (0, 0) ? nil : "\(section)"
        case "start":
            // A list rests at its start, at minus the insets that bars cover.
            let start = CGPoint(x: -one.adjusted.leading, y: -one.adjusted.top)
            return start == CGPoint(x: words.numbers(from: 1)[0], y: words.numbers(from: 1)[1]) ? nil : "\(start)"
        case "item": found = answers.item(place[0], place[1])
        default: found = answers.supplementary(words[0], place[0], place[1])
        }
        guard let expected, let found else { return found.map { "\($0)" } ?? "not there" }
        let offs = [
            found.minX - expected.minX, found.minY - expected.minY, found.width - expected.width,
            found.height - expected.height,
        ]
        return offs.allSatisfy { abs($0) <= one.tolerance + 1e-9 } ? nil : "\(found)"
    }
}

extension ReferenceCompositionalLayout {
    func answers(pinnedTo visible: CGRect) -> CompositionalAnswers {
        func points(_ frame: ReferenceRect) -> CGRect { mirrored(frame).cgRect(isHorizontal: isHorizontal) }
        let bounds = ReferenceRect(
            mainMin: ReferenceUnits.units(Double(visible.minY)), crossMin: ReferenceUnits.units(Double(visible.minX)),
            mainMax: ReferenceUnits.units(Double(visible.maxY)), crossMax: ReferenceUnits.units(Double(visible.maxX)))
        let everything = ReferenceRect(
            mainMin: -(1 << 60), crossMin: -(1 << 60), mainMax: 1 << 60, crossMax: 1 << 60)
        let elements = elements(in: everything, visible: bounds)
        return CompositionalAnswers(
            item: { section, item in frame(ofItem: item, inSection: section).map(points) },
            supplementary: { kind, section, index in
                elements.first {
                    $0.section == section && $0.piece.kind == GoldenKinds.number(kind) && $0.piece.index == index
                        || $0.section == section && $0.piece.kind == GoldenKinds.number(kind)
                            && $0.piece.category != .supplementary
                }.map { points($0.piece.frame) }
            },
            contentSize: CGSize(
                width: ReferenceUnits.points(container.cross), height: ReferenceUnits.points(extent)),
            section: { section in
                (
                    CGFloat(ReferenceUnits.points(placements[section].extent)),
                    elements.filter { $0.section == section }.count
                )
            })
    }
}
