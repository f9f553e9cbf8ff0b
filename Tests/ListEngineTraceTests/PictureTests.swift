import Foundation
import ListEngineLayout
import ListEngineTrace
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

    /// The code draws the picture of waterfalls.
    func testThePictureOfWaterfallsIsDrawnByTheCode() throws {
        var layout = CollectionViewLayout(crossExtent: 300, displayScale: 2)
        let shapes = [(3, 4), (1, 1), (2, 3), (4, 3), (1, 1), (3, 5), (3, 2), (1, 1), (2, 1), (3, 4), (4, 3)]
        try layout.append(
            .waterfall(
                aspectRatios: shapes.map { CGSize(width: $0.0, height: $0.1) }, columns: 4, spacing: 4, insets: .all(8),
                header: 20))
        try layout.append(
            .waterfall(
                heights: [40, 25, 30, 50, 20, 30], columns: 2, spacing: 8, insets: .all(8),
                placement: .leadingToTrailing,
                header: 20))
        let content = CGRect(origin: .zero, size: layout.contentSize)
        try check(layout.svg(of: Viewport(content)), isResource: "waterfall.svg")
    }

    /// The code draws the picture on the first page of the documentation. `LE_RECORD=1` writes it again.
    func testThePictureOfTheDocumentationIsDrawnByTheCode() throws {
        var layout = CollectionViewLayout(width: 300)
        try layout.append(.list(heights: [28, 44, 28], spacing: 4, insets: .all(8), header: 24, pinsHeader: true))
        try layout.append(
            .grid(
                count: 8, itemSize: CGSize(width: 60, height: 40), spacing: 6, lineSpacing: 6, insets: .all(8),
                header: 24, pinsHeader: true))
        let sizes = [70, 120, 40, 90, 60, 110, 30, 50].map { CGSize(width: $0, height: 20 + $0 / 10) }
        try layout.append(
            .flow(sizes: sizes, spacing: 6, lineSpacing: 6, insets: .all(8), header: 24, footer: 14, pinsHeader: true))
        let viewport = Viewport(
            CGRect(origin: .zero, size: layout.contentSize),
            visibleBounds: CGRect(x: 0, y: 44, width: 300, height: 220))
        let picture = layout.svg(of: viewport)
        try check(picture, isResource: "sections.svg")
    }

    /// The pictures of single kinds of sections are what the code draws. `LE_RECORD=1` writes them again.
    func testThePicturesOfSectionsAreDrawnByTheCode() throws {
        var list = CollectionViewLayout(width: 240)
        try list.append(.list(heights: [28, 44, 20, 36], spacing: 6, insets: .all(8), header: 20, footer: 14))
        try check(list, isResource: "list.svg")

        var grid = CollectionViewLayout(width: 240)
        try grid.append(
            .grid(count: 8, columns: 3, itemHeight: 36, spacing: 6, lineSpacing: 6, insets: .all(8), header: 20))
        try check(grid, isResource: "grid.svg")

        var flow = CollectionViewLayout(width: 240)
        let sizes = [60, 96, 40, 72, 48, 110, 30, 50].map { CGSize(width: $0, height: 20 + $0 / 8) }
        try flow.append(
            .flow(sizes: sizes, packing: .justified, spacing: 6, lineSpacing: 6, insets: .all(8), header: 20))
        try flow.append(.flow(sizes: sizes, packing: .leading, spacing: 6, lineSpacing: 6, insets: .all(8), header: 20))
        try check(flow, isResource: "flow.svg")

        var composition = CollectionViewLayout(size: CGSize(width: 240, height: 300))
        func size(_ width: CGFloat, _ height: CGFloat) -> CollectionLayoutSize {
            CollectionLayoutSize(widthDimension: .fractionalWidth(width), heightDimension: .fractionalHeight(height))
        }
        let large = CollectionLayoutItem(layoutSize: size(2 / 3, 1))
        let small = CollectionLayoutItem(layoutSize: size(1, 1 / 2))
        for item in [large, small] { item.contentInsets = .all(3) }
        let column = CollectionLayoutGroup.vertical(layoutSize: size(1 / 3, 1), subitem: small, count: 2)
        let group = CollectionLayoutGroup.horizontal(
            layoutSize: CollectionLayoutSize(widthDimension: .fractionalWidth(1), heightDimension: .absolute(90)),
            subitems: [large, column])
        let section = CollectionLayoutSection(group: group)
        section.contentInsets = DirectionalEdgeInsets(top: 8, leading: 8, bottom: 8, trailing: 8)
        try composition.append(.compositional(section, count: 6))
        try check(composition, isResource: "compositional.svg")
    }

    private func check(_ layout: CollectionViewLayout, isResource name: String) throws {
        try check(layout.svg(of: Viewport(CGRect(origin: .zero, size: layout.contentSize))), isResource: name)
    }

    private func check(_ picture: String, isResource name: String) throws {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
            .appendingPathComponent("Sources/ListEngineLayout/ListEngineLayout.docc/Resources/\(name)")
        if ProcessInfo.processInfo.environment["LE_RECORD"] != nil {
            try picture.write(to: file, atomically: true, encoding: .utf8)
        }
        XCTAssertEqual(try String(contentsOf: file, encoding: .utf8), picture)
    }
}
