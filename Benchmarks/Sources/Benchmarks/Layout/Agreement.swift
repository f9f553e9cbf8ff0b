import Foundation

/// Checks that all contestants compute the same: random histories of every operation, compared with the reference. A
/// contestant with other results would not be a rival. `--agree` runs it.
enum Agreement {
    /// Returns the contestants that differ from the reference.
    static func check() throws -> [String] {
        var wrong: [String] = []
        let heights = Inputs.heights(700)
        let sizes = Inputs.sizes(700)
        let list = trace(ReferenceList.self, heights)
        let flow = trace(ReferenceFlow.self, sizes)
        func compare(_ name: String, _ trace: [Double], with expected: [Double]) {
            let place = zip(trace, expected).enumerated().first { abs($0.element.0 - $0.element.1) > 0.01 }
            guard let place else { return }
            wrong.append("\(name): step \(place.offset): \(place.element.0) instead of \(place.element.1)")
        }
        compare("engine list", trace(EngineLayout<VariedList>.self, heights), with: list)
        compare("engine flow", trace(EngineLayout<VariedFlow>.self, sizes), with: flow)
        compare("array list", trace(ArrayList.self, heights), with: list)
        compare("rope list", trace(RopeList.self, heights), with: list)
        compare("array flow", trace(ArrayFlow.self, sizes), with: flow)
        // The choice of the shortest column must not depend on the last bits of sums.
        let coarse = heights.map { ($0 * 1_024).rounded() / 1_024 }
        let waterfall = trace(ReferenceWaterfall.self, coarse)
        compare("engine waterfall", trace(EngineLayout<VariedWaterfall>.self, coarse), with: waterfall)
        compare("array waterfall", trace(ArrayWaterfall.self, coarse), with: waterfall)
        let input = SectionsInput(counts: [7, 0, 300, 1, 92, 300], heights: heights)
        let sections = trace(ReferenceSections.self, input)
        compare("engine sections", trace(EngineSections.self, input), with: sections)
        compare("array sections", trace(ArraySections.self, input), with: sections)
        return wrong
    }

    /// The results of a layout along a random history: after each step its height, the position of an item and the
    /// elements in a window.
    private static func trace<Layout: MeasuredLayout & ~Copyable>(
        _: Layout.Type, _ sizes: [Layout.Size]
    ) -> [Double] where Layout.Input == [Layout.Size] {
        let random = Random(seed: 31)
        var layout = Layout(sizes, spare: 60_000)
        var answers: [Double] = []
        for step in 0..<400 {
            let count = layout.count
            let size = sizes[random.below(sizes.count)]
            switch random.below(8) {
            case 0, 1: layout.resize(random.below(count), to: size)
            case 2: layout.insert(size, at: random.below(count + 1))
            case 3: layout.remove(random.below(count))
            case 4: layout.move(random.below(count), to: random.below(count))
            case 5 where count < 2_000: layout.insert(contentsOf: Array(sizes[..<200]), at: random.below(count + 1))
            case 6 where count > 400:
                let start = random.below(count - 200)
                layout.remove(start..<start + 200)
            case 7 where step % 5 == 0:
                layout.apply(Layout.script(ScatteredEdit.script(count / 4 * 4, from: sizes)))
            default: layout.copyAndEdit(random.below(count), size)
            }
            let top = Double(random.below(Int(layout.contentHeight)))
            answers.append(layout.contentHeight)
            answers.append(layout.top(of: random.below(layout.count)))
            answers.append(layout.sumOfVisible(from: top, to: top + 500))
        }
        return answers
    }

    private static func trace<Layout: MeasuredSections & ~Copyable>(
        _: Layout.Type, _ input: SectionsInput
    ) -> [Double] {
        let random = Random(seed: 32)
        var layout = Layout(input)
        var counts = input.counts
        var answers: [Double] = []
        for _ in 0..<400 {
            let section = [0, 2, 4][random.below(3)]
            guard counts[section] > 1 else { continue }
            let item = random.below(counts[section])
            let height = input.heights[random.below(input.heights.count)]
            switch random.below(5) {
            case 0: layout.resize(item, inSection: section, to: height)
            case 1:
                layout.insert(height, at: item, inSection: section)
                counts[section] += 1
            case 2:
                layout.remove(item, inSection: section)
                counts[section] -= 1
            case 3:
                let target = random.below(counts.count)
                layout.moveSection(section, to: target)
                counts.insert(counts.remove(at: section), at: target)
            default: layout.copyAndResize(item, inSection: section, to: height)
            }
            answers.append(layout.contentHeight)
            for section in counts.indices where counts[section] > 0 {
                answers.append(layout.top(ofItem: random.below(counts[section]), inSection: section))
            }
        }
        return answers
    }
}
