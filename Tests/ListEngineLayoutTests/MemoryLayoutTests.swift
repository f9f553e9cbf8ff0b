import CListEngine
import Foundation
import XCTest

@testable import ListEngineLayout

/// Types that are passed to C without a conversion have the memory layout that C expects.
final class MemoryLayoutTests: XCTestCase {
    func testLayoutAttributesAreElementsOfTheCore() {
        typealias Swift = LayoutAttributes
        XCTAssertEqual(MemoryLayout<Swift>.size, 80)
        XCTAssertEqual(MemoryLayout<Swift>.size, MemoryLayout<le_element>.size)
        XCTAssertEqual(MemoryLayout<Swift>.stride, MemoryLayout<le_element>.stride)
        XCTAssertEqual(MemoryLayout<Swift>.alignment, MemoryLayout<le_element>.alignment)
        XCTAssertEqual(MemoryLayout<Swift>.offset(of: \.minX), MemoryLayout<le_element>.offset(of: \.min_x))
        XCTAssertEqual(MemoryLayout<Swift>.offset(of: \.minY), MemoryLayout<le_element>.offset(of: \.min_y))
        XCTAssertEqual(MemoryLayout<Swift>.offset(of: \.maxX), MemoryLayout<le_element>.offset(of: \.max_x))
        XCTAssertEqual(MemoryLayout<Swift>.offset(of: \.maxY), MemoryLayout<le_element>.offset(of: \.max_y))
        XCTAssertEqual(MemoryLayout<Swift>.offset(of: \.item), MemoryLayout<le_element>.offset(of: \.item))
        XCTAssertEqual(
            MemoryLayout<Swift>.offset(of: \.sectionNumber), MemoryLayout<le_element>.offset(of: \.section))
        XCTAssertEqual(MemoryLayout<Swift>.offset(of: \.zNumber), MemoryLayout<le_element>.offset(of: \.z_index))
        XCTAssertEqual(MemoryLayout<Swift>.offset(of: \.kind), MemoryLayout<le_element>.offset(of: \.kind))
        XCTAssertEqual(
            MemoryLayout<Swift>.offset(of: \.categoryNumber), MemoryLayout<le_element>.offset(of: \.category))
        XCTAssertEqual(MemoryLayout<Swift>.offset(of: \.flags), MemoryLayout<le_element>.offset(of: \.flags))
        XCTAssertEqual(MemoryLayout<Swift>.offset(of: \.alpha), MemoryLayout<le_element>.offset(of: \.alpha))
        XCTAssertEqual(MemoryLayout<Swift>.offset(of: \.transform), MemoryLayout<le_element>.offset(of: \.transform))
    }

    func testFramesAreFramesOfTheCore() {
        XCTAssertEqual(MemoryLayout<CGRect>.size, MemoryLayout<le_frame>.size)
        XCTAssertEqual(MemoryLayout<CGRect>.alignment, MemoryLayout<le_frame>.alignment)
        XCTAssertEqual(MemoryLayout<CGRect>.offset(of: \.origin.x), MemoryLayout<le_frame>.offset(of: \.x))
        XCTAssertEqual(MemoryLayout<CGRect>.offset(of: \.origin.y), MemoryLayout<le_frame>.offset(of: \.y))
        XCTAssertEqual(MemoryLayout<CGRect>.offset(of: \.size.width), MemoryLayout<le_frame>.offset(of: \.width))
        XCTAssertEqual(MemoryLayout<CGRect>.offset(of: \.size.height), MemoryLayout<le_frame>.offset(of: \.height))
    }

    func testTransformIsSixFloatsInOrder() {
        typealias Swift = ElementTransform
        let offsets = [
            MemoryLayout<Swift>.offset(of: \.a), MemoryLayout<Swift>.offset(of: \.b),
            MemoryLayout<Swift>.offset(of: \.c), MemoryLayout<Swift>.offset(of: \.d),
            MemoryLayout<Swift>.offset(of: \.tx), MemoryLayout<Swift>.offset(of: \.ty),
        ]
        XCTAssertEqual(offsets, [0, 4, 8, 12, 16, 20])
    }

    func testUnitRectIsTheRectangleOfTheCore() {
        XCTAssertEqual(MemoryLayout<UnitRect>.stride, MemoryLayout<le_rect>.stride)
        XCTAssertEqual(MemoryLayout<UnitRect>.offset(of: \.mainMin), MemoryLayout<le_rect>.offset(of: \.main_min))
        XCTAssertEqual(MemoryLayout<UnitRect>.offset(of: \.crossMin), MemoryLayout<le_rect>.offset(of: \.cross_min))
        XCTAssertEqual(MemoryLayout<UnitRect>.offset(of: \.mainMax), MemoryLayout<le_rect>.offset(of: \.main_max))
        XCTAssertEqual(MemoryLayout<UnitRect>.offset(of: \.crossMax), MemoryLayout<le_rect>.offset(of: \.cross_max))
    }

