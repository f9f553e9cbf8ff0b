import Foundation
import XCTest

/// The program on the first page of the documentation compiles and prints what the page states.
final class FirstPageTests: XCTestCase {
    private let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    func testTheProgramPrintsWhatThePageSays() throws {
        let page = try String(
            contentsOf: root.appendingPathComponent(
                "Sources/ListEngineLayout/ListEngineLayout.docc/ListEngineLayout.md"), encoding: .utf8)
        let program = try XCTUnwrap(block("swift", of: page, containing: "import Foundation\nimport ListEngineLayout"))
        let output = try XCTUnwrap(block("text", of: page, containing: "content:"))
        XCTAssertLessThanOrEqual(program.split(separator: "\n").count, 40)

        // The modules and objects of this build, next to the test bundle.
        let build = Bundle(for: FirstPageTests.self).bundleURL.deletingLastPathComponent()
        let products =
            FileManager.default.fileExists(atPath: build.appendingPathComponent("Modules").path)
            ? build : URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        let modules = products.appendingPathComponent("Modules")
        guard
            FileManager.default.fileExists(atPath: modules.appendingPathComponent("ListEngineLayout.swiftmodule").path)
        else { throw XCTSkip("no modules in \(modules.path): another build system than SwiftPM's own") }
        guard !hasSanitizer() else {
            throw XCTSkip("under a sanitizer the objects do not link without its runtime")
        }

        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("page-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try program.write(to: folder.appendingPathComponent("main.swift"), atomically: true, encoding: .utf8)
        let objects =
            objects(in: products.appendingPathComponent("ListEngineLayout.build"), from: "Sources/ListEngineLayout")
            + objects(in: products.appendingPathComponent("CListEngine.build"), from: "CSources/CListEngine")
        XCTAssertFalse(objects.isEmpty)
        let executable = folder.appendingPathComponent("program").path
        let compiled = try run(
            "swiftc",
            [
                "-swift-version", "6", "-I", modules.path, "-I",
                root.appendingPathComponent("CSources/CListEngine/include").path,
                folder.appendingPathComponent("main.swift").path, "-o", executable,
            ] + objects)
        XCTAssertEqual(compiled.status, 0, compiled.text)
        let ran = try run(executable, [])
        XCTAssertEqual(ran.status, 0, ran.text)
        XCTAssertEqual(ran.text, output)
    }

    /// The block of code of a language that contains some text.
    private func block(_ language: String, of text: String, containing part: String) -> String? {
        text.components(separatedBy: "```\(language)\n").dropFirst()
            .compactMap { $0.components(separatedBy: "```").first }
            .first { $0.contains(part) }
    }

    /// The objects of a target whose source files still exist, because a build folder keeps those of removed files.
    private func objects(in folder: URL, from sources: String) -> [String] {
        func files(_ folder: URL, _ suffix: String) -> [String] {
            let all = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.allObjects ?? []
            return all.compactMap { ($0 as? URL)?.path }.filter { $0.hasSuffix(suffix) }.sorted()
        }
        let names = files(root.appendingPathComponent(sources), "").map { URL(fileURLWithPath: $0).lastPathComponent }
        return files(folder, ".o").filter {
            names.contains(String(URL(fileURLWithPath: $0).lastPathComponent.dropLast(2)))
        }
    }

    private func hasSanitizer() -> Bool {
        #if os(Linux)
            return dlsym(nil, "__asan_init") != nil || dlsym(nil, "__tsan_init") != nil
        #else
            return false
        #endif
    }

    private func run(_ command: String, _ arguments: [String]) throws -> (status: Int32, text: String) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [command] + arguments
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: data, as: UTF8.self))
    }
}
