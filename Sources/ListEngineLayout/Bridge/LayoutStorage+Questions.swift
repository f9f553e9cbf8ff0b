internal import CListEngine
import Foundation

extension LayoutStorage {
    // MARK: Coordinates

    /// Converts a rectangle of the content in points into edges in units along the layout's axes.
    @inline(__always)
    func unitRect(_ rect: CGRect) -> UnitRect {
        let x0 = Double(rect.origin.x)
        let y0 = Double(rect.origin.y)
        let x1 = x0 + Double(rect.size.width)
        let y1 = y0 + Double(rect.size.height)
        // A rectangle with a negative size is the one between its corners, as for CGRect.
        let (a, b) = (Units.units(min(x0, x1)), Units.units(max(x0, x1)))
        let (c, d) = (Units.units(min(y0, y1)), Units.units(max(y0, y1)))
        let leadingBased =
            isHorizontal
            ? UnitRect(mainMin: a, crossMin: c, mainMax: b, crossMax: d)
            : UnitRect(mainMin: c, crossMin: a, mainMax: d, crossMax: b)
        return flowDirection == .leftToRight ? leadingBased : mirrored(leadingBased)
    }

    /// Mirrors a rectangle in x. Mirroring twice gives the original rectangle.
    func mirrored(_ rect: UnitRect) -> UnitRect {
        var mirrored = rect
        if isHorizontal {
            let width = extent
            mirrored.mainMin = width - rect.mainMax
            mirrored.mainMax = width - rect.mainMin
        } else {
            mirrored.crossMin = cross - rect.crossMax
            mirrored.crossMax = cross - rect.crossMin
        }
        return mirrored
    }

    /// Converts a point of the content into units along the axes. In a mirrored list, one unit is subtracted so that
    /// the half-open test of a frame (min <= p < max) stays the same.
    func unitPoint(_ point: CGPoint) -> (main: Int64, cross: Int64) {
        var x = Units.units(point.x)
        let y = Units.units(point.y)
        if flowDirection == .rightToLeft { x = (isHorizontal ? extent : cross) - x - 1 }
        return isHorizontal ? (x, y) : (y, x)
    }

    /// Converts a point of the content into units along the axes, for measuring distances. It is mirrored exactly.
    func unitCorner(_ point: CGPoint) -> (main: Int64, cross: Int64) {
        let (x, y) = (Units.units(point.x), Units.units(point.y))
        let corner = isHorizontal ? (main: x, cross: y) : (main: y, cross: x)
        guard flowDirection == .rightToLeft else { return corner }
        return isHorizontal ? (extent - corner.main, corner.cross) : (corner.main, cross - corner.cross)
    }

    /// Converts a leading-based rectangle into points of the content.
    @inline(__always)
    func frame(_ rect: UnitRect) -> CGRect {
        let placed = flowDirection == .leftToRight ? rect : mirrored(rect)
        let main = Units.points(placed.mainMin)
        let cross = Units.points(placed.crossMin)
        let mainExtent = Units.points(placed.mainMax) - main
        let crossExtent = Units.points(placed.crossMax) - cross
        return isHorizontal
            ? CGRect(x: main, y: cross, width: mainExtent, height: crossExtent)
            : CGRect(x: cross, y: main, width: crossExtent, height: mainExtent)
    }

    // MARK: Single elements

    /// See `le_layout_item_frame`.
    @inline(__always)
    func itemFrame(_ item: Int, inSection section: Int) -> UnitRect {
        let rect = le_layout_item_frame(handle, Int64(section), Int64(item), nil)
        if rect.main_min == .min { indexFailure(section: section, items: item..<item &+ 1) }
        return UnitRect(rect)
    }

    /// See `le_layout_item_element`.
    func itemAttributes(_ item: Int, inSection section: Int) -> LayoutAttributes {
        let element = le_layout_item_element(handle, Int64(section), Int64(item), nil)
        if element.section < 0 { indexFailure(section: section, items: item..<item &+ 1) }
        return unsafeBitCast(element, to: LayoutAttributes.self)
    }

