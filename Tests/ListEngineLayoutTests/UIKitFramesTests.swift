import Foundation
import ListEngineLayout
import XCTest

/// Frames that others measured in UIKit and published as numbers: `Tests/Golden/uikit/cases.json`. The page "Measured
/// against UIKit" says what they are worth.
@MainActor
final class UIKitFramesTests: XCTestCase {
    /// Cases whose frames differ from ours, with the reason.
    private static let accepted = [
        "list/swiftui-web/collection/list/defaults":
            "our space around the rows of a grouped section is 8 and 24, UIKit's 35 and 0",
        "list/swiftui-web/collection/listheaders/defaults": "as above; UIKit has no space between rows and headers",
        "list/swiftui-web/collection/listpadding/defaults": "as above, and our space before headers is 0",
        "list/swiftui-web/collection/firstitem/defaults": "as above; UIKit has 17.5 between sections",
        "list/swiftui-web/collection/plainlist/defaults": "our space before headers is 0, UIKit's 22",
    ]

    func testFramesAreThoseOfUIKit() async throws {
        let cases = try UIKitCase.read()
        let measured = cases.filter { !$0.id.hasPrefix("look/") }
        XCTAssertEqual(measured.count, 42)
        XCTAssertEqual(Set(measured.map(\.sceneName)).count, 25)
        for one in measured {
            let differences = try one.differences()
            if let reason = Self.accepted[one.id] {
                XCTAssertFalse(differences.isEmpty, "\(one.id) is as in UIKit now; it was accepted because \(reason)")
            } else {
                XCTAssertEqual(differences, [], one.id)
            }
        }
        XCTAssertTrue(Set(Self.accepted.keys).isSubset(of: measured.map(\.id)))
    }

    /// The table of the page "Measured against UIKit". `WRITE=1` writes it.
    func testThePageSaysHowManyScenesAreEqual() async throws {
        func row(_ name: String, _ cases: [UIKitCase]) throws -> String {
            let scenes = Dictionary(grouping: cases, by: \.sceneName).values
            let equal = try scenes.filter { try $0.allSatisfy { try $0.differences().isEmpty } }.count
            let states = scenes.map { $0.map(\.steps.count).max() ?? 0 }.reduce(0, +)
            return "| \(name) | \(scenes.count) | \(states) | \(cases.count) | \(equal) |\n"
        }
        let measured = try UIKitCase.read().filter { !$0.id.hasPrefix("look/") }
        let ownSpaces = measured.filter { !$0.id.hasSuffix("/given") }
        let statedSpaces = measured.filter { !$0.id.hasSuffix("/defaults") }
        let table = try [
            "\n| | scenes | scroll offsets | cases | equal scenes |\n|---|---|---|---|---|\n",
            row("flow layouts", measured.filter { $0.layout == "flow" }),
            row("compositional layouts", measured.filter { $0.layout == "compositional" }),
            row("lists, with the spaces of the scene", statedSpaces.filter { $0.layout == "list" }),
            row("lists, with our own spaces", ownSpaces.filter { $0.layout == "list" }),
            row("all, if lists have the spaces of the scene", statedSpaces),
            row("all, if lists have our own spaces", ownSpaces),
        ].joined()

        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let page = root.appendingPathComponent("Documentation/MeasuredAgainstUIKit.md")
        let text = try String(contentsOf: page, encoding: .utf8)
        let start = try XCTUnwrap(text.range(of: "by `UIKitFramesTests` with WRITE=1 -->"))
        let end = try XCTUnwrap(text.range(of: "<!-- end of scenes -->"))
        if ProcessInfo.processInfo.environment["WRITE"] == "1" {
            let new = text.replacingCharacters(in: start.upperBound..<end.lowerBound, with: table)
            try new.write(to: page, atomically: true, encoding: .utf8)
        } else {
            XCTAssertEqual(String(text[start.upperBound..<end.lowerBound]), table)
        }
    }

    /// Without UIKit's way to round, the scenes with sizes or gaps that are not whole pixels differ.
    func testRoundingDecidesOnlyFractions() async throws {
        func scenes(_ snapping: PixelSnapping) throws -> Set<String> {
            let cases = try UIKitCase.read().filter { !$0.id.hasPrefix("look/") && Self.accepted[$0.id] == nil }
            return try Set(cases.filter { try !$0.differences(snapping: snapping).isEmpty }.map(\.sceneName))
        }
        XCTAssertEqual(try scenes(.edges), ["flow/openuikit/I"])
        XCTAssertEqual(
            try scenes(.none),
            ["D", "I", "N", "X", "Z", "AE"].reduce(into: []) { $0.insert("flow/openuikit/\($1)") })
    }

    /// The test would notice an item at a different place or of a different size.
    func testOtherFramesDiffer() async throws {
        for var one in try UIKitCase.read() where !one.id.hasPrefix("look/") && Self.accepted[one.id] == nil {
            for part in 0..<4 {
                let last = one.steps.count - 1
                guard let index = one.steps[last].expect.lastIndex(where: { $0.frame != nil }) else { continue }
                let exact = one.steps[last].expect[index].frame!
                one.steps[last].expect[index].frame![part] += 0.5
                XCTAssertEqual(try one.differences().count, 1, one.id)
                one.steps[last].expect[index].frame = exact
            }
        }
    }
}
