extension SectionProviderList {
    /// Whether user code is being notified with the index paths from before the change.
    package var isNotifyingOfBefore: Bool { notification?.isOfBefore == true }

    /// The sections of a provider; nil if it is not in the list.
    func sections(of provider: ObjectIdentifier) -> Range<Int>? {
        guard let part = indices[provider] else { return nil }
        return map.sections(ofPart: part)
    }

    /// The sections of a provider in the index paths of the current notification: the old ones if the notification
    /// uses the index paths from before the change.
    func sectionsInNotification(of provider: ObjectIdentifier) -> Range<Int>? {
        guard isNotifyingOfBefore else { return sections(of: provider) }
        return before.indices[provider].map { before.map.sections(ofPart: $0) }
    }
}
