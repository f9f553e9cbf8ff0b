import Foundation
import ListEngineLayout
import ListEngineTrace
import TestSupport
import XCTest

/// A recorded run can be repeated bit for bit, and an incomplete trace is refused with its line.
final class LayoutTraceTests: XCTestCase {
    private func record(_ random: TestRandom, steps: Int) -> LayoutRecorder {
        var run = RandomRun(random: random)
        var recorder = LayoutRecorder(run.container())
        for _ in 0..<steps {
            let step = run.step(for: recorder.layout)
            let anchor = run.anchor(in: recorder.layout)
            let viewport = run.random.chance(oneIn: 2) ? run.viewport(of: recorder.layout) : nil
            // A refused step changes nothing, and is recorded as well.
            _ = try? recorder.perform(step, keeping: anchor, in: viewport)
        }
        return recorder
    }

    /// All results of a layout's queries.
    private func frames(_ layout: CollectionViewLayout) -> [LayoutAttributes] {
        layout.layoutAttributes(in: CGRect(x: -1e6, y: -1e6, width: 1e9, height: 1e9))
    }

    func testRandomRunsAreReplayedBitForBit() {
        let failure = LawCases.firstFailure(of: "a run is replayed bit for bit", share: 0.02, scales: [.small]) { one in
            let recorder = record(one.random, steps: 30)
            let trace = try LayoutTrace(recorder.text)
            guard trace.entries.count == 30 else { return "\(trace.entries.count) steps\n\(recorder.text)" }
            let layout: CollectionViewLayout
            do { layout = try trace.replay() } catch { return "\(error)\n\(recorder.text)" }
            if frames(layout) != frames(recorder.layout) { return "other frames\n\(recorder.text)" }
            // Recorded again, the text is the same.
            var again = LayoutRecorder(try LayoutTrace(text(recorder, steps: 0)).replay())
            for entry in trace.entries {
                _ = try? again.perform(entry.step, keeping: entry.anchor, in: entry.viewport)
            }
            return again.text == recorder.text ? nil : "written\n\(recorder.text)\nwritten again\n\(again.text)"
        }
        XCTAssertNil(failure, failure ?? "")
    }

    /// The first steps of a run.
    private func text(_ recorder: LayoutRecorder, steps: Int) -> String {
        let lines = recorder.text.split(separator: "\n").prefix(2 + steps)
        return lines.joined(separator: "\n") + "\nend \(steps)\n"
    }

    func testATraceThatIsCutAnywhereIsRefusedOrAShorterRun() throws {
        let recorder = record(TestRandom(seed: 7), steps: 6)
        let bytes = Array(recorder.text.utf8)
        for length in 0..<bytes.count {
            let part = String(decoding: bytes[..<length], as: UTF8.self)
            if length == bytes.count - 1 {
                // Only the line end is missing, which is no loss.
                XCTAssertNoThrow(try LayoutTrace(part))
                continue
            }
            do {
                _ = try LayoutTrace(part)
                XCTFail("\(length) bytes of \(bytes.count) are taken for the whole run")
            } catch {
                XCTAssertLessThanOrEqual(error.line, 10)
            }
            let lines = part.split(separator: "\n", omittingEmptySubsequences: false).count - 1
            guard let shorter = try? LayoutTrace(part, isFinished: false) else {
                XCTAssertLessThan(lines, 2, "\(length)")
                continue
            }
            XCTAssertEqual(shorter.entries.count, min(6, lines - 2))
            XCTAssertNoThrow(try shorter.replay())
        }
    }

    func testDamageIsReported() {
        let failure = LawCases.firstFailure(of: "damage is named", share: 0.05, scales: [.small]) { one in
            var random = one.random
            let recorder = record(random, steps: 8)
            var bytes = Array(recorder.text.utf8)
            let place = random.below(bytes.count)
            switch random.below(3) {
            case 0: bytes[place] = UInt8(truncatingIfNeeded: random.next())
            case 1: bytes.remove(at: place)
            default: bytes.insert(random.pick(32, 48, 57, 10, 45, UInt8(truncatingIfNeeded: random.next())), at: place)
            }
            let text = String(decoding: bytes, as: UTF8.self)
            do throws(LayoutTraceError) {
                let layout = try LayoutTrace(text).replay()
                // Spaces and line ends may be added or removed.
                return frames(layout) == frames(recorder.layout) ? nil : "not seen\n\(recorder.text)\n\(text)"
            } catch {
                return (1...text.count + 1).contains(error.line) ? nil : "line \(error.line)"
            }
        }
        XCTAssertNil(failure, failure ?? "")
    }

