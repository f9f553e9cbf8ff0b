import Foundation
import Testing

@testable import BenchmarkHarness

/// A run that was ended is continued.
@Suite final class JournalTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    private var path: String { folder.appending(path: "journal.jsonl").path }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private func entry(_ name: String, seconds: Double = 1) -> Journal.Entry {
        var field = Field()
        field.bytesPerItem = 4.25
        field.extra = ["moves": 12, "kind": "a \"line\"\nand another", "none": .number(.nan)]
        let outcomes = [
            Runner.Outcome(role: .product, samples: [3, 1, 2], percentile99: 7, worst: 9),
            Runner.Outcome(role: .rival("array"), samples: [6, 8, 7]),
            Runner.Outcome(role: .rival("rope"), samples: [4, 4, 4]),
            Runner.Outcome(role: .column("sorted"), samples: [5]), Runner.Outcome(role: .limit, samples: [0.5]),
        ]
        let measure = Measure(name, 1_000) { field }
        return Journal.Entry(
            measure: measure.fullName, seconds: seconds, record: Record(measure, field, outcomes), skipped: nil)
    }

    @Test func measuresThatWereDoneAreRead() throws {
        var journal = try Journal(at: path, key: "build 1", today: "2026-01-03")
        #expect(journal.done.isEmpty && journal.message == nil)
        try journal.add(entry("list.insert", seconds: 2.5))
        try journal.add(Journal.Entry(measure: "list.real/5", seconds: 0, record: nil, skipped: "no word list"))

        journal = try Journal(at: path, key: "build 1", today: "2026-01-03")
        #expect(journal.message == nil)
        #expect(Set(journal.done.keys) == ["list.insert/1000", "list.real/5"])
        #expect(journal.done["list.real/5"]?.record == nil && journal.done["list.real/5"]?.skipped == "no word list")
        #expect(journal.done["list.insert/1000"]?.seconds == 2.5)
        let record = try #require(journal.done["list.insert/1000"]?.record)
        #expect(record.fullName == "list.insert/1000" && record.bytesPerItem == 4.25)
        #expect(
            record.product?.samples == [3, 1, 2] && record.product?.percentile99 == 7 && record.product?.worst == 9)
        #expect(record.rivals.map(\.name) == ["array", "rope"] && record.bestRival?.name == "rope")
        #expect(record.columns.map(\.name) == ["sorted"] && record.limit?.median == 0.5 && record.reference == nil)
        guard case .number(12)? = record.extra["moves"], case .text("a \"line\"\nand another")? = record.extra["kind"],
            case .number(let none)? = record.extra["none"]
        else {
            Issue.record("\(record.extra)")
            return
        }
        #expect(none.isNaN)
    }

    @Test func thoseOfAnotherBuildAreDiscarded() throws {
        try Journal(at: path, key: "build 1", today: "2026-01-03").add(entry("list.insert"))
        var journal = try Journal(at: path, key: "build 2", today: "2026-01-03")
        #expect(journal.done.isEmpty)
        #expect(journal.message == "\(path) is of another build or machine: discarded")
        try journal.add(entry("list.delete"))
        journal = try Journal(at: path, key: "build 2", today: "2026-01-03")
        #expect(journal.done.count == 1 && journal.message == nil)
        #expect(try Journal(at: path, key: "build 1", today: "2026-01-03").done.isEmpty)
    }

    @Test func theDayOnWhichTheRunBeganIsKept() throws {
        try Journal(at: path, key: "a build", today: "2026-01-02").add(entry("list.insert"))
        #expect(try Journal(at: path, key: "a build", today: "2026-01-03").begun == "2026-01-02")
        #expect(try Journal(at: path, key: "another", today: "2026-01-03").begun == "2026-01-03")
    }

    @Test func aLineThatIsNotWholeIsDiscarded() throws {
        var journal = try Journal(at: path, key: "a build", today: "2026-01-03")
        try journal.add(entry("one"))
        let before = try Data(contentsOf: journal.file).count
        try journal.add(entry("two"))
        let whole = try Data(contentsOf: journal.file)
        for end in Array(stride(from: before, to: whole.count, by: 4)) + [whole.count - 1] {
            try whole.prefix(end).write(to: journal.file)
            journal = try Journal(at: path, key: "a build", today: "2026-01-03")
            #expect(Array(journal.done.keys) == ["one/1000"])
            #expect((journal.message == nil) == (end == before))
            try journal.add(entry("three"))
            journal = try Journal(at: path, key: "a build", today: "2026-01-03")
            #expect(Set(journal.done.keys) == ["one/1000", "three/1000"])
            #expect(journal.message == nil)
        }
        // Measures after a line that says nothing are done again.
        try (whole.prefix(before) + Data("nothing\n".utf8) + whole.suffix(from: before)).write(to: journal.file)
        #expect(Array(try Journal(at: path, key: "a build", today: "2026-01-03").done.keys) == ["one/1000"])
    }

    @Test(arguments: ["", "{", "nothing\n", "{}\n"]) func aFileThatIsNoJournalIsReplaced(_ text: String) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        let journal = try Journal(at: path, key: "a build", today: "2026-01-03")
        #expect(journal.done.isEmpty && journal.message != nil)
        try journal.add(entry("one"))
        #expect(try Journal(at: path, key: "a build", today: "2026-01-03").done.count == 1)
    }

    @Test func aWholeRunLeavesNoJournal() throws {
        try Journal(at: path, key: "a build", today: "2026-01-03").remove()
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test func theKeyIsThatOfTheProgramAndTheMachine() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        func key(_ program: String, _ machine: String) throws -> String {
            try Data(program.utf8).write(to: URL(fileURLWithPath: path))
            return try Journal.key(program: path, machine: machine)
        }
        #expect(try key("program", "avx2") == key("program", "avx2"))
        #expect(try key("program", "avx2") != key("program", "vector"))
        #expect(try key("program", "avx2") != key("progrbm", "avx2"))
        #expect(throws: (any Error).self) { try Journal.key(program: folder.path + "/none", machine: "") }
    }
}
