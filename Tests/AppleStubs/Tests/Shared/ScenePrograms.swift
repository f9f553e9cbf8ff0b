#if LISTENGINE_APPKIT
    import AppKit
    import ListEngineAppKit
#else
    import ListEngineUIKit
    import UIKit
#endif

// MARK: Programs

@MainActor
final class Ornament: CollectionReusableView, OrnamentView {
    var ornament = ListOrnament.line(nil) { didSet { if ornament != oldValue { ornamentDidChange() } } }
}

@MainActor
final class Activity: CollectionReusableView, OrnamentView {
    var ornament = ListOrnament.activity(isRunning: false) {
        didSet { if ornament != oldValue { ornamentDidChange() } }
    }
}

@MainActor
final class Pages: CollectionReusableView, OrnamentView {
    var ornament = ListOrnament.pages(count: 0, current: 0) {
        didSet { if ornament != oldValue { ornamentDidChange() } }
    }
}

/// A cell with its own view: an x for each of a count, 10 points wide, in lines of 20.
@MainActor
final class OwnCell: CollectionViewCell {
    private let label = OwnView(frame: .zero)
    var count = 0 { didSet { label.count = count } }
}

#if LISTENGINE_APPKIT
    extension OwnCell: NSViewMaking {
        func makeNSView() -> NSView { label }
    }

    @MainActor
    final class OwnView: NSView {
        var count = 0
        override var fittingSize: NSSize {
            let width = CGFloat(count) * 10
            guard frame.height < frame.width else { return NSSize(width: width, height: frame.height) }
            return NSSize(width: min(width, frame.width), height: (width / max(1, frame.width)).rounded(.up) * 20)
        }
    }
#else
    extension OwnCell: UIViewMaking {
        func makeUIView() -> UIView { label }
    }

    @MainActor
    final class OwnView: UIView {
        var count = 0
        override func systemLayoutSizeFitting(
            _ targetSize: CGSize, withHorizontalFittingPriority horizontal: UILayoutPriority,
            verticalFittingPriority vertical: UILayoutPriority
        ) -> CGSize {
            let width = CGFloat(count) * 10
            if horizontal == .required {
                return CGSize(width: targetSize.width, height: (width / max(1, targetSize.width)).rounded(.up) * 20)
            }
            return CGSize(width: width, height: vertical == .required ? targetSize.height : 20)
        }
    }
#endif

/// A cell of the program that shows its own field while its title is edited.
@MainActor
final class RenamedCell: CollectionViewCell {
    private let content = StageView(frame: .zero)
    private var field: StageField?

    override var showsFieldEdit: Bool { true }
    override var fieldState: FieldState {
        didSet {
            #if !LISTENGINE_APPKIT
                field?.resignFirstResponder()
            #endif
            field?.removeFromSuperview()
            field = nil
            guard fieldState.contains(.edited), let list = collectionView, let edit = list.fieldEdit else { return }
            let field = RenamedField(frame: CGRect(x: 0, y: 0, width: 100, height: 30))
            self.field = field
            content.addSubview(field)
            field.show(edit.text, of: list)
        }
    }
}

#if LISTENGINE_APPKIT
    extension RenamedCell: NSViewMaking {
        func makeNSView() -> NSView { content }
    }

    @MainActor
    private final class RenamedField: NSTextField, NSTextFieldDelegate {
        private weak var list: CollectionView?

        func show(_ text: String, of list: CollectionView) {
            self.list = list
            stringValue = text
            delegate = self
            setAction { [weak list] in _ = list?.hostEndFieldEdit() }
            window?.makeFirstResponder(self)
        }
        func controlTextDidChange(_ obj: Notification) { list?.hostChangeFieldEdit(stringValue) }
    }
#else
    extension RenamedCell: UIViewMaking {
        func makeUIView() -> UIView { content }
    }

    @MainActor
    private final class RenamedField: UITextField {
        func show(_ text: String, of list: CollectionView) {
            self.text = text
            addAction(
                UIAction { [weak self, weak list] _ in list?.hostChangeFieldEdit(self?.text ?? "") },
                for: .editingChanged)
            addAction(UIAction { [weak list] _ in _ = list?.hostEndFieldEdit() }, for: .editingDidEndOnExit)
            becomeFirstResponder()
        }
    }
#endif

@MainActor
final class SceneSwipes: CollectionViewDelegate {
    var log: [String] = []

    private func action(
        _ title: String, image: ItemImage? = nil, color: ItemColor? = nil, isDestructive: Bool = false
    ) -> CollectionSwipeAction {
        var action = CollectionSwipeAction(isDestructive ? .destructive : .normal, title: title) {
            [weak self] _, path, completion in
            self?.log.append("\(title) \(path)")
            completion(true)
        }
        (action.image, action.color) = (image, color)
        return action
    }

    func collectionView(
        _ list: CollectionView, trailingSwipeActionsForItemAt indexPath: IndexPath
    ) -> CollectionSwipeActions? {
        CollectionSwipeActions([
            action("Delete it", isDestructive: true), action("Flag", image: .icon("flag"), color: .warning),
            action("More"),
        ])
    }

    func collectionView(
        _ list: CollectionView, leadingSwipeActionsForItemAt indexPath: IndexPath
    ) -> CollectionSwipeActions? { CollectionSwipeActions([action("Read", color: .success)]) }
}