    /// Without checksums only the steps themselves show a fault.
    func testHandwrittenTracesDoNotEndTheProgram() {
        let failure = LawCases.firstFailure(of: "traces by hand end no program", share: 0.05, scales: [.small]) { one in
            var random = one.random
            let recorder = record(random, steps: 8)
            var lines = recorder.text.split(separator: "\n").map { line in
                line.split(separator: " ").filter { !$0.hasPrefix("#") && !$0.hasPrefix("=") }.map(String.init)
            }
            for _ in 0..<random.int(in: 1...3) {
                let line = random.below(lines.count)
                guard let place = lines[line].indices.randomElement(using: &random) else { continue }
                switch random.below(4) {
                case 0:
                    lines[line][place] = random.pick("-1", "0", "3", "70", "1e300", "nan", "list", "1125899906842624")
                case 1: lines[line].remove(at: place)
                case 2: lines[line].insert(random.pick("1", "start", "of", "-2"), at: place)
                default: lines[line].swapAt(place, random.below(lines[line].count))
                }
            }
            let text = lines.map { $0.joined(separator: " ") }.joined(separator: "\n") + "\n"
            if let layout = try? LayoutTrace(text).replay() { return layout.brokenInvariant().map { "\($0)\n\(text)" } }
            return nil
        }
        XCTAssertNil(failure, failure ?? "")
    }

    func testAFaultyTraceIsRefusedByLine() throws {
        func reason(_ text: String, isFinished: Bool = true) -> LayoutTraceError? {
            do throws(LayoutTraceError) {
                try LayoutTrace(text, isFinished: isFinished).replay()
                return nil
            } catch {
                return error
            }
        }
        let head = "listengine-layout-trace 1\ncontainer 0 390 vertical left-to-right 1\n"
        XCTAssertEqual(reason(""), LayoutTraceError(line: 1, reason: .notATrace))
        XCTAssertEqual(reason("<svg>"), LayoutTraceError(line: 1, reason: .notATrace))
        XCTAssertEqual(
            reason("listengine-layout-trace 2\n"), LayoutTraceError(line: 1, reason: .otherVersion("2")))
        XCTAssertEqual(reason(head), LayoutTraceError(line: 3, reason: .cutShort))
        XCTAssertEqual(reason(head + "end 1\n"), LayoutTraceError(line: 3, reason: .cutShort))
        XCTAssertNil(reason(head, isFinished: false))
        XCTAssertNil(reason(head + "end 0\n"))
        XCTAssertNil(reason("// what this is about\n\n" + head + "// nothing\nend 0\n"))
        XCTAssertEqual(reason(head + "end 0\nlook 0 0 1 1\n")?.line, 4)
        XCTAssertEqual(
            reason(head + "remove 0 0 1\nend 1\n")?.description.hasPrefix("line 3: section 0 is out of"), true)
        XCTAssertEqual(
            reason(head + "fly 0\nend 1\n"),
            LayoutTraceError(line: 3, reason: .unreadable("expected a step; found \"fly\"")))
        XCTAssertEqual(
            reason(head + "section 0 list of extents 1 40 =12\nend 1\n")?.description,
            "line 3: the result of the step differs from the recorded one")
        XCTAssertEqual(
            reason(head + "section 0 list of extents 1 40 #12\nend 1\n"), LayoutTraceError(line: 3, reason: .damaged))
        // A refused step is refused again; without a digest nothing is compared.
        XCTAssertNil(reason(head + "section 0 list of extents 1 nan\nend 1\n"))
    }

    /// On every machine, with every instruction set.
    func testTheTextIsWhatTheDocumentationShows() throws {
        var recorder = LayoutRecorder(CollectionViewLayout(width: 390))
        try recorder.perform(.insertSection(.list(heights: [40, 52.5, 44]), at: 0))
        try recorder.perform(
            .resizeItems(startingAt: 1, inSection: 0, to: .extents([88])),
            keeping: ScrollAnchor(section: 0, item: 2))
        XCTAssertEqual(
            recorder.text,
            """
            listengine-layout-trace 1
            container 0 390 vertical left-to-right 1
            section 0 list of extents 3 40 52.5 44 =487ff32a0ee3f7e9 #cbf54c15
            resize 0 1 extents 1 88 keeping 0 2 1 start 0 =951c38c64848faaf #161ef5cf
            end 2

            """)
    }

    func testASectionWithClosuresCannotBeRead() throws {
        var recorder = LayoutRecorder(CollectionViewLayout(width: 390))
        let size = CollectionLayoutSize(widthDimension: .fractionalWidth(1), heightDimension: .absolute(50))
        let group = CollectionLayoutGroup.custom(layoutSize: size) { _ in
            [CollectionLayoutGroupCustomItem(frame: CGRect(x: 0, y: 0, width: 10, height: 10))]
        }
        try recorder.perform(.insertSection(.compositional(CollectionLayoutSection(group: group), count: 3), at: 0))
        XCTAssertEqual(recorder.layout.numberOfItems, 3)
        XCTAssertThrowsError(try LayoutTrace(recorder.text)) { error in
            XCTAssertEqual((error as? LayoutTraceError)?.line, 3)
        }
    }

    /// Runs that once failed, and some that show what a trace can contain.
    func testTheTracesOfTheFolderAreReplayed() throws {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Traces")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".trace") }
        XCTAssertFalse(names.isEmpty)
        for name in names.sorted() {
            let text = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
            do throws(LayoutTraceError) {
                let trace = try LayoutTrace(text)
                let layout = try trace.replay { entry, layout in
                    XCTAssertNil(layout.brokenInvariant(), "\(name), line \(entry.line)")
                }
                XCTAssertGreaterThan(trace.entries.count, 0)
                XCTAssertNil(layout.brokenInvariant(), name)
            } catch {
                XCTFail("\(name): \(error)")
            }
        }
    }
}
