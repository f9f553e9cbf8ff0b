import Foundation
import ListEngineDiff
import XCTest

/// `Tests/Golden/snapshot.txt`, case by case. The permissive cases, whose source keeps duplicates, must differ: here
/// duplicates are refused, moved or reported, and never kept.
final class SnapshotGoldenTests: XCTestCase {
    func testEveryCaseThatAgreesWithUIKitPasses() throws {
        let cases = try Self.cases().filter { !$0.isPermissive }
        XCTAssertEqual(cases.count, 80)
        for one in cases {
            var run = GoldenRun()
            for line in one.lines { run.perform(line, in: one.name) }
        }
    }

    func testNoPermissiveCaseKeepsADuplicate() throws {
        let cases = try Self.cases().filter { $0.isPermissive }
        XCTAssertEqual(cases.count, 21)
        for one in cases {
            var run = GoldenRun()
            for line in one.lines where !line.hasPrefix("then") { run.perform(line, in: one.name) }
            XCTAssertEqual(Set(run.snapshot.itemIdentifiers).count, run.snapshot.numberOfItems, one.name)
            XCTAssertEqual(Set(run.snapshot.sectionIdentifiers).count, run.snapshot.numberOfSections, one.name)
            XCTAssertTrue(run.refusal != nil || !run.snapshot.duplicates.isEmpty, one.name)
        }
    }

    private struct Case {
        var name: String
        var isPermissive: Bool
        var lines: [String] = []
    }

    private static func cases(file: StaticString = #filePath) throws -> [Case] {
        let golden = URL(fileURLWithPath: "\(file)").deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Golden/snapshot.txt")
        var cases: [Case] = []
        for line in try String(contentsOf: golden, encoding: .utf8).split(separator: "\n") where line.first != "#" {
            let words = line.split(separator: " ")
            if words[0] == "case" {
                cases.append(Case(name: String(words[1]), isPermissive: words.last == "permissive"))
            } else {
                cases[cases.count - 1].lines.append(String(line))
            }
        }
        return cases
    }
}

/// The state of one golden case.
private struct GoldenRun {
    var snapshot = DiffableSnapshot<Int, Int>()
    var refusal: SnapshotError?

    mutating func perform(_ line: String, in name: String) {
        if line.hasPrefix("then ") {
            let parts = line.dropFirst(5).split(separator: ":", omittingEmptySubsequences: false)
            let expected = parts[1].trimmingCharacters(in: .whitespaces)
            XCTAssertEqual(answer(String(parts[0])), expected, "\(parts[0]) in \(name)")
            return
        }
        do throws(SnapshotError) {
            if line.hasPrefix("given") { try give(line) } else { try operate(line) }
        } catch {
            if refusal == nil { refusal = error }
        }
    }

    private mutating func give(_ line: String) throws(SnapshotError) {
        for part in line.dropFirst(6).split(separator: "|") {
            let sides = part.split(separator: ":", omittingEmptySubsequences: false)
            let section = Int(sides[0].trimmingCharacters(in: .whitespaces))!
            try snapshot.appendSections(validating: [section])
            try snapshot.appendItems(validating: sides[1].split(separator: " ").map { Int($0)! }, toSection: section)
        }
    }

    private mutating func operate(_ line: String) throws(SnapshotError) {
        var words = line.split(separator: " ").map(String.init)
        let name = words.removeFirst()
        var targetKind = ""
        var target = 0
        if let split = words.firstIndex(where: { ["to", "before", "after"].contains($0) }) {
            targetKind = words[split]
            target = Int(words[split + 1])!
            words.removeSubrange(split...)
        }
        let arguments = words.map { Int($0)! }
        switch (name, targetKind) {
        case ("appendSections", _): try snapshot.appendSections(validating: arguments)
        case ("insertSections", "before"): try snapshot.insertSections(validating: arguments, beforeSection: target)
        case ("insertSections", "after"): try snapshot.insertSections(validating: arguments, afterSection: target)
        case ("deleteSections", _): snapshot.deleteSections(arguments)
        case ("moveSection", "before"): try snapshot.moveSection(validating: arguments[0], beforeSection: target)
        case ("moveSection", "after"): try snapshot.moveSection(validating: arguments[0], afterSection: target)
        case ("appendItems", "to"): try snapshot.appendItems(validating: arguments, toSection: target)
        case ("appendItems", _): try snapshot.appendItems(validating: arguments)
        case ("insertItems", "before"): try snapshot.insertItems(validating: arguments, beforeItem: target)
        case ("insertItems", "after"): try snapshot.insertItems(validating: arguments, afterItem: target)
        case ("deleteItems", _): snapshot.deleteItems(arguments)
        case ("deleteAllItems", _): snapshot.deleteAllItems()
        case ("moveItem", "before"): try snapshot.moveItem(validating: arguments[0], beforeItem: target)
        case ("moveItem", "after"): try snapshot.moveItem(validating: arguments[0], afterItem: target)
        case ("reloadItems", _): try snapshot.reloadItems(validating: arguments)
        case ("reloadSections", _): try snapshot.reloadSections(validating: arguments)
        case ("reconfigureItems", _): try snapshot.reconfigureItems(validating: arguments)
        default: XCTFail("no such operation: \(line)")
        }
    }

    private func answer(_ question: String) -> String {
        func list(_ identifiers: [Int]) -> String {
            identifiers.isEmpty ? "nothing" : identifiers.map { "\($0)" }.joined(separator: " ")
        }
        func maybe(_ value: Int?) -> String { value.map { "\($0)" } ?? "nothing" }
        let words = question.split(separator: " ")
        let argument = Int(words.last!) ?? 0
        switch words.filter({ Int($0) == nil }).joined(separator: " ") {
        case "sections": return list(snapshot.sectionIdentifiers)
        case "items": return list(snapshot.itemIdentifiers)
        case "items of": return list(snapshot.itemIdentifiers(inSection: argument))
        case "item count of": return "\(snapshot.numberOfItems(inSection: argument))"
        case "item count": return "\(snapshot.numberOfItems)"
        case "section count": return "\(snapshot.numberOfSections)"
        case "reloaded items": return list(snapshot.reloadedItemIdentifiers)
        case "reloaded sections": return list(snapshot.reloadedSectionIdentifiers)
        case "reconfigured items": return list(snapshot.reconfiguredItemIdentifiers)
        case "index of item": return maybe(snapshot.indexOfItem(argument))
        case "index of section": return maybe(snapshot.indexOfSection(argument))
        case "section of item": return maybe(snapshot.sectionIdentifier(containingItem: argument))
        case "duplicates are reported": return snapshot.duplicates.isEmpty ? "no" : "yes"
        case "refused":
            switch refusal {
            case .duplicateItem: return "duplicate item"
            case .duplicateSection: return "duplicate section"
            case .unknownItem: return "unknown item"
            default: return "\(String(describing: refusal))"
            }
        default: return "no such question"
        }
    }
}
