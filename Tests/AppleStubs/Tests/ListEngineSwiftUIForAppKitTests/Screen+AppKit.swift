import AppKit
import ListEngineSwiftUI
import SwiftUI

/// A window of AppKit. That of UIKit, with which the same tests run, is in Screen+UIKit.swift.
@MainActor
final class Screen<Root: View> {
    let window = NSWindow()
    let mouse: Mouse
    private let hosting: NSHostingView<Root>
    private var scroll: NSScrollView { all(NSScrollView.self, in: hosting)[0] }

    enum Key { case down, delete, activate }

    init(_ root: Root, size: CGSize = CGSize(width: 320, height: 480)) {
        hosting = NSHostingView(rootView: root)
        hosting.frame.size = size
        let content = NSView(frame: CGRect(x: 0, y: 0, width: 320, height: 480))
        content.addSubview(hosting)
        window.contentView = content
        mouse = Mouse(in: window)
        hosting.update()
        settle()
    }

    var root: Root {
        get { hosting.rootView }
        set { hosting.rootView = newValue }
    }
    var hierarchy: HostedHierarchy { hosting.hierarchy }
    var isListGone: Bool { all(NSScrollView.self, in: hosting).isEmpty }
    var isRightToLeft: Bool { scroll.userInterfaceLayoutDirection == .rightToLeft }
    var contentHeight: CGFloat { scroll.documentView?.frame.height ?? 0 }
    var offset: CGFloat {
        get { scroll.documentVisibleRect.minY }
        set { scroll.contentView.scroll(to: CGPoint(x: 0, y: newValue)) }
    }

    func resize(_ size: CGSize) { hosting.frame.size = size }

    /// SwiftUI updates, AppKit lays out, and what the list reports later arrives.
    func update() async {
        hosting.update()
        settle()
        await later()
    }

    func settle() {
        for _ in 0..<3 { window.contentView?.layoutSubtreeIfNeeded() }
        NSAnimationContext.finishAnimations()
        window.contentView?.layoutSubtreeIfNeeded()
    }

    /// The list lays out, and what it reports after that arrives.
    func later() async {
        settle()
        for _ in 0..<20 { await Task.yield() }
        settle()
    }

    private func all<Kind: NSView>(_ type: Kind.Type, in view: NSView) -> [Kind] {
        view.isHidden ? [] : (view as? Kind).map { [$0] } ?? view.subviews.flatMap { all(type, in: $0) }
    }

    var hostedRows: [HostedRow] { all(HostedRow.self, in: hosting) }

    /// The rows on the screen, from top to bottom. The origin of a window is at the bottom.
    var rows: [(text: String, frame: CGRect)] {
        hostedRows.map { row in
            let frame = row.convert(row.bounds, to: nil)
            return (row.text, CGRect(x: frame.minX, y: 480 - frame.maxY, width: frame.width, height: frame.height))
        }
        .filter { $0.frame.intersects(CGRect(x: 0, y: 0, width: 320, height: 480)) }
        .sorted { $0.frame.minY < $1.frame.minY }
    }

    func top(of text: String) -> CGFloat? { rows.first { $0.text == text }?.frame.minY }

    func isSelected(_ row: HostedRow) -> Bool { row.described.isSelected }

    func tap(_ x: CGFloat, _ y: CGFloat) { mouse.click(at: CGPoint(x: x, y: y)) }

    /// The user selects or deselects a row, and keeps the others.
    func add(_ x: CGFloat, _ y: CGFloat) {
        mouse.modifiers = .command
        tap(x, y)
        mouse.modifiers = []
    }

    /// The user wants the primary action of a row.
    func open(_ x: CGFloat, _ y: CGFloat) {
        tap(x, y)
        mouse.click(at: CGPoint(x: x, y: y), clicks: 2)
    }

    func slide(from start: CGPoint, to end: CGPoint) {
        mouse.press(at: start)
        mouse.move(to: end)
        mouse.release()
    }

    /// Keys go to the list, as after a click in it.
    func press(_ key: Key, moving: Bool = false) {
        window.makeFirstResponder(scroll.documentView)
        let special: NSEvent.SpecialKey =
            switch key {
            case .down: .downArrow
            case .delete: .deleteForward
            case .activate: .carriageReturn
            }
        mouse.modifiers = moving ? .option : []
        mouse.key(special)
        mouse.modifiers = []
    }
}
