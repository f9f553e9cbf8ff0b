import Foundation
import ListEngineLayout
import TestSupport
import Testing

@testable import ListEngine

/// A cell with a fixed length along the scroll axis, whatever the layout estimates.
final class MeasuredCell: CollectionViewCell {
    var extent: CGFloat = 0
    var isVertical = true

    override func preferredLayoutAttributes(fitting attributes: LayoutAttributes) -> LayoutAttributes {
        var fitting = attributes
        if isVertical { fitting.frame.size.height = extent } else { fitting.frame.size.width = extent }
        return fitting
    }
}

/// Sections of items with known extents, laid out by one estimate.
@MainActor
final class MeasuredList: CollectionViewDataSource {
    var extents: [[CGFloat]]
    let header: CGFloat
    let scrollDirection: ScrollDirection
    let view: CollectionView

    private final class Recipe: CollectionViewLayoutRecipe {
        let scrollDirection: ScrollDirection
        let estimate: CGFloat
        let header: CGFloat

        init(_ scrollDirection: ScrollDirection, estimate: CGFloat, header: CGFloat) {
            self.scrollDirection = scrollDirection
            self.estimate = estimate
            self.header = header
        }

        func recipe(forSection section: Int, in context: SectionLayoutContext) -> SectionRecipe {
            .list(
                count: context.itemCount, height: estimate, spacing: 2, header: header,
                pinsHeader: section % 2 == 0, estimated: true)
        }
    }

    init(
        _ extents: [[CGFloat]], estimate: CGFloat, header: CGFloat = 0, direction: ScrollDirection = .vertical,
        size: CGSize = CGSize(width: 300, height: 400)
    ) {
        self.extents = extents
        self.header = header
        scrollDirection = direction
        view = CollectionView(
            frame: CGRect(origin: .zero, size: size),
            collectionViewLayout: Recipe(direction, estimate: estimate, header: header))
        view.dataSource = self
        view.layoutIfNeeded()
    }

    /// The layout if all items were measured.
    func truth() throws -> CollectionViewLayout {
        var layout = CollectionViewLayout(size: view.bounds.size, scrollDirection: scrollDirection)
        for (section, extents) in extents.enumerated() {
            try layout.append(
                .list(
                    heights: extents.map(Double.init), spacing: 2, header: header, pinsHeader: section % 2 == 0,
                    estimated: true))
        }
        return layout
    }

    func numberOfSections(in collectionView: CollectionView) -> Int { extents.count }
    func collectionView(_ collectionView: CollectionView, numberOfItemsInSection section: Int) -> Int {
        extents[section].count
    }
    func collectionView(
        _ collectionView: CollectionView, cellForItemAt indexPath: IndexPath
    ) -> CollectionViewCell {
        let cell = collectionView.dequeueReusableCell(MeasuredCell.self, for: indexPath)
        cell.extent = extents[indexPath.section][indexPath.item]
        cell.isVertical = scrollDirection == .vertical
        return cell
    }
    func collectionView(
        _ collectionView: CollectionView, viewForSupplementaryElementOfKind kind: ElementKind, at indexPath: IndexPath
    ) -> CollectionReusableView? {
        collectionView.dequeueReusableSupplementaryView(HeaderView.self, ofKind: kind, for: indexPath)
    }

    /// The start of an item along the scroll axis, relative to the start of the visible range.
    func place(of path: ElementPath, in layout: CollectionViewLayout, at offset: CGFloat) -> CGFloat {
        layout.contentOffset(for: ScrollAnchor(path)) - offset
    }
}

/// A jump ends with the item at the requested position, after at most two rounds of measuring.
@MainActor
@Suite("Far jumps")
struct FarJumpTests {
    private static let estimates: [CGFloat] = [1, 60, 5_000]

    private static func extents(_ kind: Int, _ count: Int) -> [CGFloat] {
        var random = TestRandom(seed: UInt64(kind))
        return (0..<count).map { item in
            switch kind {
            case 0: 1
            case 1: 5_000
            case 2: item % 7 == 0 ? 5_000 : 1
            case 3: item % 3 == 0 ? 0 : 17.3
            default: CGFloat(random.fraction() * 300)
            }
        }
    }

