import Foundation
import ListEngine
import ListEngineDiff
import ListEngineLayout

// Names that programs written for CompositionalLayoutableSection use. Each calls what it is renamed to.

extension CompositionalLayoutableSection {
    @available(*, deprecated, renamed: "layout")
    public var sectionLayout: (any CompositionalLayoutableSectionLayout)? {
        get { layout }
        set { layout = newValue }
    }
}
