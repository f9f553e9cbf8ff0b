import Testing

@testable import ListEngineData

/// A section or a position out of range ends the program with a message that states the valid values.
@Suite struct PreconditionTests {
    @MainActor private static func rows() -> LiveRows<ArrayRows<Int, Int, Int>> {
        LiveRows(ArrayRows()) { _ in ScriptedReader() }
    }

    private static func words(_ result: ExitTest.Result?) -> String {
        result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) } ?? ""
    }

    @Test func positionsMustBeInTheList() async {
        var result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await MainActor.run { _ = Self.rows().state(at: 1) }
        }
        #expect(Self.words(result).contains("LiveRows: position 1 is not in 0..<1."))
        result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await MainActor.run { _ = Self.rows().place(ofPosition: -1) }
        }
        #expect(Self.words(result).contains("LiveRows: position -1 is not in 0..<1."))
    }

    @Test func sectionsMustBeInTheList() async {
        var result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await MainActor.run { _ = Self.rows().heading(ofSection: 1) }
        }
        #expect(Self.words(result).contains("LiveRows: section 1 is not in 0..<1."))
        result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await MainActor.run { _ = Self.rows().positions(ofSection: -1) }
        }
        #expect(Self.words(result).contains("LiveRows: section -1 is not in 0..<1."))
    }
}
