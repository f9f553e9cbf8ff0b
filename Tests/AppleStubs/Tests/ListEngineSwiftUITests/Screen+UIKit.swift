import ListEngineSwiftUI
import SwiftUI
import UIKit

/// A window of UIKit. That of AppKit, with which the same tests run, is in Screen+AppKit.swift.
@MainActor
final class Screen<Root: View> {
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 320, height: 480))
    private let controller: UIHostingController<Root>
    private var scroll: UIScrollView { all(UIScrollView.self, in: controller.view)[0] }

    enum Key { case down, delete, activate }

    init(_ root: Root, size: CGSize = CGSize(width: 320, height: 480)) {
        controller = UIHostingController(rootView: root)
        controller.view.frame.size = size
        window.addSubview(controller.view)
        settle()
    }

    var root: Root {
        get { controller.rootView }
        set { controller.rootView = newValue }
    }
    var hierarchy: HostedHierarchy { controller.hierarchy }
    var isListGone: Bool { all(UIScrollView.self, in: controller.view).isEmpty }
    var isRightToLeft: Bool { scroll.effectiveUserInterfaceLayoutDirection == .rightToLeft }
    var contentHeight: CGFloat { scroll.contentSize.height }
    var offset: CGFloat {
        get { scroll.contentOffset.y }
        set { scroll.contentOffset.y = newValue }
    }

    func resize(_ size: CGSize) { controller.view.frame.size = size }

    /// SwiftUI updates, UIKit lays out, and what the list reports later arrives.
    func update() async {
        controller.update()
        settle()
        await later()
    }

    func settle() {
        for _ in 0..<3 { window.layoutIfNeeded() }
        UIView.finishAnimations()
        window.layoutIfNeeded()
    }

    /// The list lays out, and what it reports after that arrives.
    func later() async {
        settle()
        for _ in 0..<20 { await Task.yield() }
        settle()
    }

    private func all<Kind: UIView>(_ type: Kind.Type, in view: UIView) -> [Kind] {
        view.isHidden ? [] : (view as? Kind).map { [$0] } ?? view.subviews.flatMap { all(type, in: $0) }
    }

    var hostedRows: [HostedRow] { all(HostedRow.self, in: controller.view) }

    /// The rows on the screen, from top to bottom.
    var rows: [(text: String, frame: CGRect)] {
        hostedRows.map { ($0.text, $0.convert($0.bounds, to: nil)) }
            .filter { $0.frame.intersects(window.bounds) }.sorted { $0.frame.minY < $1.frame.minY }
    }

    func top(of text: String) -> CGFloat? { rows.first { $0.text == text }?.frame.minY }

    func isSelected(_ row: HostedRow) -> Bool { row.superview?.accessibilityTraits.contains(.selected) == true }

    /// The user taps a point of the window.
    func tap(_ x: CGFloat, _ y: CGFloat) { slide(from: CGPoint(x: x, y: y), to: CGPoint(x: x, y: y)) }

    /// The user selects or deselects a row, and keeps the others.
    func add(_ x: CGFloat, _ y: CGFloat) { tap(x, y) }

    /// The user wants the primary action of a row.
    func open(_ x: CGFloat, _ y: CGFloat) { tap(x, y) }

    func slide(from start: CGPoint, to end: CGPoint) {
        let touch = window.touchDown(at: start)
        touch.point = end
        touch.view?.touchesEnded([touch], with: nil)
    }

    func press(_ key: Key, moving: Bool = false) {
        let code: UIKeyboardHIDUsage =
            switch key {
            case .down: .keyboardDownArrow
            case .delete: .keyboardDeleteForward
            case .activate: .keyboardReturnOrEnter
            }
        scroll.pressesBegan([UIPress(UIKey(code, "", moving ? .alternate : []))], with: nil)
    }
}
