import Foundation
import ListEngineDiff
import ListEngineLayout

/// A section of a list of sections whose items another provider shows, such as the rows of a source. The provider may own several sections.
package final class ProviderSection: ListSection {
    package weak var context: ListContext?
    package let listIdentifier: String
    package let items: [String] = []
    let provider: any SectionProvider

    package init(_ listIdentifier: String, _ provider: any SectionProvider) {
        self.listIdentifier = listIdentifier
        self.provider = provider
    }

    package func itemIdentifier(of item: String) -> String { item }
    package func cell(for itemIdentifier: String, at indexPath: IndexPath) -> CollectionViewCell? { nil }
}

/// A ``ProviderSection`` in a list. The list calls the provider for its sections, and never this object.
@MainActor
final class EmbeddedSection: AnyListedSection {
    let identifier: String
    private var section: ProviderSection
    private weak var list: SectionProviderList?

    init(_ section: ProviderSection, in list: SectionProviderList) {
        self.section = section
        self.list = list
        identifier = section.listIdentifier
    }

    var object: any ListSection { section }
    var provider: any SectionProvider { section.provider }
    var index: Int? { list?.sections(of: section.provider)?.first }

    func adopt(_ other: any ListSection) -> Bool {
        guard let other = other as? ProviderSection, other.provider === section.provider else { return false }
        section = other
        return true
    }

    /// The provider shows its changes itself.
    func displayHeld() -> SnapshotChangeset? { nil }
    func preparation(of other: any ListSection, style: SectionRecipe?) -> SectionPreparation? { nil }
    func display(_ prepared: any PreparedSection) -> SnapshotChangeset? { nil }
    var measuredItems: [Int] { [] }
    var asksEachSize: Bool { false }
    func loadHeld() {}
    func identifier<Identifier>(ofItem item: Int, as type: Identifier.Type) -> Identifier? { nil }
    func position<Identifier>(ofItem identifier: Identifier) -> Int? { nil }
    func forgetBefore() {}

    func configureOutdatedCells() {}

    /// Configures the visible cells again.
    func refill(in update: inout SectionProviderList.Update) {
        guard let list, let view = list.collectionView, let sections = list.sections(of: provider) else { return }
        for element in view.display.elements {
            let path = element.key.path
            guard path.category == .item, sections.contains(path.section) else { continue }
            update.reconfigure(provider, section: path.section - sections.lowerBound, items: [path.item])
        }
    }

    func configureVisibleSupplementaryViews(outdatedOnly: Bool, _ isMeant: (ElementKind) -> Bool) {
        guard let list, let sections = list.sections(of: provider) else { return }
        for section in sections {
            list.collectionView?.reconfigureSupplementaryViews(
                inSection: section, outdatedOnly: outdatedOnly, isMeant)
        }
    }

    func impression(ofItem item: Int) -> (@MainActor () -> Void)? { nil }

    func collectionView(_ collectionView: CollectionView, numberOfItemsInSection section: Int) -> Int { 0 }
    func collectionView(_ collectionView: CollectionView, cellForItemAt indexPath: IndexPath) -> CollectionViewCell {
        PlaceholderCell()
    }
}