    /// See `le_layout_header_frame`. Nil if there is none.
    func headerFrame(ofSection section: Int, visible: UnitRect?) -> UnitRect? {
        barFrame(section, visible, le_layout_header_frame)
    }

    /// See `le_layout_footer_frame`. Nil if there is none.
    func footerFrame(ofSection section: Int, visible: UnitRect?) -> UnitRect? {
        barFrame(section, visible, le_layout_footer_frame)
    }

    private func barFrame(
        _ section: Int, _ visible: UnitRect?,
        _ question: (OpaquePointer?, Int64, UnsafePointer<le_rect>?, UnsafeMutablePointer<le_work>?) -> le_rect
    ) -> UnitRect? {
        let rect: UnitRect
        if let visible {
            rect = withUnsafePointer(to: visible.core) { UnitRect(question(handle, Int64(section), $0, nil)) }
        } else {
            rect = UnitRect(question(handle, Int64(section), nil, nil))
        }
        return rect.isEmpty ? nil : rect
    }

    /// See `le_layout_item_at_point`.
    func item(at point: (main: Int64, cross: Int64), scrolled: SectionOffsets) -> ElementPath? {
        item(of: point, scrolled, le_layout_item_at_point)
    }

    /// See `le_layout_nearest_item`.
    func nearestItem(to point: (main: Int64, cross: Int64), scrolled: SectionOffsets) -> ElementPath? {
        item(of: point, scrolled, le_layout_nearest_item)
    }

    private func item(
        of point: (main: Int64, cross: Int64), _ scrolled: SectionOffsets,
        _ question: (
            OpaquePointer?, Int64, Int64, UnsafePointer<le_scrolls>?, UnsafeMutablePointer<Int64>?,
            UnsafeMutablePointer<Int64>?, UnsafeMutablePointer<le_work>?
        ) -> Bool
    ) -> ElementPath? {
        var section: Int64 = 0
        var item: Int64 = 0
        let found = scrolled.withCoreScrolls { scrolls in
            withUnsafePointer(to: scrolls) { scrolls in
                question(handle, point.main, point.cross, scrolls, &section, &item, nil)
            }
        }
        return found ? .item(Int(item), inSection: Int(section)) : nil
    }

    /// The items on the line of an item. See `le_layout_line`.
    func line(ofItem item: Int, inSection section: Int) -> Range<Int> {
        var first: Int64 = 0
        var count: Int64 = 0
        le_layout_line(handle, Int64(section), Int64(item), &first, &count)
        return Int(first)..<Int(first + count)
    }

    // MARK: Bulk frames

    /// Frames of a range of items as x, y, width and height. See `le_layout_frames`.
    func frames(ofItems items: Range<Int>, inSection section: Int, into out: UnsafeMutablePointer<CGRect>) {
        // A CGRect consists of four doubles in this order on every 64-bit platform; a test checks it.
        out.withMemoryRebound(to: (Double, Double, Double, Double).self, capacity: items.count) { tuples in
            le_layout_frames(
                handle, Int64(section), Int64(items.lowerBound), Int64(items.count),
                UnsafeMutableRawPointer(tuples).assumingMemoryBound(to: Double.self))
        }
    }

    /// Frames of a range of items in floats, relative to an origin. See `le_layout_frames_relative`.
    func frames(
        ofItems items: Range<Int>, inSection section: Int, relativeTo origin: CGPoint,
        into out: UnsafeMutablePointer<SIMD4<Float>>
    ) {
        le_layout_frames_relative(
            handle, Int64(section), Int64(items.lowerBound), Int64(items.count), Double(origin.x), Double(origin.y),
            UnsafeMutableRawPointer(out).assumingMemoryBound(to: Float.self))
    }
}
