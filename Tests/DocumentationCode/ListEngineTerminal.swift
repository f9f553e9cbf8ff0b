// What the blocks of code about terminals use without declaring it: see Scripts/documentation-code.py.
import ListEngineTerminal

@MainActor final class Context {}

struct Mail {
    var sender = ""
    var subject = ""
}

@MainActor let fruits = ["Apple", "Pear"]
@MainActor let list = TerminalList("Fruits") { ListBlock("fruits", fruits) }