    /// Jumps, and returns the fault in the final position of the list.
    private func fault(
        _ list: MeasuredList, to path: ElementPath, _ position: ItemScrollPosition
    ) throws -> String? {
        let view = list.view
        // A pinned header takes up room at the start.
        let covered = path.section % 2 == 0 ? list.header : 0
        let isAfter =
            list.place(of: path, in: view.layout, at: view.mainOffset) + view.mainOffsetRange.lowerBound > covered
        let (wasVisible, before) = (view.scrolling.target(showing: path, at: position) == nil, view.contentOffset)
        view.sizing.rounds = 0
        view.scrollToItem(at: path.indexPath, at: position, animated: false)
        view.layoutIfNeeded()
        if wasVisible { return view.contentOffset == before ? nil : "it was visible, but the list was scrolled" }
        if view.sizing.rounds > 2 { return "\(view.sizing.rounds) rounds" }
        let truth = try list.truth()
        var standing = position
        if position == .nearest {
            let bounds = list.scrollDirection == .vertical ? view.bounds.height : view.bounds.width
            let insets = view.adjustedContentInset
            let room =
                list.scrollDirection == .vertical
                ? bounds - insets.top - insets.bottom : bounds - insets.leading - insets.trailing
            let isLarger = list.extents[path.section][path.item] > room - covered
            standing = isAfter == isLarger ? .start : .end
        }
        let offset = truth.contentOffset(
            showingItem: path.item, inSection: path.section, at: standing, in: view.viewport)
        let wanted = list.place(of: path, in: truth, at: offset)
        let found = list.place(of: path, in: view.layout, at: view.mainOffset)
        if abs(wanted - found) > 0.001 { return "it stands at \(found), not at \(wanted)" }
        for indexPath in view.indexPathsForVisibleItems {
            let frame = view.layout.frame(ofItem: indexPath.item, inSection: indexPath.section)
            let extent = list.scrollDirection == .vertical ? frame.height : frame.width
            let real = list.extents[indexPath.section][indexPath.item]
            if abs(extent - real) > 0.001 { return "\(indexPath) is \(extent) long, not \(real)" }
        }
        return nil
    }

    private static let positions: [ItemScrollPosition] = [.start, .center, .end, .nearest]

    @Test(arguments: 0..<5) func aJumpPlacesTheItemAsRequestedWhateverTheEstimates(kind: Int) throws {
        for estimate in Self.estimates {
            for position in Self.positions {
                for item in [0, 3, 499, 750, 999] {
                    for fromEnd in [false, true] {
                        let extents = Self.extents(kind, 1_000)
                        let list = MeasuredList(
                            [Array(extents[..<500]), Array(extents[500...])], estimate: estimate, header: 30)
                        list.view.contentInset = SectionInsets(top: 25, leading: 0, bottom: 40, trailing: 0)
                        list.view.layoutIfNeeded()
                        if fromEnd {
                            let fault = try fault(list, to: .item(499, inSection: 1), .end)
                            #expect(fault == nil, "estimate \(estimate), to the end")
                        }
                        let path = ElementPath.item(item % 500, inSection: item / 500)
                        let fault = try fault(list, to: path, position)
                        #expect(fault == nil, "estimate \(estimate), \(position), item \(item), from end \(fromEnd)")
                    }
                }
            }
        }
    }

    @Test func aListThatScrollsSidewaysAndSectionsWithoutItems() throws {
        for estimate in Self.estimates {
            for position in Self.positions {
                for section in [1, 3] {
                    let extents = Self.extents(4, 300)
                    let list = MeasuredList(
                        [[], extents, [], Array(extents.reversed()), []], estimate: estimate, header: 12,
                        direction: .horizontal)
                    for item in [150, 2, 298] {
                        let fault = try fault(list, to: .item(item, inSection: section), position)
                        #expect(fault == nil, "estimate \(estimate), \(position), \(section).\(item)")
                    }
                }
            }
        }
    }

    @Test func aShortListIsMeasuredUpToBothEnds() throws {
        for estimate in Self.estimates {
            for position in Self.positions {
                let list = MeasuredList([[20, 30, 10]], estimate: estimate)
                let fault = try fault(list, to: .item(1, inSection: 0), position)
                #expect(fault == nil, "estimate \(estimate), \(position)")
            }
        }
    }

