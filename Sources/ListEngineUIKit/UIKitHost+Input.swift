#if canImport(UIKit)
    import ListEngine
    import ListEngineAdapters
    import UIKit

    /// The state of touches and of typing.
    @MainActor
    final class UIKitInput {
        var touch: UITouch?
        let gestures = UIKitGestures()
        let drags = UIKitDrags()
        let index = IndexStripView(frame: .zero)
        let swiped = SwipedRowView(frame: .zero)
        var refresh: UIRefreshControl?
        /// Whether a section was beyond an end in the last frame.
        private var wasBeyondEnds = false
        /// The field in which the user types.
        weak var field: UIView?
        /// A touch on a row that was swiped aside. If the user does not move the row, it closes.
        weak var closingTouch: UITouch?
        // Observers can be removed on any thread.
        private nonisolated(unsafe) var observers: [any NSObjectProtocol] = []

        /// A cell in which the user types stays when it leaves the screen, with its views.
        func observe(_ host: UIKitHost) {
            let center = NotificationCenter.default
            for name in [UITextField.textDidBeginEditingNotification, UITextView.textDidBeginEditingNotification] {
                observers.append(
                    center.addObserver(forName: name, object: nil, queue: nil) { [weak host] notification in
                        let field = SentView(notification.object)
                        MainActor.assumeIsolated { host?.hold(field.view) }
                    })
            }
            for name in [UITextField.textDidEndEditingNotification, UITextView.textDidEndEditingNotification] {
                observers.append(
                    center.addObserver(forName: name, object: nil, queue: nil) { [weak host] notification in
                        let field = SentView(notification.object)
                        MainActor.assumeIsolated { host?.release(field.view) }
                    })
            }
        }

        func afterFrame(_ host: UIKitHost) {
            host.showSectionsBeyondEnds(&wasBeyondEnds)
            swiped.afterFrame(host, at: FrameClock.now)
            host.showRefreshing()
            index.show(host.showsIndex, in: host.view, at: host.view.bounds, of: host.list)
            drags.afterFrame(host)
            for case let cell as ContentCell in host.list.visibleViews {
                (cell.hostView as? ContentPartsView)?.showState(of: cell)
            }
            // VoiceOver reads what it has read before, unless the views say otherwise.
            if UIAccessibility.isVoiceOverRunning { host.describeViews() }
        }

        nonisolated deinit { for observer in observers { NotificationCenter.default.removeObserver(observer) } }
    }

    /// The object of a notification that UIKit posts on the main thread.
    private struct SentView: @unchecked Sendable {
        let object: Any?
        init(_ object: Any?) { self.object = object }
        @MainActor var view: UIView? { object as? UIView }
    }

    extension UIKitHost: ToolkitHost {
        package var isInWindow: Bool { view.window != nil }
    }

    // Touches, keys, focus and typing, as UIKit reports them.
    extension UIKitHost {
        func began(_ touches: Set<UITouch>, _ event: UIEvent?) {
            // A touch of a view that was removed has ended without notice.
            if let old = input.touch, old.view?.isDescendant(of: view) != true { report(.cancelled, [old], nil) }
            guard input.touch == nil else { return }
            if let touch = touches.first, let row = input.swiped.cell?.hostView as? UIView, list.swipe != nil,
                touch.view?.isDescendant(of: row) == true
            {
                input.closingTouch = touch
                return
            }
            input.touch = touches.first
            report(.began, touches, event)
        }

        func report(_ phase: CollectionViewTouch.Phase, _ touches: Set<UITouch>, _ event: UIEvent?) {
            if let closing = input.closingTouch, touches.contains(closing), phase == .ended || phase == .cancelled {
                input.closingTouch = nil
                if phase == .ended { list.closeSwipe() }
            }
            guard let touch = input.touch, touches.contains(touch) else { return }
            if phase == .ended || phase == .cancelled { input.touch = nil }
            var reported = CollectionViewTouch(phase, at: touch.location(in: view))
            reported.clickCount = touch.tapCount
            reported.modifiers = InputModifiers(event?.modifierFlags ?? [])
            if touch.type == .indirectPointer { reported.pointer = .mouse }
            list.hostTouch(reported)
        }

        /// Returns the presses that the list did not handle.
        func unhandled(_ presses: Set<UIPress>) -> Set<UIPress> {
            presses.filter { press in
                guard let key = press.key else { return true }
                if key.keyCode == .keyboardEscape {
                    return list.fieldEdit == nil || !list.hostEndFieldEdit(cancelled: true)
                }
                // The user types. Keys of the list would change it under the field.
                if input.field?.isFirstResponder == true { return true }
                if let direction = Self.moveDirection(key) {
                    return key.modifierFlags.contains(.shift)
                        ? !list.hostMoveSection(toward: direction) : !list.hostMoveItems(toward: direction)
                }
                if let shortcut = Self.shortcut(key), list.hostPerform(shortcut) { return false }
                if key.modifierFlags.contains(.command) {
                    switch key.characters.lowercased() {
                    case "a":
                        return !(key.modifierFlags.contains(.shift) ? list.hostDeselectAll() : list.hostSelectAll())
                    default: if key.keyCode.isCharacter { return true }
                    }
                }
                var isHandled = false
                for pressed in Self.keys(of: key) {
                    isHandled = self.press(pressed, modifiers: InputModifiers(key.modifierFlags)) || isHandled
                }
                return !isHandled
            }
        }

        /// The arrow keys with alt move items, and with shift as well the section.
        private static func moveDirection(_ key: UIKey) -> MoveDirection? {
            guard key.modifierFlags.contains(.alternate) else { return nil }
            switch key.keyCode {
            case .keyboardUpArrow: return .up
            case .keyboardDownArrow: return .down
            case .keyboardLeftArrow: return .left
            case .keyboardRightArrow: return .right
            default: return nil
            }
        }

        /// The keys as a shortcut of a menu: delete, F2, and characters with command or alt. Others are typed.
        private static func shortcut(_ key: UIKey) -> ItemShortcut? {
            var held: ItemShortcut.Modifiers = []
            if key.modifierFlags.contains(.shift) { held.insert(.shift) }
            if key.modifierFlags.contains(.alternate) { held.insert(.alt) }
            if key.modifierFlags.contains(.command) { held.insert(.control) }
            switch key.keyCode {
            case .keyboardDeleteForward, .keyboardDeleteOrBackspace: return ItemShortcut(.delete, held)
            case .keyboardF2: return ItemShortcut(.function(2), held)
            default:
                guard key.keyCode.isCharacter, !held.subtracting(.shift).isEmpty, let character = key.characters.first
                else { return nil }
                return ItemShortcut(.character(character), held)
            }
        }

        private static func keys(of key: UIKey) -> [CollectionViewKey] {
            switch key.keyCode {
            case .keyboardUpArrow: [.up]
            case .keyboardDownArrow: [.down]
            case .keyboardLeftArrow: [.left]
            case .keyboardRightArrow: [.right]
            case .keyboardPageUp: [.pageUp]
            case .keyboardPageDown: [.pageDown]
            case .keyboardHome: [.home]
            case .keyboardEnd: [.end]
            case .keyboardF2: [.edit]
            case .keyboardReturnOrEnter, .keyboardSpacebar: [.select]
            case .keyboardTab: [key.modifierFlags.contains(.shift) ? .previous : .next]
            // Keys without characters have names.
            default: key.characters.hasPrefix("UIKeyInput") ? [] : key.characters.map { .character($0) }
            }
        }

        var focusedView: UIView? {
            list.focusedIndexPath.flatMap { list.cellForItem(at: $0)?.hostView as? UIView }
        }

        /// The item whose view receives the system's focus receives the list's.
        func didMoveFocus(to view: UIView) {
            if let cell = cell(around: view) { list.focusedIndexPath = cell.layoutAttributes?.indexPath }
        }

        private func cell(around view: UIView) -> CollectionViewCell? {
            list.visibleCells.first { ($0.hostView as? UIView).map(view.isDescendant) == true }
        }

        /// The user types in a view.
        fileprivate func hold(_ field: UIView?) {
            guard let field, field.isDescendant(of: canvas) else { return }
            input.field = field
            guard let cell = cell(around: field) else { return }
            list.heldItem = list.indexPath(for: cell)
        }

        fileprivate func release(_ field: UIView?) {
            if input.field === field { input.field = nil }
            guard let field, field.isDescendant(of: canvas), let cell = cell(around: field),
                list.heldItem == list.indexPath(for: cell)
            else { return }
            list.heldItem = nil
        }
    }

    extension InputModifiers {
        init(_ flags: UIKeyModifierFlags) {
            self = []
            if flags.contains(.shift) { insert(.extend) }
            if flags.contains(.command) { insert(.toggle) }
        }
    }

    extension UIKeyboardHIDUsage {
        /// Whether the key types a character.
        fileprivate var isCharacter: Bool {
            switch self {
            case .keyboardUpArrow, .keyboardDownArrow, .keyboardLeftArrow, .keyboardRightArrow, .keyboardPageUp,
                .keyboardPageDown, .keyboardHome, .keyboardEnd, .keyboardReturnOrEnter, .keyboardSpacebar, .keyboardTab,
                .keyboardF2, .keyboardDeleteForward, .keyboardDeleteOrBackspace, .keyboardEscape:
                false
            default: true
            }
        }
    }
#endif
