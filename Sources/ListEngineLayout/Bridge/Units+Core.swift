internal import CListEngine
import Foundation

extension Units {
    /// Converts a spacing of a waterfall into units, rounded to 2^-16 pt, half to even. Nil if it is not a number or
    /// past 2^32 pt. See `le_waterfall_units`.
    static func waterfallSpacing(_ points: CGFloat) -> Int64? {
        abs(points) <= 4_294_967_296 ? le_waterfall_units(Double(points)) : nil
    }
}

extension UnitRect {
    init(_ rect: le_rect) {
        self.init(
            mainMin: rect.main_min, crossMin: rect.cross_min, mainMax: rect.main_max, crossMax: rect.cross_max)
    }

    var core: le_rect { le_rect(main_min: mainMin, cross_min: crossMin, main_max: mainMax, cross_max: crossMax) }
}
