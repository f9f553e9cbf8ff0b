import Foundation
import ListEngine

/// A host that scrolls, with a program whose callbacks call the list.
@MainActor
final class GestureHost: ScrollingHost {
    weak var program: HostileProgram?
    private var time = 0.0

    init(_ program: HostileProgram) {
        self.program = program
        super.init(program.view)
    }

    override func makeView(for view: CollectionReusableView) -> AnyObject? {
        program?.reach(.make)
        return nil
    }

    override func measure(_ view: CollectionReusableView, fitting size: CGSize) -> CGSize? {
        program?.reach(.measure)
        return (view as? HostileCell).map { CellSizes.size($0.name, $0.version) }
    }

    override func scheduleFrame() { program?.reach(.frame) }

    override func place(_ view: CollectionReusableView, at placement: ElementPlacement) {
        super.place(view, at: placement)
        program?.reach(.place)
    }

    override func recycle(_ view: CollectionReusableView) {
        super.recycle(view)
        program?.reach(.recycle)
    }

    override func remove(_ view: CollectionReusableView) {
        super.remove(view)
        program?.reach(.remove)
    }

    override func contentDidChange(_ change: ContentChange) {
        super.contentDidChange(change)
        program?.reach(.contentChange)
    }

    override func run(_ animations: [ElementAnimation], completion: @escaping @MainActor () -> Void) {
        super.run(animations, completion: completion)
        program?.reach(.run)
    }

    /// Draws frames.
    func draw(_ count: Int = 1, interval: Double = 0.016) {
        for _ in 0..<count {
            time += interval
            frame(at: time)
        }
    }

    /// The fault that is seen when the content is at rest; nil if there is none.
    func faultAtRest() -> String? {
        // Someone else can have scrolled it beyond its ends.
        let wasInside = offsetRange.contains(offset)
        draw(600, interval: 0.1)
        guard !isScrolling, overscroll == 0 else { return "the content moves for a minute" }
        guard !wasInside || offsetRange.contains(offset) else {
            return "the content is at rest at \(offset), outside \(offsetRange)"
        }
        let drawn = Set(viewsInDrawingOrder.map { ObjectIdentifier($0.view) })
        guard drawn == Set(list.visibleViews.map { ObjectIdentifier($0) }) else {
            return "\(drawn.count) views are drawn, \(list.visibleViews.count) are shown"
        }
        return nil
    }
}
