// The text of a content for assistive technologies. The words are those of ``ListText``.

extension ItemContent {
    @MainActor
    var accessibility: AccessibilityDescription {
        AccessibilityDescription(label: accessibilityLabel ?? title, value: accessibilityValue ?? composedValue)
    }

    private var composedValue: String? {
        var parts = [subtitle, trailing, badge, mark?.word]
        if let shownProgress { parts.append("\(Int((shownProgress * 100).rounded())) %") }
        for accessory in accessories { parts.append(accessory.stateWord) }
        let words = parts.compactMap(\.self).filter { !$0.isEmpty }
        return words.isEmpty ? nil : words.joined(separator: ", ")
    }
}

extension ItemMark {
    fileprivate var word: String {
        switch self {
        case .unread: ListText.isUnread.text
        case .checked: ListText.isChecked.text
        case .unchecked: ListText.isNotChecked.text
        }
    }
}

extension ItemAccessory {
    fileprivate var stateWord: String? {
        switch kind {
        case .toggle(let isOn): isOn ? ListText.isOn.text : ListText.isOff.text
        case .checkmark: ListText.isChecked.text
        case .entry(let text, let placeholder): text.isEmpty ? placeholder : text
        default: nil
        }
    }

    /// The name of what the accessory does. Nil if it does nothing when it is pressed.
    func actionName(_ outline: OutlineState?) -> String? {
        guard isEnabled else { return nil }
        let name: String? =
            switch kind {
            case .toggle: ListText.turnSwitch.text
            case .button(let title): title
            case .delete: ListText.delete.text
            case .insert: ListText.insert.text
            case .outline: outline.map { $0.isExpanded ? ListText.collapse.text : ListText.expand.text }
            case .disclosure, .checkmark, .entry, .reorder, .selection, .activity: nil
            }
        return name.map { accessibilityLabel ?? $0 }
    }
}
