#if canImport(UIKit)
    import ListEngine
    import UIKit

    /// The view of an accessory of a ready-made cell.
    @MainActor
    final class AccessoryUIView {
        let view: UIView
        private(set) var shown: ItemAccessory.Kind
        private(set) var index = 0

        /// - Parameter change: Called when the user changes the control.
        init(
            _ accessory: ItemAccessory, change: @escaping @MainActor (AccessoryUIView, ItemAccessory.Change) -> Void
        ) {
            shown = accessory.kind
            weak var made: AccessoryUIView?
            let report: @MainActor (ItemAccessory.Change) -> Void = { if let made { change(made, $0) } }
            switch accessory.kind {
            case .toggle:
                let control = UISwitch(frame: .zero)
                control.addAction(
                    UIAction { [weak control] _ in
                        if let control { report(.switched(isOn: control.isOn)) }
                    }, for: .valueChanged)
                view = control
            case .entry:
                let field = UITextField(frame: .zero)
                field.font = .preferredFont(forTextStyle: .body)
                field.adjustsFontForContentSizeCategory = true
                field.addAction(
                    UIAction { [weak field] _ in
                        if let field { report(.edited(text: field.text ?? "")) }
                    }, for: .editingChanged)
                view = field
            case .button, .delete, .insert, .selection, .outline:
                view = UIButton(type: .system, primaryAction: UIAction { _ in report(.pressed) })
            case .activity: view = UIActivityIndicatorView(style: .medium)
            case .disclosure, .checkmark, .reorder: view = UIImageView(frame: .zero)
            }
            made = self
        }

        func canShow(_ accessory: ItemAccessory) -> Bool {
            switch (shown, accessory.kind) {
            case (.toggle, .toggle), (.entry, .entry), (.button, .button): true
            default: shown == accessory.kind
            }
        }

        func show(_ accessory: ItemAccessory, index: Int, isSelected: Bool) {
            shown = accessory.kind
            self.index = index
            (view as? UIControl)?.isEnabled = accessory.isEnabled
            view.accessibilityLabel = accessory.accessibilityLabel
            switch accessory.kind {
            case .toggle(let isOn): (view as? UISwitch)?.setOn(isOn, animated: false)
            case .entry(let text, let placeholder):
                let field = view as? UITextField
                // The text that the user has typed is not set again, which would move the cursor.
                if field?.text != text { field?.text = text }
                field?.placeholder = placeholder
            case .button(let title): (view as? UIButton)?.setTitle(title, for: .normal)
            case .delete: showSymbol("minus.circle.fill", .systemRed)
            case .insert: showSymbol("plus.circle.fill", .systemGreen)
            case .selection: showSymbol(isSelected ? "checkmark.circle.fill" : "circle", .tintColor)
            case .activity: (view as? UIActivityIndicatorView)?.startAnimating()
            case .disclosure: showSymbol("chevron.forward", .secondaryLabel)
            case .checkmark: showSymbol("checkmark", .tintColor)
            case .reorder: showSymbol("line.3.horizontal", .secondaryLabel)
            case .outline: break
            }
        }

        private func showSymbol(_ name: String, _ tint: UIColor) {
            let image = UIImage(systemName: name)
            (view as? UIButton)?.setImage(image, for: .normal)
            (view as? UIImageView)?.image = image
            view.tintColor = tint
        }
    }

    /// The field in which the user edits a title.
    @MainActor
    final class TitleUIField: UITextField {
        init(_ text: String, in list: CollectionView) {
            super.init(frame: .zero)
            self.text = text
            font = .preferredFont(forTextStyle: .body)
            adjustsFontForContentSizeCategory = true
            addAction(
                UIAction { [weak self, weak list] _ in list?.hostChangeFieldEdit(self?.text ?? "") },
                for: .editingChanged)
            // The return key.
            addAction(UIAction { [weak list] _ in _ = list?.hostEndFieldEdit() }, for: .editingDidEndOnExit)
        }

        required init?(coder: NSCoder) { nil }
    }
#endif
