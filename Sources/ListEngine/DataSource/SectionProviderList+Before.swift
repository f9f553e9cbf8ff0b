extension SectionProviderList {
    /// What left is being told where it was.
    var isEndingWhatWas: Bool { collectionView?.isEndingWhatWas == true }

    /// The sections of a provider as index paths count them that it is being told of: what has left counts as before.
    func sectionsAsTold(of provider: any SectionProvider) -> Range<Int>? {
        guard isEndingWhatWas else { return sections(of: provider) }
        return indicesBefore[ObjectIdentifier(provider)].map { mapBefore.sections(ofPart: $0) }
    }
}
