// What the blocks of code about the reference use without declaring it: see Scripts/documentation-code.py.
import Foundation
import ListEngineReference

@MainActor final class Context {}

@MainActor let heights: [Double] = []
