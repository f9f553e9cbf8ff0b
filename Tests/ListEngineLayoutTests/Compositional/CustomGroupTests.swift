import Foundation
import ListEngineLayout
import XCTest

/// Groups whose frames are computed by a closure.
final class CustomGroupTests: XCTestCase {
    private func section(
        _ width: CollectionLayoutDimension = .fractionalWidth(1), _ height: CollectionLayoutDimension = .absolute(100),
        _ provider: @escaping CollectionLayoutGroupCustomItemProvider
    ) -> CollectionLayoutSection {
        CollectionLayoutSection(
            group: .custom(layoutSize: CollectionLayoutSize(width, height), itemProvider: provider))
    }

    func testFramesAreRelativeToTheGroupAndRepeat() throws {
        let section = section { environment in
            let size = environment.container.contentSize
            return (0..<3).map { index in
                CollectionLayoutGroupCustomItem(
                    frame: rect(CGFloat(index) * 40, CGFloat(index) * 10, size.width / 4, size.height / 2),
                    zIndex: 3 - index)
            }
        }
        section.interGroupSpacing = 5
        let layout = try compositional(section, count: 5)
        XCTAssertEqual(
            layout.frames(),
            [
                rect(0, 0, 75, 50), rect(40, 10, 75, 50), rect(80, 20, 75, 50), rect(0, 105, 75, 50),
                rect(40, 115, 75, 50),
            ])
        XCTAssertEqual(layout.contentSize.height, 205)
        XCTAssertEqual(layout.all().map(\.zIndex), [3, 2, 1, 3, 2])
        XCTAssertTrue(layout.diagnostics.recent.isEmpty)
    }

    func testTheNumberOfFramesFollowsTheContainer() throws {
        // As many squares of 100 as fit, which no other kind of group can describe.
        let section = section { environment in
            let count = Int(environment.container.contentSize.width / 100)
            return (0..<count).map { CollectionLayoutGroupCustomItem(frame: rect(CGFloat($0) * 100, 0, 100, 100)) }
        }
        var layout = try compositional(section, count: 7)
        XCTAssertEqual(layout.frames().map(\.minX), [0, 100, 200, 0, 100, 200, 0])
        try layout.setWidth(500)
        XCTAssertEqual(layout.frames().map(\.minX), [0, 100, 200, 300, 400, 0, 100])
        // Without room there are no frames; with room there are frames again.
        try layout.setWidth(50)
        XCTAssertEqual(layout.all(), [])
        XCTAssertEqual(layout.codes, [.emptyGroup])
        try layout.setWidth(250)
        XCTAssertEqual(layout.frames().map(\.minX), [0, 100, 0, 100, 0, 100, 0])
        XCTAssertNil(layout.brokenInvariant())
    }

    func testCustomGroupsNestAndScrollAcross() throws {
        let custom = CollectionLayoutGroup.custom(
            layoutSize: CollectionLayoutSize(.fractionalWidth(0.5), .fractionalHeight(1))
        ) { environment in
            let size = environment.container.contentSize
            return [
                CollectionLayoutGroupCustomItem(frame: rect(0, 0, size.width, 10)),
                CollectionLayoutGroupCustomItem(frame: rect(0, 20, size.width, size.height - 20)),
            ]
        }
        custom.contentInsets = .all(5)
        let group = CollectionLayoutGroup.horizontal(
            layoutSize: CollectionLayoutSize(.fractionalWidth(1), .absolute(100)),
            subitems: [CollectionLayoutItem(.fractionalWidth(0.5), .fractionalHeight(1)), custom])
        let layout = try compositional(CollectionLayoutSection(group: group), count: 3)
        XCTAssertEqual(layout.frames(), [rect(0, 0, 150, 100), rect(155, 5, 140, 10), rect(155, 25, 140, 70)])
        let sideways = try compositional(
            CollectionLayoutSection(group: group), count: 3, size: CGSize(width: 600, height: 300),
            direction: .horizontal)
        XCTAssertEqual(sideways.frames(), [rect(0, 0, 300, 100), rect(305, 5, 290, 10), rect(305, 25, 290, 70)])
    }

    func testBrokenFramesAreEmptyAndReported() throws {
        let section = section { _ in
            [
                CollectionLayoutGroupCustomItem(frame: rect(0, 0, 10, 10)),
                CollectionLayoutGroupCustomItem(frame: rect(.nan, 0, 10, 10)),
                CollectionLayoutGroupCustomItem(frame: rect(0, 0, 10, -4)),
                CollectionLayoutGroupCustomItem(frame: rect(0, 1e30, 10, 10)),
            ]
        }
        let layout = try compositional(section, count: 4)
        XCTAssertEqual(layout.frames().map(\.isEmpty), [false, true, true, true])
        XCTAssertEqual(
            layout.diagnostics.recent.map { "\($0.code) \($0.path ?? "-") \($0.value)" },
            [
                "unusableCustomFrame group / frame 1 nan", "unusableCustomFrame group / frame 2 -4.0",
                "unusableCustomFrame group / frame 3 1e+30",
            ])
    }

    func testTooFewAndTooManyFrames() throws {
        let none = try compositional(section { _ in [] }, count: 3)
        XCTAssertEqual(none.all(), [])
        XCTAssertEqual(none.codes, [.emptyGroup])
        let many = try compositional(
            section { _ in Array(repeating: CollectionLayoutGroupCustomItem(frame: rect(0, 0, 1, 1)), count: 70_000) },
            count: 3)
        XCTAssertEqual(many.codes, [.groupTooLarge])
        XCTAssertNil(many.brokenInvariant())
    }

    func testTheClosureIsCalledOncePerContainer() throws {
        let asked = Counter()
        let section = section { environment in
            asked.add(environment.container.contentSize)
            return [CollectionLayoutGroupCustomItem(frame: rect(0, 0, 10, 10))]
        }
        var layout = try compositional(section, count: 1_000)
        try layout.append(.compositional(section, count: 5))
        XCTAssertEqual(asked.sizes, [CGSize(width: 300, height: 100)])
        _ = layout.layoutAttributes(in: rect(0, 0, 300, 1_000))
        XCTAssertEqual(asked.sizes.count, 1)
        try layout.setWidth(200)
        XCTAssertEqual(asked.sizes, [CGSize(width: 300, height: 100), CGSize(width: 200, height: 100)])
    }
}

private final class Counter: @unchecked Sendable {
    private let lock = NSLock()
    private var seen: [CGSize] = []
    var sizes: [CGSize] { lock.withLock { seen } }
    func add(_ size: CGSize) { lock.withLock { seen.append(size) } }
}
