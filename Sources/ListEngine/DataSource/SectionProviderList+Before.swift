extension SectionProviderList {
    /// What left is being told where it was.
    var isEndingWhatWas: Bool { collectionView?.isEndingWhatWas == true }

    /// The sections of a provider; nil where it is not in the list.
    func sections(of provider: ObjectIdentifier) -> Range<Int>? {
        guard let part = indices[provider] else { return nil }
        return map.sections(ofPart: part)
    }

    /// The sections of a provider as index paths count them that it is being told of: what has left counts as before.
    func sectionsAsTold(of provider: ObjectIdentifier) -> Range<Int>? {
        guard isEndingWhatWas else { return sections(of: provider) }
        return indicesBefore[provider].map { mapBefore.sections(ofPart: $0) }
    }
}
