import Foundation
import ListEngineLayout

extension CollectionView {
    /// Called when the user has moved a section, by dragging its header or by keys. Move the section in the data and update the list, as
    /// for any other change. Without it, sections cannot be moved.
    ///
    ///     view.sectionMoveHandler = { section, target in
    ///         cities.insert(cities.remove(at: section), at: target)
    ///         render()
    ///     }
    ///
    /// The target is the index of the section after it was removed from its old place.
    public var sectionMoveHandler: (@MainActor (_ section: Int, _ target: Int) -> Void)? {
        get { reorderer.sections.handler }
        set { reorderer.sections.handler = newValue }
    }

    /// Returns whether the user can move a section. Without it, all can be moved.
    public var canMoveSection: (@MainActor (_ section: Int) -> Bool)? {
        get { reorderer.sections.permits }
        set { reorderer.sections.permits = newValue }
    }

    /// The section that the user drags by its header, and the index that it would get. Nil if there is none.
    public var movedSection: (section: Int, target: Int)? { reorderer.sections.moved }

    /// A thin rectangle between two sections, in the content, where the dragged section would be dropped. A host draws it. Nil if it would
    /// not move.
    public var sectionMoveMark: CGRect? { reorderer.sections.mark }

    /// Reports that the user begins to drag the header at a point of the content.
    /// - Returns: False if there is no header, or if its section cannot be moved.
    @discardableResult
    public func hostBeginMovingSection(at location: CGPoint) -> Bool { reorderer.sections.begin(at: location) }

    /// Reports that the user drags the header to a point of the content. Nothing else moves before it is dropped.
    public func hostMoveSection(to location: CGPoint) { reorderer.sections.move(to: location) }

    /// Reports that the user drops the section, or cancels the drag.
    /// - Returns: False if the section stays in its place.
    @discardableResult
    public func hostEndMovingSection(cancelled: Bool = false) -> Bool { reorderer.sections.end(cancelled: cancelled) }

    /// Reports that the user moves the section of the focused item by keys, by one place.
    /// - Parameter direction: Up and down, or left and right in a horizontal list. Next and previous in both.
    /// - Returns: False if it cannot be moved.
    @discardableResult
    public func hostMoveSection(toward direction: MoveDirection) -> Bool {
        let isForward =
            switch direction {
            case .down, .next: true
            case .up, .previous: false
            case .right: flowDirection == .leftToRight
            case .left: flowDirection == .rightToLeft
            }
        let isAlong =
            switch direction {
            case .up, .down: layout.scrollDirection == .vertical
            case .left, .right: layout.scrollDirection == .horizontal
            case .next, .previous: true
            }
        guard isAlong, isReadyForUser(), let section = keyboard.focus?.section else { return false }
        return reorderer.sections.move(section, by: isForward ? 1 : -1)
    }
}

/// A section that the user moves. The list shows it in its new place when the program has moved it.
@MainActor
final class SectionMoves: ViewPart {
    var handler: (@MainActor (Int, Int) -> Void)?
    var permits: (@MainActor (Int) -> Bool)?
    /// The section, and the one before which it would be dropped: the number of sections for the end.
    private var move: (section: Int, next: Int)?

    var moved: (section: Int, target: Int)? {
        move.map { ($0.section, $0.next > $0.section ? $0.next - 1 : $0.next) }
    }

    func begin(at location: CGPoint) -> Bool {
        guard list.isReadyForUser(), location.x.isFinite, location.y.isFinite else { return false }
        let header = list.display.elements.last {
            $0.key.kind == .header && $0.key.path.section != ElementPath.wholeList
                && $0.attributes.frame.contains(location)
        }
        guard let section = header?.key.path.section, begin(section) else { return false }
        list.touches.forget()
        list.touches.highlight(nil)
        list.closeSwipe()
        return move != nil
    }

    private func begin(_ section: Int) -> Bool {
        guard handler != nil, list.reorderer.reordering == nil, (0..<list.layout.numberOfSections).contains(section)
        else {
            return false
        }
        let changes = list.positions.changes
        guard permits?(section) ?? true, changes == list.positions.changes, list.isReadyForUser(),
            changes == list.positions.changes
        else { return false }
        move = (section, section)
        return true
    }

    func move(to location: CGPoint) {
        guard move != nil, location.x.isFinite, location.y.isFinite, list.isReadyForUser() else { return }
        // Waiting work can have moved or removed the section.
        guard let current = move else { return }
        let count = list.layout.numberOfSections
        let section = min(list.section(at: location, list.layout), count - 1)
        guard (0..<count).contains(section) else { return }
        let frame = list.layout.frame(ofSection: section)
        let isAfter =
            list.layout.scrollDirection == .vertical
            ? location.y > frame.midY : (location.x > frame.midX) != (list.flowDirection == .rightToLeft)
        move?.next = isAfter ? section + 1 : section
        // Both places next to the section are its own.
        if move?.next == current.section + 1 { move?.next = current.section }
        list.host?.requestFrame()
    }

    func end(cancelled: Bool) -> Bool {
        guard move != nil else { return false }
        list.host?.requestFrame()
        // Waiting work can change or remove the section.
        let isReady = list.isReadyForUser()
        let moved = moved
        move = nil
        guard !cancelled, isReady, let moved, moved.target != moved.section else { return false }
        handler?(moved.section, moved.target)
        return true
    }

    func move(_ section: Int, by step: Int) -> Bool {
        let target = section + step
        guard (0..<list.layout.numberOfSections).contains(target), begin(section) else { return false }
        move = nil
        handler?(section, target)
        list.layoutIfNeeded()
        if let focus = list.focusedIndexPath { list.scrollToItem(at: focus, at: .nearest, animated: false) }
        return true
    }

    var mark: CGRect? {
        guard let move, let moved, moved.target != moved.section, list.positions.areCurrent() else { return nil }
        let count = list.layout.numberOfSections
        guard count > 0, move.next <= count else { return nil }
        let isAtEnd = move.next == count
        let frame = list.layout.frame(ofSection: isAtEnd ? count - 1 : move.next)
        guard list.layout.scrollDirection == .horizontal else {
            return CGRect(
                x: list.geometry.bounds.minX, y: max(0, (isAtEnd ? frame.maxY : frame.minY) - 1),
                width: list.geometry.bounds.width, height: 2)
        }
        let isRight = isAtEnd != (list.flowDirection == .rightToLeft)
        return CGRect(
            x: max(0, (isRight ? frame.maxX : frame.minX) - 1), y: list.geometry.bounds.minY, width: 2,
            height: list.geometry.bounds.height)
    }

    override func follow(_ edit: SharedEdit?, _ notices: inout [PositionNotice]) {
        guard let current = move else { return }
        // The pointer says again where it is.
        move = edit?.newSection(current.section).map { (section: $0, next: $0) }
    }
}
