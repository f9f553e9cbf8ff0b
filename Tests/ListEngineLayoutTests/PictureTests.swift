import Foundation
import ListEngineLayout
import XCTest

/// Pictures of layouts.
final class PictureTests: XCTestCase {
    func testAPictureShowsFramesPathsViewportAndWhatIsPinned() throws {
        var layout = CollectionViewLayout(width: 200)
        try layout.append(.list(heights: [40, 40.125, 40], spacing: 4, header: 20, pinsHeader: true))
        let visible = CGRect(x: 0, y: 30, width: 200, height: 50)
        let picture = layout.svg(
            of: Viewport(CGRect(x: 0, y: 0, width: 200, height: 100), visibleBounds: visible))
        XCTAssertEqual(
            picture,
            """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 100" width="200" height="100" font-family="sans-serif" font-size="10">
            <rect x="0" y="0" width="200" height="100" fill="#fff"/>
            <rect x="0" y="20" width="200" height="40" fill="#d6e6fb" stroke="#456" stroke-width="1"/>
            <text x="4" y="43.5">0.0</text>
            <rect x="0" y="64" width="200" height="40.125" fill="#d6e6fb" stroke="#456" stroke-width="1"/>
            <text x="4" y="87.563">0.1</text>
            <rect x="0" y="30" width="200" height="20" fill="#ffe3b3" stroke="#456" stroke-width="2.5"/>
            <text x="4" y="43.5">0.header (pinned)</text>
            <rect x="0" y="30" width="200" height="50" fill="none" stroke="#d33" stroke-width="2" stroke-dasharray="6 4"/>
            </svg>

            """)
        XCTAssertEqual(
            picture, layout.svg(of: Viewport(CGRect(x: 0, y: 0, width: 200, height: 100), visibleBounds: visible)))
    }
}
