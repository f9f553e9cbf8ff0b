import Foundation
import ListEngine
import ListEngineLayout
import Testing

/// Sections that scroll independently under a touch: they go on after it, and rest where their behaviour permits.
@MainActor
@Suite("Panning sections")
struct SectionPanningTests {
    private typealias Host = SteppedHost

    private let list = ListDataSource(scheduler: .immediate)
    private let view: CollectionView
    private let host: Host

    /// Two rows of forty items of 60 by 50 points, in a list that is 100 points wide.
    init() {
        view = CollectionView(
            frame: CGRect(x: 0, y: 0, width: 100, height: 200), collectionViewLayout: CollectionViewFlowLayout())
        host = Host(view)
        list.attach(to: view)
    }

    private func show(
        _ behavior: CollectionLayoutSectionOrthogonalScrollingBehavior,
        _ rate: CollectionLayoutSectionOrthogonalScrollingProperties.DecelerationRate = .automatic
    ) {
        view.collectionViewLayout = CollectionViewCompositionalLayout { [list] section, environment in
            list.compositionalSectionLayoutProvider(at: section, environment: environment)
        }
        list.build {
            for name in ["first", "second"] {
                ListBlock(name, Array(0..<40), id: \.self) { (_: CollectionViewCell, _) in }
                    .onLayout { _ in
                        let size = CollectionLayoutSize(widthDimension: .absolute(60), heightDimension: .absolute(50))
                        let item = CollectionLayoutItem(layoutSize: size)
                        let section = CollectionLayoutSection(group: .horizontal(layoutSize: size, subitems: [item]))
                        section.orthogonalScrollingBehavior = behavior
                        section.orthogonalScrollingProperties.decelerationRate = rate
                        return section
                    }
            }
        }
        host.frame(at: 0)
    }

    /// A touch moves the second row by 35 points and leaves it with a velocity. Returns where the row rests.
    private func fling(_ velocity: CGFloat, frames: Int = 200) -> CGFloat {
        let start = view.sectionOffsets[1]
        host.beginPan(at: CGPoint(x: 80, y: 75), by: CGPoint(x: -10, y: 2))
        host.pan(by: CGPoint(x: -25, y: 0))
        #expect(view.sectionOffsets[1] == start + 35 && host.offset == 0)
        host.endPan(velocity: CGPoint(x: -velocity, y: 0))
        for frame in 1...frames { host.frame(at: Double(frame) / 10) }
        #expect(view.sectionOffsets[0] == start)
        return view.sectionOffsets[1]
    }

    @Test(arguments: [
        (CollectionLayoutSectionOrthogonalScrollingBehavior.continuous, CGFloat(535)), (.groupPaging, 60),
        (.paging, 100), (.groupPagingCentered, 40), (.continuousGroupLeadingBoundary, 540),
    ])
    func aFlungRowRestsWhereItsBehaviourSays(
        behavior: CollectionLayoutSectionOrthogonalScrollingBehavior, expected: CGFloat
    ) {
        show(behavior)
        #expect(fling(2_000) == expected)
        #expect(!host.isScrolling)
    }

    @Test func aFastRowMovesAFifthAsFar() {
        show(.continuous, .fast)
        #expect(fling(2_000) == 135)
    }

    @Test func aRowThatIsLetGoAtRestGoesToItsGroup() {
        show(.groupPaging)
        #expect(fling(0) == 60)
    }

    @Test func aTouchCatchesARow() {
        show(.continuous)
        host.beginPan(at: CGPoint(x: 80, y: 75), by: CGPoint(x: -10, y: 0))
        host.endPan(velocity: CGPoint(x: -1_000, y: 0))
        host.frame(at: 1)
        host.frame(at: 1.1)
        let offset = view.sectionOffsets[1]
        #expect(offset > 10 && offset < 260)
        host.beginPan(at: CGPoint(x: 80, y: 75), by: CGPoint(x: -1, y: 0))
        for frame in 12...30 { host.frame(at: Double(frame) / 10) }
        #expect(view.sectionOffsets[1] == offset + 1)
        host.endPan(velocity: .zero)
        host.frame(at: 4)
        #expect(view.sectionOffsets[1] == offset + 1)
    }

    /// A program that scrolls the row, or removes a section, ends the movement.
    @Test func theProgramEndsTheMovement() {
        show(.continuous)
        host.beginPan(at: CGPoint(x: 80, y: 75), by: CGPoint(x: -10, y: 0))
        host.endPan(velocity: CGPoint(x: -1_000, y: 0))
        host.frame(at: 1)
        view.hostDidScroll(section: 1, to: 7)
        for frame in 11...60 { host.frame(at: Double(frame) / 10) }
        #expect(view.sectionOffsets[1] == 7)
    }

    @Test func aRowFollowsATouchFromRightToLeft() {
        view.flowDirection = .rightToLeft
        show(.groupPaging)
        host.beginPan(at: CGPoint(x: 20, y: 75), by: CGPoint(x: 35, y: 0))
        #expect(view.sectionOffsets[1] == 35)
        host.endPan(velocity: CGPoint(x: 2_000, y: 0))
        for frame in 1...100 { host.frame(at: Double(frame) / 10) }
        #expect(view.sectionOffsets[1] == 60)
    }
}
