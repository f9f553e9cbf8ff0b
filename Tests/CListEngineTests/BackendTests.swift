import CListEngine
import XCTest

/// The choice of the instruction set: each set that the processor has can be selected by index, and runs.
final class BackendTests: XCTestCase {
    override func tearDown() { le_backend_use(le_backend_count() - 1) }

    func testTheRequestedBackendIsInUse() {
        for index in 0..<le_backend_count() {
            le_backend_use(index)
            XCTAssertEqual(String(cString: le_backend()), String(cString: le_backend_name(index)))
        }
    }

    func testTheFirstBackendIsScalarAndEveryMachineHasVectors() {
        XCTAssertEqual(String(cString: le_backend_name(0)), "scalar")
        XCTAssertGreaterThanOrEqual(le_backend_count(), 2)
        let provider = String(cString: le_backend_name(1)).split(separator: "+").last
        XCTAssertTrue(provider == "simde" || provider == "vector")
    }

    /// A missing SIMDe causes no error, so the full checks state which provider of vectors they expect.
    func testTheProviderIsTheExpectedOne() throws {
        guard let expected = ProcessInfo.processInfo.environment["LE_EXPECT_PROVIDER"] else {
            throw XCTSkip("LE_EXPECT_PROVIDER is not set")
        }
        for index in 1..<le_backend_count() {
            let name = String(cString: le_backend_name(index))
            XCTAssertTrue(name.hasSuffix("+\(expected)"), "\(name), expected provider \(expected)")
        }
        #if arch(x86_64)
            let processor = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
            if processor.contains(" avx2 ") { XCTAssertGreaterThanOrEqual(le_backend_count(), 3) }
            if processor.contains(" avx512bw ") { XCTAssertEqual(le_backend_count(), 4) }
        #endif
    }

    func testEveryStatusHasAText() {
        for status in [
            LE_OK, LE_NO_MEMORY, LE_BAD_VALUE, LE_TOO_LARGE, LE_BAD_EDITS, LE_BAD_ARGUMENT, LE_NOT_SUPPORTED,
            LE_BAD_INDEX,
        ] {
            XCTAssertNotEqual(String(cString: le_status_text(status)), "unknown status")
        }
    }
}
