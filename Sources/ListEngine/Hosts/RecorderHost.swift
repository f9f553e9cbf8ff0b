import Foundation
import ListEngineLayout

/// A host that does not draw, but records each call as a line of text.
///
///     let recorder = RecorderHost()
///     collectionView.host = recorder
///     collectionView.layoutIfNeeded()
///     print(recorder.take().joined(separator: "\n"))
///
/// The names of views consist of a letter and a number, in the order in which they were created: `c1` is a cell, `v2`
/// another view.
/// Frames are in points of the content: `0,40 320x40`.
@MainActor
public final class RecorderHost: CollectionViewHost {
    /// A view of this host, which only has a name.
    public final class View {
        public let name: String
        init(name: String) { self.name = name }
    }

    /// The recorded lines, oldest first.
    public private(set) var log: [String] = []

    /// The changes of the content since the last ``take()``, oldest first.
    public private(set) var contentChanges: [ContentChange] = []

    /// Whether ``requestFrame()`` was called since the last ``take()``.
    public private(set) var wantsFrame = false

    /// Returns the size that a view needs; nil means that the host cannot measure it.
    public var sizes: (@MainActor (CollectionReusableView, CGSize) -> CGSize?)?

    /// Whether the host performs smooth scrolls. The program then calls ``CollectionView/hostDidScroll(to:)``.
    public var scrollsSmoothly = false

    /// The names and placements of the views on screen.
    public private(set) var screen: [String: CGRect] = [:]

    private var count = 0

    public init() {}

    /// Returns the log and empties it.
    public func take() -> [String] {
        defer {
            log = []
            contentChanges = []
            wantsFrame = false
        }
        return log
    }

    /// Records a line, so that a program's own calls appear among those of the collection view.
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

    /// The running animations; ``endAnimations()`` ends them.
    public private(set) var running: [@MainActor () -> Void] = []

    /// Whether animations run until ``endAnimations()``. Otherwise they end immediately.
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
