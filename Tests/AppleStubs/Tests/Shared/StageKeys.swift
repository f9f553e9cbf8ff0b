import Testing

#if LISTENGINE_APPKIT
    import AppKit
    import ListEngineAppKit
#else
    import ListEngineUIKit
    import UIKit
#endif

/// Keys that both toolkits have.
enum StageKey: CaseIterable {
    case up, down, left, right, pageUp, pageDown, home, end, f2, enter, tab, delete, forwardDelete, escape, space,
        character
}

enum Held: CaseIterable { case shift, option, command }

extension Stage {
    /// Presses a key. Returns whether the list has used it.
    @discardableResult
    func key(_ key: StageKey, _ characters: String = "x", _ held: Set<Held> = []) -> Bool {
        #if LISTENGINE_APPKIT
            if window.firstResponder == nil { window.makeFirstResponder(content) }
            let special: [StageKey: NSEvent.SpecialKey] = [
                .up: .upArrow, .down: .downArrow, .left: .leftArrow, .right: .rightArrow, .pageUp: .pageUp,
                .pageDown: .pageDown, .home: .home, .end: .end, .f2: .f2, .enter: .carriageReturn,
                .tab: held.contains(.shift) ? .backTab : .tab, .delete: .delete, .forwardDelete: .deleteForward,
            ]
            let typed: [StageKey: String] = [.escape: "\u{1B}", .space: " ", .character: characters]
            let flags: [Held: NSEvent.ModifierFlags] = [.shift: .shift, .option: .option, .command: .command]
            mouse.modifiers = held.reduce(into: []) { $0.formUnion(flags[$1] ?? []) }
            root.unused = 0
            mouse.key(special[key], typed[key] ?? "")
            mouse.modifiers = []
        #else
            let codes: [StageKey: UIKeyboardHIDUsage] = [
                .up: .keyboardUpArrow, .down: .keyboardDownArrow, .left: .keyboardLeftArrow,
                .right: .keyboardRightArrow, .pageUp: .keyboardPageUp, .pageDown: .keyboardPageDown,
                .home: .keyboardHome, .end: .keyboardEnd, .f2: .keyboardF2, .enter: .keyboardReturnOrEnter,
                .tab: .keyboardTab, .delete: .keyboardDeleteOrBackspace, .forwardDelete: .keyboardDeleteForward,
                .escape: .keyboardEscape, .space: .keyboardSpacebar, .character: .keyboardA,
            ]
            let typed: [StageKey: String] = [.escape: "UIKeyInputEscape", .space: " ", .character: characters]
            let flags: [Held: UIKeyModifierFlags] = [.shift: .shift, .option: .alternate, .command: .command]
            let modifiers = held.reduce(into: UIKeyModifierFlags()) { $0.formUnion(flags[$1] ?? []) }
            let responder = typedField ?? host.view
            root.unused = 0
            responder.pressesBegan([UIPress(UIKey(codes[key]!, typed[key] ?? "", modifiers))], with: nil)
        #endif
        layOut()
        return root.unused == 0
    }

    /// The field in which the user types.
    var typedField: StageField? {
        func find(_ view: StageView) -> StageField? {
            #if LISTENGINE_APPKIT
                if let field = view as? NSTextField, window.firstResponder === field { return field }
            #else
                if let field = view as? UITextField, field.isFirstResponder { return field }
            #endif
            return view.subviews.lazy.compactMap { find($0) }.first
        }
        return find(content)
    }
}

#if LISTENGINE_APPKIT
    typealias StageField = NSTextField

    /// The view around the list, which receives the keys that the list does not use.
    @MainActor
    final class StageRoot: NSView {
        var unused = 0
        override func keyDown(with event: NSEvent) { unused += 1 }
        override func cancelOperation(_ sender: Any?) { unused += 1 }
    }
    extension NSTextField {
        var shownText: String { stringValue }
    }
#else
    typealias StageField = UITextField

    /// The view around the list, which receives the keys that the list does not use.
    @MainActor
    final class StageRoot: UIView {
        var unused = 0
        override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) { unused += presses.count }
    }
    extension UITextField {
        var shownText: String { text ?? "" }
    }
#endif
