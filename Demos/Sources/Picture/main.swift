import Foundation
import ListEngineLayout
import ListEngineTrace

// Picture FILE [CASE]: reads a layout from a JSON file and writes an SVG picture of its visible part.

func picture(_ arguments: [String]) throws -> String {
    guard arguments.count == 1 || arguments.count == 2 else {
        throw Unreadable(description: "usage: Picture FILE [CASE]")
    }
    let data = try Data(contentsOf: URL(fileURLWithPath: arguments[0]))
    let decoder = JSONDecoder()
    let input: Description
    if arguments.count == 2 {
        let file = try decoder.decode(CaseFile.self, from: data)
        guard let found = file.cases.first(where: { $0.id.contains(arguments[1]) }) else {
            throw Unreadable(description: "no case is called \(arguments[1])")
        }
        input = found.input
    } else {
        input = try decoder.decode(Description.self, from: data)
    }
    let (layout, viewport) = try input.layout()
    for diagnostic in layout.diagnostics.recent {
        FileHandle.standardError.write(Data("\(diagnostic)\n".utf8))
    }
    return layout.svg(of: viewport)
}

do {
    print(try picture(Array(CommandLine.arguments.dropFirst())), terminator: "")
} catch {
    FileHandle.standardError.write(Data("Picture: \(error)\n".utf8))
    exit(1)
}
