// What the blocks of Broken.md see: see Scripts/documentation-code.py.
@MainActor final class Context {}
