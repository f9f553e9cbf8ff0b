import Foundation
import TableBrowser
import TableTerminal
import TableWindow

// le-table: shows the tables of an SQLite file. See Demos/README.md.
//
//   --window   in a window, if the program was built with the trait GTK

let usage = "usage: le-table [--window] FILE\n"

func fail(_ message: String) -> Never {
    FileHandle.standardError.write(Data("le-table: \(message)\n".utf8))
    exit(2)
}

var path: String?
var showsWindow = false
for argument in CommandLine.arguments.dropFirst() {
    switch argument {
    case "--window": showsWindow = true
    case "-h", "--help":
        print(usage, terminator: "")
        exit(0)
    case _ where argument.hasPrefix("-"): fail("unknown option \(argument)\n\(usage)")
    case _ where path == nil: path = argument
    default: fail("expected one file\n\(usage)")
    }
}
guard let path else { fail("expected a file\n\(usage)") }
let unwritten: [String]
if showsWindow {
    do { unwritten = try await showTableWindow(path) } catch { fail("\(error)") }
} else {
    guard isatty(0) == 1, isatty(1) == 1 else { fail("there is no terminal") }
    let table = TableTerminal(path)
    guard let left = await table.run() else { fail("the terminal cannot be used") }
    unwritten = left
}
if !unwritten.isEmpty { fail(unwritten.joined(separator: "\n")) }
