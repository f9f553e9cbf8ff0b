import Foundation
import ListEngineLayout
import XCTest

// Short helpers for the tests of compositional sections.

extension CollectionLayoutSize {
    init(_ width: CollectionLayoutDimension, _ height: CollectionLayoutDimension) {
        self.init(widthDimension: width, heightDimension: height)
    }
}

extension CollectionLayoutItem {
    convenience init(
        _ width: CollectionLayoutDimension, _ height: CollectionLayoutDimension,
        _ supplementaryItems: [CollectionLayoutSupplementaryItem] = []
    ) {
        self.init(layoutSize: CollectionLayoutSize(width, height), supplementaryItems: supplementaryItems)
    }
}

extension CollectionLayoutBoundarySupplementaryItem {
    convenience init(
        _ width: CollectionLayoutDimension, _ height: CollectionLayoutDimension, _ alignment: RectAlignment,
        offset: CGPoint = .zero, kind: String = "bar"
    ) {
        self.init(
            layoutSize: CollectionLayoutSize(width, height), elementKind: kind, alignment: alignment,
            absoluteOffset: offset)
    }
}

/// A list 300 wide with 600 visible, without a pixel grid by default.
func compositional(
    _ section: CollectionLayoutSection, count: Int, size: CGSize = CGSize(width: 300, height: 600),
    direction: ScrollDirection = .vertical, flow: FlowDirection = .leftToRight, scale: CGFloat = 0
) throws -> CollectionViewLayout {
    var layout = CollectionViewLayout(
        size: size, scrollDirection: direction, flowDirection: flow, displayScale: scale)
    try layout.append(.compositional(section, count: count))
    return layout
}

extension CollectionViewLayout {
    /// Frames of all items of a section.
    func frames(inSection section: Int = 0) -> [CGRect] {
        frames(ofItems: 0..<numberOfItems(inSection: section), inSection: section)
    }

    /// All elements in the content.
    func all(offsets: SectionOffsets = SectionOffsets()) -> [LayoutAttributes] {
        layoutAttributes(
            in: Viewport(CGRect(x: -1e4, y: -1e4, width: 1e6, height: 1e6), sectionOffsets: offsets))
    }

    var codes: [LayoutDiagnostic.Code] { diagnostics.recent.map(\.code) }
}

func rect(_ x: CGFloat, _ y: CGFloat, _ width: CGFloat, _ height: CGFloat) -> CGRect {
    CGRect(x: x, y: y, width: width, height: height)
}
