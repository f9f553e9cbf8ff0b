/// The timed operations on a layout of many sections. `move` moves a whole section.
enum SectionOperation: String, CaseIterable {
    case prepare, prepareeach, query, scroll, frame, resize, insert, delete, move, width, copy
}

/// The operations of a layout of many sections as contestants.
struct SectionOperations<Layout: MeasuredSections & ~Copyable> {
    private let role: Contestant.Role
    private let input: SectionsInput
    private let samples = Inputs.heights(4_096)
    private let layouts: Instances<Instance>

    /// A layout, the current item counts of its sections, and the edits to be undone.
    private struct Instance: ~Copyable {
        var layout: Layout
        var counts: [Int]
        var log: [(section: Int, item: Int)] = []
    }

    init(_: Layout.Type, _ role: Contestant.Role, _ input: SectionsInput) {
        self.role = role
        self.input = input
        layouts = Instances(of: input.heights.count) { Instance(layout: Layout(input), counts: input.counts) }
    }

    func contestant(_ operation: SectionOperation) -> Contestant? {
        switch operation {
        case .prepare: prepare()
        case .prepareeach: nil
        case .query: query(isScrolling: false)
        case .scroll: query(isScrolling: true)
        case .frame: frame()
        case .resize: resize()
        case .insert: insert()
        case .delete: delete()
        case .move: move()
        case .width: width()
        case .copy: copy()
        }
    }

    private var singles: Int { role == .product ? 100_000 : 0 }

    /// From contiguous arrays to a layout that is ready for edits.
    private func prepare() -> Contestant {
        let inputs = Instances(of: input.heights.count) {
            SectionsInput(counts: input.counts.map(\.self), heights: input.heights.map(\.self))
        }
        if Layout.preparesInPlace {
            return Contestant(role) { calls in
                for _ in 0..<calls {
                    inputs.withNext { input in layouts.withNext { $0.layout.prepare(input) } }
                }
            }
        }
        return Self.making(role, inputs) { Layout($0) }
    }

    /// Making layouts; those of one timed loop are released before the next.
    static func making(
        _ role: Contestant.Role, _ inputs: Instances<SectionsInput>, _ make: @escaping (SectionsInput) -> Layout
    ) -> Contestant {
        let made = Made<Layout>()
        return Contestant(
            role, before: { _ in made.removeAll() },
            run: { calls in
                for _ in 0..<calls { made.append(inputs.withNext { make($0) }) }
            })
    }

    private func query(isScrolling: Bool) -> Contestant {
        var extent = 0.0
        layouts.withEach { extent = $0.layout.contentHeight }
        let window = Window(extent: extent - Inputs.listWindow, instances: layouts.count, isScrolling: isScrolling)
        return Contestant(role) { calls in
            var sum = 0.0
            for _ in 0..<calls {
                let top = window.next()
                sum += layouts.withNext { $0.layout.sumOfVisible(from: top, to: top + Inputs.listWindow) }
            }
            keep(sum)
        }
    }

    /// A random item of a random section.
    private func frame() -> Contestant {
        let random = Random(seed: 21)
        return Contestant(role) { calls in
            var sum = 0.0
            for _ in 0..<calls {
                layouts.withNext {
                    let (section, item) = $0.counts.randomItem(random)
                    sum += $0.layout.top(ofItem: item, inSection: section)
                }
            }
            keep(sum)
        }
    }

    private func resize() -> Contestant {
        let random = Random(seed: 22)
        return Contestant(role, singles: singles) { calls in
            for _ in 0..<calls {
                layouts.withNext {
                    let (section, item) = $0.counts.randomItem(random)
                    $0.layout.resize(item, inSection: section, to: samples[random.below(4_096)])
                }
            }
        }
    }

    /// An item is inserted at random. Before each timed loop the items inserted by the previous one are deleted.
    private func insert() -> Contestant {
        let random = Random(seed: 23)
        return Contestant(
            role, singles: singles,
            before: { _ in
                layouts.withEach { instance in
                    while let (section, item) = instance.log.popLast() {
                        instance.layout.remove(item, inSection: section)
                        instance.counts[section] -= 1
                    }
                }
            },
            run: { calls in
                for _ in 0..<calls {
                    layouts.withNext {
                        let (section, item) = $0.counts.randomItem(random)
                        $0.layout.insert(samples[random.below(4_096)], at: item, inSection: section)
                        $0.counts[section] += 1
                        $0.log.append((section, item))
                    }
                }
            })
    }

    /// A random item is deleted. Before each timed loop the items deleted by the previous one are inserted again.
    private func delete() -> Contestant {
        let random = Random(seed: 24)
        return Contestant(
            role, singles: singles,
            before: { _ in
                layouts.withEach { instance in
                    while let (section, item) = instance.log.popLast() {
                        instance.layout.insert(samples[item & 4_095], at: item, inSection: section)
                        instance.counts[section] += 1
                    }
                }
            },
            run: { calls in
                for _ in 0..<calls {
                    layouts.withNext {
                        let (section, item) = $0.counts.randomItem(random)
                        $0.layout.remove(item, inSection: section)
                        $0.counts[section] -= 1
                        $0.log.append((section, item))
                    }
                }
            })
    }

    /// A random section moves to another place.
    private func move() -> Contestant {
        let random = Random(seed: 25)
        let sections = input.counts.count
        return Contestant(role, singles: singles) { calls in
            for _ in 0..<calls {
                layouts.withNext { $0.layout.moveSection(random.below(sections), to: random.below(sections)) }
            }
        }
    }

    private func width() -> Contestant {
        var call = 0
        return Contestant(role) { calls in
            for _ in 0..<calls {
                call += 1
                let width = Inputs.width + Double(call / layouts.count % 7) * 4
                layouts.withNext { $0.layout.setWidth(width) }
            }
        }
    }

    /// A copy, one edit, and the release of the old value.
    private func copy() -> Contestant {
        let random = Random(seed: 26)
        return Contestant(role) { calls in
            for _ in 0..<calls {
                layouts.withNext {
                    let (section, item) = $0.counts.randomItem(random)
                    $0.layout.copyAndResize(item, inSection: section, to: samples[random.below(4_096)])
                }
            }
        }
    }
}

extension [Int] {
    /// A section that has items, and one of its items.
    @inline(__always)
    fileprivate func randomItem(_ random: Random) -> (section: Int, item: Int) {
        while true {
            let section = random.below(count)
            if self[section] > 0 { return (section, random.below(self[section])) }
        }
    }
}
