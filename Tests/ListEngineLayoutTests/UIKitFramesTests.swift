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
