// What the blocks of code about windows use without declaring it: see Scripts/documentation-code.py.
import CGTK
import ListEngineGTK

@MainActor final class Context {}

@MainActor let fruits = ["Apple", "Pear"]
@MainActor var host: GTKHost { fatalError() }
