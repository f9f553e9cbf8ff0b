// What the blocks of code about rows use without declaring it: see Scripts/documentation-code.py.
import ListEngineData

@MainActor final class Context {}
