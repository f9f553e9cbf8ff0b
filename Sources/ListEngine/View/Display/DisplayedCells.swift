import ListEngineLayout

/// The shown elements, and what a pass needs to find them.
@MainActor
final class DisplayedCells: ViewPart {
    /// The shown elements, in the order of queries. Change it with ``change(_:)``.
    var elements: [DisplayedElement] = []
    /// The memory that passes work in. A pass takes it out, and puts it back when it ends.
    var memory = PassMemory()
    var cursor = LayoutCursor()
    /// The largest number of elements shown together. The pool keeps as many views.
    var most = 0
    /// The columns of the list.
    let columns = ShownColumns()
    /// Changes the positions of shown elements.
    weak var adjuster: (any VisibleElementsAdjuster)?
    /// An item whose cell stays after it leaves the visible bounds.
    var heldItem: ElementPath?

    /// Shown elements whose size is an estimate again. The next pass measures those that are still visible.
    var unmeasured: Set<ElementKey> = []
    /// Whether a shown view is to be measured again.
    var hasInvalidMeasurements = false
    /// The next pass configures the supplementary views again.
    var hasOutdatedSupplementaryViews = false

    /// Changes the shown elements as a local value, because releasing a view can run user code that reads them.
    func change(_ body: @MainActor (inout [DisplayedElement]) -> Void) {
        var elements = elements
        self.elements = []
        body(&elements)
        self.elements = elements
    }

    /// Calls `body` for each cell shown in a section.
    func forEachCell(inSection section: Int, _ body: @MainActor (CollectionViewCell, ElementPath) -> Void) {
        let shown = elements
        for place in shown.indices {
            let path = shown[place].key.path
            guard path.section == section, path.category == .item else { continue }
            let view = shown[place].view
            if let cell = view as? CollectionViewCell { body(cell, path) }
        }
    }

    override func follow(_ edit: SharedEdit?, _ notices: inout [PositionNotice]) {
        if let path = heldItem { heldItem = edit?.newPath(path) }
    }
}
