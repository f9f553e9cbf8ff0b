import Foundation
import ListEngineLayout

/// A host that draws nothing and writes down what it is told, a line each.
///
///     let recorder = RecorderHost()
///     collectionView.host = recorder
///     collectionView.layoutIfNeeded()
///     print(recorder.take().joined(separator: "\n"))
///
/// Views are called by a letter and a number, in the order in which they were made: `c1` a cell, `v2` another view.
/// Frames are in points of the content: `0,40 320x40`.
@MainActor
public final class RecorderHost: CollectionViewHost {
    /// A view of this host: its name.
    public final class View {
        public let name: String
        init(name: String) { self.name = name }
    }

    /// What happened, oldest first.
    public private(set) var log: [String] = []

    /// How changes of the content have moved the list, oldest first, since the last ``take()``.
    public private(set) var contentChanges: [ContentChange] = []

    /// Whether ``requestFrame()`` was called since the last ``take()``.
    public private(set) var wantsFrame = false

    /// Answers what a view needs; nil answers that the host cannot say.
    public var sizes: (@MainActor (CollectionReusableView, CGSize) -> CGSize?)?

    /// Takes smooth scrolls on itself; the program then calls ``CollectionView/hostDidScroll(to:)``.
    public var scrollsSmoothly = false

    /// Names and places of views that are on the screen now.
    public private(set) var screen: [String: CGRect] = [:]

    private var count = 0

    public init() {}

    /// The log so far; it is empty afterwards.
    public func take() -> [String] {
        defer {
            log = []
            contentChanges = []
            wantsFrame = false
        }
        return log
    }

    /// Writes a line, so that a program's own calls stand among those of the collection view.
    public func note(_ line: String) { log.append(line) }

    /// The name of a view.
    public static func name(of view: CollectionReusableView) -> String {
        (view.hostView as? View)?.name ?? "?"
    }

    public func makeView(for view: CollectionReusableView) -> AnyObject? {
        count += 1
        let made = View(name: (view is CollectionViewCell ? "c" : "v") + "\(count)")
        log.append("make \(made.name)")
        return made
    }

    public func place(_ view: CollectionReusableView, at placement: ElementPlacement) {
        let name = Self.name(of: view)
        let frame = placement.frame.offsetBy(dx: placement.origin.x, dy: placement.origin.y)
        screen[name] = frame
        var line = "place \(name) \(view.layoutAttributes.map { "\($0.path)" } ?? "nowhere") \(Self.text(frame))"
        if placement.isHidden { line += " hidden" }
        if placement.alpha != 1 { line += " alpha \(Self.text(CGFloat(placement.alpha)))" }
        log.append(line)
    }

    public func recycle(_ view: CollectionReusableView) {
        screen[Self.name(of: view)] = nil
        log.append("recycle \(Self.name(of: view))")
    }

    public func remove(_ view: CollectionReusableView) {
        screen[Self.name(of: view)] = nil
        log.append("remove \(Self.name(of: view))")
    }

    public func measure(_ view: CollectionReusableView, fitting size: CGSize) -> CGSize? {
        guard let answer = sizes?(view, size) else { return nil }
        log.append("measure \(Self.name(of: view)) \(Self.text(answer))")
        return answer
    }

    public func setContentSize(_ size: CGSize) { log.append("content \(Self.text(size))") }

    public func setContentOffset(_ offset: CGPoint, animated: Bool) -> Bool {
        if animated, !scrollsSmoothly { return false }
        log.append("offset \(Self.text(offset))\(animated ? " smoothly" : "")")
        return animated
    }

    public func contentDidChange(_ change: ContentChange) { contentChanges.append(change) }

    /// Animations that have not ended; ``endAnimations()`` ends them.
    public private(set) var running: [@MainActor () -> Void] = []

    /// Animations run until ``endAnimations()``; otherwise they end at once.
    public var holdsAnimations = false

    public func run(_ animations: [ElementAnimation], completion: @escaping @MainActor () -> Void) {
        for animation in animations {
            let (start, end) = (animation.initial, animation.final)
            log.append(
                "\(animation.change) \(Self.name(of: animation.view)) "
                    + "\(Self.text(start.frame)) alpha \(Self.text(CGFloat(start.alpha))) -> "
                    + "\(Self.text(end.frame)) alpha \(Self.text(CGFloat(end.alpha)))")
        }
        if holdsAnimations { running.append(completion) } else { completion() }
    }

    /// Ends all animations.
    public func endAnimations() {
        let ended = running
        running = []
        for completion in ended { completion() }
    }

    public func requestFrame() { wantsFrame = true }

    public func setPlacementOrigin(_ origin: CGPoint) { log.append("origin \(Self.text(origin))") }

    public func swipe(_ cell: CollectionViewCell, _ swipe: CollectionSwipe) {
        let full = swipe.isFull ? " full" : ""
        log.append("swipe \(Self.name(of: cell)) \(swipe.phase) \(swipe.edge) \(Self.text(swipe.offset))\(full)")
    }

    // MARK: Text

    static func text(_ length: CGFloat) -> String {
        let rounded = (Double(length) * 100).rounded() / 100
        return rounded == rounded.rounded() && abs(rounded) < 1e15 ? "\(Int(rounded))" : "\(rounded)"
    }

    static func text(_ point: CGPoint) -> String { "\(text(point.x)),\(text(point.y))" }
    static func text(_ size: CGSize) -> String { "\(text(size.width))x\(text(size.height))" }
    static func text(_ frame: CGRect) -> String { "\(text(frame.origin)) \(text(frame.size))" }
}
