// What the blocks of code about layouts use without declaring it: see Scripts/documentation-code.py.
import Foundation
import ListEngineLayout

@MainActor final class Context {}

struct Photo {
    var size: CGSize
}

@MainActor final class Scroller {
    var contentOffset = CGPoint.zero
}
final class MyCollectionView {}
final class MyDataSource {
    func numberOfItems(inSection section: Int) -> Int { 12 }
}
final class MySection {}

final class Circle: CollectionViewSectionLayout {
    var sectionIndex = 0
    func prepare() {}
    func contentHeight() -> CGFloat { 240 }
    func frameForHeader() -> CGRect { .zero }
    func frameForFooter() -> CGRect { .zero }
    func frameForItem(atIndex index: Int) -> CGRect { CGRect(x: 0, y: CGFloat(index) * 20, width: 100, height: 20) }
}

typealias Staircase = Circle

@MainActor var layout = CollectionViewLayout(width: 390)
@MainActor var main = CollectionViewLayout(width: 390)
@MainActor var viewport = Viewport(.zero)
@MainActor var cursor = LayoutCursor()
@MainActor var contentOffset = CGPoint.zero
@MainActor var scrollView = Scroller()
let heights: [Double] = []
let lengths: [Double] = []
@MainActor let history: [Double] = []
let sizes: [CGSize] = []
let photos: [Photo] = []
let texts: [String] = []
@MainActor let rect = CGRect.zero
@MainActor let bounds = CGRect.zero
@MainActor let visibleRect = CGRect.zero
@MainActor let safeArea = SectionInsets.all(0)
@MainActor let fittingSize = CGSize.zero
@MainActor let anchor: ScrollAnchor? = nil
@MainActor let script = EditScript()
@MainActor let buffer = UnsafeMutableBufferPointer<LayoutAttributes>(start: nil, count: 0)
@MainActor let attributes = layout.layoutAttributesForItem(0, inSection: 0)
@MainActor let (proposed, velocity, offset): (CGFloat, CGFloat, CGFloat) = (0, 0, 0)
@MainActor let size = CollectionLayoutSize(widthDimension: .absolute(40), heightDimension: .absolute(40))
@MainActor let itemSize = size
@MainActor let item = CollectionLayoutItem(layoutSize: size)
@MainActor let nestedGroup = CollectionLayoutGroup.horizontal(layoutSize: size, subitems: [item])
@MainActor let group = nestedGroup
@MainActor let section = CollectionLayoutSection(group: group)

@MainActor var columns: ColumnLayout = { fatalError("not run") }()

@MainActor func draw(_ frame: CGRect) {}
@MainActor func draw(_ column: Int, _ minX: CGFloat, _ width: CGFloat) {}
@MainActor func draw(_ item: Int, _ frame: CGRect) {}
@MainActor func draw(_ section: Int, _ item: Int, _ frame: CGRect) {}
@MainActor func place(_ item: Int, _ frame: CGRect) {}