    func testEditsOfScriptsAreThoseOfTheCore() {
        typealias Edit = EditScript.Edit
        XCTAssertEqual(MemoryLayout<Edit>.stride, MemoryLayout<le_edit>.stride)
        XCTAssertEqual(MemoryLayout<Edit>.alignment, MemoryLayout<le_edit>.alignment)
        XCTAssertEqual(MemoryLayout<Edit>.offset(of: \.index), MemoryLayout<le_edit>.offset(of: \.at))
        XCTAssertEqual(MemoryLayout<Edit>.offset(of: \.removed), MemoryLayout<le_edit>.offset(of: \.removed))
        XCTAssertEqual(MemoryLayout<Edit>.offset(of: \.inserted), MemoryLayout<le_edit>.offset(of: \.inserted))
        XCTAssertEqual(MemoryLayout<Edit>.offset(of: \.source), MemoryLayout<le_edit>.offset(of: \.source))
        XCTAssertEqual(MemoryLayout<Edit>.offset(of: \.isMove), MemoryLayout<le_edit>.offset(of: \.moved))
    }

    func testOffsetsAndMeasurementsAreThoseOfTheCore() {
        typealias Entry = SectionOffsets.Entry
        XCTAssertEqual(MemoryLayout<Entry>.stride, MemoryLayout<le_scrolled>.stride)
        XCTAssertEqual(MemoryLayout<Entry>.offset(of: \.section), MemoryLayout<le_scrolled>.offset(of: \.section))
        XCTAssertEqual(MemoryLayout<Entry>.offset(of: \.offset), MemoryLayout<le_scrolled>.offset(of: \.offset))
        typealias Measurement = CoreMeasurement
        XCTAssertEqual(MemoryLayout<Measurement>.stride, MemoryLayout<le_measurement>.stride)
        XCTAssertEqual(MemoryLayout<Measurement>.offset(of: \.item), MemoryLayout<le_measurement>.offset(of: \.item))
        XCTAssertEqual(MemoryLayout<Measurement>.offset(of: \.main), MemoryLayout<le_measurement>.offset(of: \.main))
        XCTAssertEqual(MemoryLayout<Measurement>.offset(of: \.cross), MemoryLayout<le_measurement>.offset(of: \.cross))
        // The longest length of the core, which is a macro that Swift cannot import.
        XCTAssertEqual(Double(LengthReader.longestUnits), LengthReader.longest * Units.perPoint)
        XCTAssertNotNil(Composition.core(longest: LengthReader.longest))
        XCTAssertNil(Composition.core(longest: LengthReader.longest.nextUp))
    }

    func testPlatformGeometryIsDoublesInOrder() {
        XCTAssertEqual(MemoryLayout<CGSize>.stride, 16)
        XCTAssertEqual(MemoryLayout<CGSize>.offset(of: \.width), 0)
        XCTAssertEqual(MemoryLayout<CGSize>.offset(of: \.height), 8)
        XCTAssertEqual(MemoryLayout<CGRect>.stride, 32)
        let rect = CGRect(x: 1, y: 2, width: 3, height: 4)
        XCTAssertEqual(withUnsafeBytes(of: rect) { Array($0.assumingMemoryBound(to: Double.self)) }, [1, 2, 3, 4])
    }

    func testEnumeratedNumbersAreThoseOfTheCore() {
        XCTAssertEqual(UInt32(ElementCategory.header.rawValue), LE_HEADER.rawValue)
        XCTAssertEqual(UInt32(ElementCategory.item.rawValue), LE_ITEM.rawValue)
        XCTAssertEqual(UInt32(ElementCategory.footer.rawValue), LE_FOOTER.rawValue)
        XCTAssertEqual(UInt32(ElementCategory.supplementary.rawValue), LE_SUPPLEMENTARY.rawValue)
        XCTAssertEqual(UInt32(ElementCategory.decoration.rawValue), LE_DECORATION.rawValue)
        XCTAssertEqual(Int(LayoutAttributes.pinnedFlag), Int(LE_ELEMENT_PINNED))
        XCTAssertEqual(Int(LayoutAttributes.estimatedFlag), Int(LE_ELEMENT_ESTIMATED))
        XCTAssertEqual(Int(LayoutAttributes.hiddenFlag), Int(LE_ELEMENT_HIDDEN))
        XCTAssertEqual(Units.limit, (1 << 62) as Int64)
        XCTAssertEqual(Units.perPoint, 1_048_576)
    }

    /// Units are made in Swift and in the core. Values are halves between two units, and near 2^31 pt, where Swift takes another
    /// road, near the limit and past it.
    func testUnitsAreThoseOfTheCore() {
        var values: [Double] = [0, -0.0, .nan, .infinity, -.infinity, .greatestFiniteMagnitude, .leastNonzeroMagnitude]
        for exponent in -22...44 {
            for offset in -3...3 {
                let power = Double(sign: .plus, exponent: exponent, significand: 1)
                let half = Double(offset) / 2 / Units.perPoint
                values += [power + half, power * (1 + Double(offset) * 0x1p-52)]
            }
        }
        for value in values {
            XCTAssertEqual(Units.units(value), le_units(value), "\(value)")
            XCTAssertEqual(Units.units(-value), le_units(-value), "\(-value)")
        }
    }
}

extension Composition {
    /// A composition of the core with this length; nil if the core refuses it.
    fileprivate static func core(longest length: Double) -> Bool? {
        var node = le_node()
        node.kind = LE_NODE_ITEM
        node.main.value = length
        return withUnsafePointer(to: &node) { node in
            var spec = le_composition_spec()
            spec.nodes = node
            spec.node_count = 1
            guard let composition = le_composition_create(&spec, nil) else { return nil }
            le_composition_release(composition)
            return true
        }
    }
}
