import Foundation
import ListEngineCompatibility
import Testing

@MainActor
@Suite("Sizes of components")
struct ComponentSizeTests {
    private let container = CGSize(width: 320, height: 480)

    @Test func lengthsAreFixedOrShares() {
        #expect(ViewComponentSize(height: 44).size(in: container) == CGSize(width: 320, height: 44))
        #expect(
            ViewComponentSize(width: .relative(0.5), height: .relative(0.25)).size(in: container)
                == CGSize(width: 160, height: 120))
        // A fixed length does not grow.
        var fixed = ViewComponentSize(size: CGSize(width: 30, height: 20))
        fixed.additionalSize = CGSize(width: 5, height: 5)
        #expect(fixed.size(in: container) == CGSize(width: 30, height: 20))
        let ratio = ViewComponentSize(
            width: .relative(0.5), aspectRatio: 2, additionalSize: CGSize(width: 0, height: 10), indentLevel: 3)
        #expect(ratio.size(in: container) == CGSize(width: 160, height: 90))
        #expect(ratio.indentLevel == 3)
    }

    @Test func columnsShareTheWidth() {
        #expect(GridViewComponentSize(numberOfColumns: 3).size(in: container) == CGSize(width: 106, height: 106))
        let grid = GridViewComponentSize(
            numberOfColumns: 2, aspectRatio: 0.5, spacing: 8, padding: 16, additionalHeight: 20)
        #expect(grid.size(in: container) == CGSize(width: 140, height: 300))
    }
}
