import UIKitProbes
import XCTest

final class PrintProbes: XCTestCase {
    @MainActor func testPrintProbes() {
        for line in Probes.lines() { print(line) }
    }
}
