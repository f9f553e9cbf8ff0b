// What the blocks of code about traces use without declaring it: see Scripts/documentation-code.py.
import Foundation
import ListEngineLayout
import ListEngineTrace

@MainActor final class Context {}

@MainActor var layout = CollectionViewLayout(width: 390)
@MainActor var viewport = Viewport(.zero)
@MainActor let heights: [Double] = []
@MainActor let anchor: ScrollAnchor? = nil
@MainActor let text = ""
@MainActor let file = URL(fileURLWithPath: "list.trace")
