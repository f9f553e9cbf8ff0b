import Foundation
import LinePicker
import ListEngineTerminal

// le-pick: the user chooses among the lines of standard input, and the choice is written to standard output.
//
//   -q, --query TEXT   what is typed at the start
//   -m, --multi        tab marks lines, and all marked lines are written
//
// The screen and the keys are those of the terminal that controls the process. Exit status: 0, 1 if no line matched, 2 after an error, 130 if
// the user escaped.

let usage = "usage: le-pick [-m | --multi] [-q TEXT | --query TEXT] < LINES\n"

func fail(_ message: String) -> Never {
    FileHandle.standardError.write(Data("le-pick: \(message)\n".utf8))
    exit(2)
}

var options = Picker.Options()
var arguments = CommandLine.arguments.dropFirst()
while let argument = arguments.popFirst() {
    switch argument {
    case "-m", "--multi": options.choosesSeveral = true
    case "-q", "--query":
        guard let text = arguments.popFirst() else { fail("\(argument) needs a text\n\(usage)") }
        options.query = text
    case "-h", "--help":
        print(usage, terminator: "")
        exit(0)
    default: fail("unknown option \(argument)\n\(usage)")
    }
}
guard isatty(0) == 0 else { fail("standard input is a terminal, and no lines come from it\n\(usage)") }
let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC)
guard terminal >= 0 else { fail("there is no terminal: /dev/tty: \(String(cString: strerror(errno)))") }

// A reader that is gone, as in `le-pick | true`, is no reason to end without a status.
signal(SIGPIPE, SIG_IGN)
let picker = Picker(input: 0, options)
let result = await picker.run(TerminalHost.Device(input: terminal, output: terminal))
switch result {
case .chosen(let lines):
    var output = Data()
    for line in lines { output.append(contentsOf: line + [10]) }
    guard (try? FileHandle.standardOutput.write(contentsOf: output)) != nil else { exit(2) }
    exit(0)
case .noMatch: exit(1)
case .cancelled: exit(130)
case .noTerminal: fail("the terminal cannot be used")
}
