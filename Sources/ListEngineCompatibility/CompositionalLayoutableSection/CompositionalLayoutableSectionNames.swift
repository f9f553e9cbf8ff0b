import Foundation
import ListEngine
import ListEngineDiff
import ListEngineLayout

// Names for programs that were written for CompositionalLayoutableSection. Each one calls the method or property that
// replaces it.

extension CompositionalLayoutableSection {
    @available(*, deprecated, renamed: "layout")
    public var sectionLayout: (any CompositionalLayoutableSectionLayout)? {
        get { layout }
        set { layout = newValue }
    }
}