    @Test func headersCanBeScrolledTo() throws {
        for estimate in Self.estimates {
            let extents = Self.extents(4, 400)
            let list = MeasuredList([extents, extents, extents], estimate: estimate, header: 30)
            list.view.sizing.rounds = 0
            list.view.scrollToHeader(ofSection: 1, animated: false)
            list.view.layoutIfNeeded()
            #expect(list.view.sizing.rounds <= 2)
            #expect(list.view.layout.frameForHeader(inSection: 1)?.minY == list.view.contentOffset.y)
            let frames = list.view.indexPathsForVisibleItems.map {
                list.view.layout.frame(ofItem: $0.item, inSection: $0.section).height
            }
            #expect(!frames.isEmpty)
            for (indexPath, height) in zip(list.view.indexPathsForVisibleItems, frames) {
                #expect(abs(height - list.extents[indexPath.section][indexPath.item]) < 0.001)
            }
        }
    }

    @Test func randomJumpsOneAfterTheOther() throws {
        var random = TestRandom(seed: 9)
        for round in 0..<max(10, Int(LawCases.fraction * 1_000)) {
            let count = random.int(in: 1...200)
            let list = MeasuredList(
                (0..<random.int(in: 1...3)).map { _ in Self.extents(random.below(5), count) },
                estimate: random.pick(1, 10, 300, 5_000), header: random.pick(0, 20))
            for _ in 0..<6 {
                let path = ElementPath.item(random.below(count), inSection: random.below(list.extents.count))
                let position = Self.positions[random.below(4)]
                let fault = try fault(list, to: path, position)
                #expect(fault == nil, "round \(round) of seed 9: \(path), \(position)")
            }
        }
    }

    @Test(arguments: [0, 1, 2, 3, 4]) func scrollingAndTheFirstPassComeToRestSoonToo(kind: Int) throws {
        for estimate in Self.estimates {
            let list = MeasuredList([Self.extents(kind, 1_000)], estimate: estimate)
            #expect(list.view.sizing.rounds <= 4)
            list.view.sizing.rounds = 0
            list.view.contentOffset.y = list.view.contentSize.height / 2
            let first = try #require(list.view.layout.scrollAnchor(in: list.view.viewport))
            list.view.layoutIfNeeded()
            #expect(list.view.sizing.rounds <= 4)
            // The first visible item keeps its place as long as it is visible.
            let extent = list.extents[0][first.item]
            if extent > -first.distance {
                #expect(list.place(of: first.path, in: list.view.layout, at: list.view.mainOffset) == first.distance)
            }
            #expect(list.view.diagnostics.recent == [])
        }
    }

    /// Most of their items are outside of the screen.
    @Test func sectionsThatScrollIndependentlyAreNotMeasuredOnTheWay() {
        let layout = CollectionViewCompositionalLayout { section, _ in
            guard section == 1 else { return .list(itemHeight: .estimated(20)) }
            let size = CollectionLayoutSize(widthDimension: .absolute(50), heightDimension: .estimated(20))
            let item = CollectionLayoutItem(layoutSize: size)
            let row = CollectionLayoutSection(group: .horizontal(layoutSize: size, subitems: [item]))
            row.orthogonalScrollingBehavior = .continuous
            return row
        }
        let list = NameList(names(500, 200, 500), layout: layout)
        list.recorder.sizes = { _, size in CGSize(width: size.width, height: 30) }
        list.view.layoutIfNeeded()
        _ = list.recorder.take()
        list.view.scrollToItem(at: IndexPath(item: 0, section: 2), at: .end, animated: false)
        list.view.layoutIfNeeded()
        #expect(list.shown.contains("c0") && list.shown.contains("b0"))
        #expect(list.recorder.take().filter { $0.hasPrefix("measure") }.count < 20)
    }

    @Test func aSmoothScrollIsCorrectedWhenItHasEnded() throws {
        let host = RecorderHost()
        host.scrollsSmoothly = true
        let list = MeasuredList([Self.extents(4, 1_000)], estimate: 1)
        list.view.host = host
        let target = try #require(list.view.contentOffset(forItemAt: IndexPath(item: 700, section: 0), at: .center))
        list.view.scrollToItem(at: IndexPath(item: 700, section: 0), at: .center, animated: true)
        list.view.hostDidScroll(to: target)
        list.view.hostDidEndScrollingAnimation()
        let frame = list.view.layout.frame(ofItem: 700, inSection: 0)
        #expect(abs(frame.midY - list.view.bounds.midY) < 0.001)
        // The user interrupts the scroll.
        list.view.scrollToItem(at: IndexPath(item: 100, section: 0), at: .start, animated: true)
        list.view.hostWillBeginDragging()
        list.view.hostDidEndScrollingAnimation()
        #expect(list.view.bounds.contains(list.view.layout.frame(ofItem: 700, inSection: 0)))
    }
}
