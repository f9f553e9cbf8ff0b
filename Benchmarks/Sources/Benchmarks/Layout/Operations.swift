import Foundation

/// The timed operations on a layout.
enum Operation: String, CaseIterable {
    case prepare, frames, framesfloat, query, scroll, frame, resize, insert, delete, move, insert1000, delete1000
    case script, width, copy
}

/// Measures of the visible elements with all attributes: `layout.KIND.queryattributes` and `.scrollattributes`. The rival
/// writes them too, so the output is the same. In `query` and `scroll` all contestants find indices and frames.
func attributesMeasures<Product: AttributedLayout & ~Copyable, Rival: AttributedLayout & ~Copyable>(
    _ kind: String, _ n: Int, _: Product.Type, _: Rival.Type, samples: [Product.Size], window: Double,
    input: @escaping () -> Product.Input
) -> [Measure] where Product.Size == Rival.Size, Product.Input == Rival.Input {
    [("queryattributes", false), ("scrollattributes", true)].map { name, isScrolling in
        Measure("layout.\(kind).\(name)/varied", n) {
            Field(
                Operations(Product.self, .product, n: n, samples: samples, window: window, input: input)
                    .attributes(isScrolling: isScrolling),
                Operations(Rival.self, .rival("array"), n: n, samples: samples, window: window, input: input)
                    .attributes(isScrolling: isScrolling))
        }
    }
}

/// The operations of a layout as contestants: each is written once for all layouts.
struct Operations<Layout: MeasuredLayout & ~Copyable> {
    private let role: Contestant.Role
    private let n: Int
    /// Sizes that edits draw from.
    private let samples: [Layout.Size]
    /// Height of the visible window.
    private let windowHeight: Double
    private let layouts: Instances<Layout>
    private let inputs: Instances<Layout.Input>

    /// - Parameters:
    ///   - n: items of a layout.
    ///   - input: makes the input again at each call, so that instances do not share it.
    init(
        _: Layout.Type, _ role: Contestant.Role, n: Int, samples: [Layout.Size], window: Double = Inputs.listWindow,
        input: () throws -> Layout.Input
    ) rethrows {
        self.role = role
        self.n = n
        self.samples = samples
        windowHeight = window
        inputs = try Instances(of: n, input)
        let inputs = inputs
        // Room for the insertions of one timed loop: 64 times a thousand, or many single items.
        layouts = Instances(of: n) { inputs.withNext { Layout($0, spare: 64_000) } }
    }

    func contestant(_ operation: Operation) -> Contestant {
        switch operation {
        case .prepare: prepare()
        case .frames: frames()
        case .framesfloat: floatFrames()
        case .query: query(isScrolling: false)
        case .scroll: query(isScrolling: true)
        case .frame: frame()
        case .resize: resize()
        case .insert: insert()
        case .delete: delete()
        case .move: move()
        case .insert1000: insertThousand()
        case .delete1000: deleteThousand()
        case .script: script()
        case .width: width()
        case .copy: copy()
        }
    }

    private var singles: Int { role == .product ? 100_000 : 0 }

    /// From contiguous sizes to a layout that is ready for edits. Layouts that can do so prepare in existing memory;
    /// layouts made by the others are released between the timed loops, so that allocators are warm.
    private func prepare() -> Contestant {
        if Layout.preparesInPlace {
            return Contestant(role) { calls in
                for _ in 0..<calls {
                    inputs.withNext { input in layouts.withNext { $0.prepare(input) } }
                }
            }
        }
        let made = Made<Layout>()
        return Contestant(
            role, before: { _ in made.removeAll() },
            run: { calls in
                for _ in 0..<calls {
                    inputs.withNext { made.append(Layout($0, spare: 0)) }
                }
            })
    }

    /// The visible elements of a random window, or of one a few points further at each call.
    private func query(isScrolling: Bool) -> Contestant {
        // The first query of an instance can allocate. Made here, because it would be measured when the calls are counted
        // that fill a loop.
        var extent = 0.0
        layouts.withEach {
            extent = $0.contentHeight
            keep($0.sumOfVisible(from: 0, to: windowHeight))
        }
        let window = Window(
            extent: extent - windowHeight, instances: layouts.count, isScrolling: isScrolling)
        return Contestant(role) { calls in
            var sum = 0.0
            for _ in 0..<calls {
                let top = window.next()
                sum += layouts.withNext { $0.sumOfVisible(from: top, to: top + windowHeight) }
            }
            keep(sum)
        }
    }

    /// The same with all attributes of the elements.
    fileprivate func attributes(isScrolling: Bool) -> Contestant where Layout: AttributedLayout {
        var extent = 0.0
        layouts.withEach { extent = $0.contentHeight }
        let window = Window(
            extent: extent - windowHeight, instances: layouts.count, isScrolling: isScrolling)
        return Contestant(role) { calls in
            var sum = 0.0
            for _ in 0..<calls {
                let top = window.next()
                sum += layouts.withNext { $0.sumOfVisibleAttributes(from: top, to: top + windowHeight) }
            }
            keep(sum)
        }
    }

    /// The frame of a random item.
    private func frame() -> Contestant {
        let random = Random(seed: 3)
        return Contestant(role) { calls in
            var sum = 0.0
            for _ in 0..<calls { sum += layouts.withNext { $0.top(of: random.below(n)) } }
            keep(sum)
        }
    }

    /// All frames, into a buffer whose pages were touched.
    private func frames() -> Contestant {
        let buffer = FrameBuffer(n)
        return Contestant(role) { calls in
            for _ in 0..<calls {
                layouts.withNext { $0.writeFrames(to: buffer.frames) }
                keep(buffer.frames[n / 2].minY)
            }
        }
    }

    /// The same in 32-bit floats relative to an origin.
    private func floatFrames() -> Contestant {
        let buffer = UnsafeMutablePointer<SIMD4<Float>>.allocate(capacity: n)
        buffer.initialize(repeating: .zero, count: n)
        return Contestant(role) { calls in
            for _ in 0..<calls {
                layouts.withNext { $0.writeFrames(to: buffer, from: Inputs.floatOrigin) }
                keep(Double(buffer[n / 2].y))
            }
        }
    }

    /// A random item gets another size.
    private func resize() -> Contestant {
        let random = Random(seed: 4)
        return Contestant(role, singles: singles) { calls in
            for _ in 0..<calls {
                layouts.withNext { $0.resize(random.below(n), to: samples[random.below(samples.count)]) }
            }
        }
    }

    /// An item is inserted at random. Before each timed loop random deletes restore the size of the layouts.
    private func insert() -> Contestant {
        let random = Random(seed: 5)
        return Contestant(
            role, singles: singles,
            before: { _ in
                layouts.withEach { layout in
                    while layout.count > n + 999 {
                        let start = random.below(layout.count - 999)
                        layout.remove(start..<start + 1_000)
                    }
                    while layout.count > n { layout.remove(random.below(layout.count)) }
                }
            },
            run: { calls in
                for _ in 0..<calls {
                    layouts.withNext { $0.insert(samples[random.below(samples.count)], at: random.below($0.count + 1)) }
                }
            })
    }

    /// A random item is deleted. Before each timed loop random inserts add the items that it will delete.
    private func delete() -> Contestant {
        let random = Random(seed: 6)
        let thousand = thousand
        return Contestant(
            role, singles: singles,
            before: { calls in
                layouts.withEach { layout in
                    let wanted = n + calls / layouts.count
                    while layout.count + 1_000 <= wanted {
                        layout.insert(contentsOf: thousand, at: random.below(layout.count + 1))
                    }
                    while layout.count < wanted {
                        layout.insert(samples[random.below(samples.count)], at: random.below(layout.count + 1))
                    }
                }
            },
            run: { calls in
                for _ in 0..<calls { layouts.withNext { $0.remove(random.below($0.count)) } }
            })
    }

    /// A random item moves to another place.
    private func move() -> Contestant {
        let random = Random(seed: 7)
        return Contestant(role, singles: singles) { calls in
            for _ in 0..<calls { layouts.withNext { $0.move(random.below(n), to: random.below(n)) } }
        }
    }

    /// A thousand consecutive items are inserted in one call. Before each timed loop as many are deleted.
    private func insertThousand() -> Contestant {
        let random = Random(seed: 9)
        let thousand = thousand
        return Contestant(
            role,
            before: { _ in
                layouts.withEach { layout in
                    while layout.count > n {
                        let start = random.below(layout.count - 999)
                        layout.remove(start..<start + 1_000)
                    }
                }
            },
            run: { calls in
                for _ in 0..<calls {
                    layouts.withNext { $0.insert(contentsOf: thousand, at: random.below($0.count + 1)) }
                }
            })
    }

    /// A thousand consecutive items are deleted in one call. Before each timed loop as many are inserted.
    private func deleteThousand() -> Contestant {
        let random = Random(seed: 14)
        let thousand = thousand
        return Contestant(
            role,
            before: { calls in
                layouts.withEach { layout in
                    let wanted = n + (calls / layouts.count + 1) * 1_000
                    while layout.count < wanted {
                        layout.insert(contentsOf: thousand, at: random.below(layout.count + 1))
                    }
                }
            },
            run: { calls in
                for _ in 0..<calls {
                    layouts.withNext { layout in
                        let start = random.below(layout.count - 999)
                        layout.remove(start..<start + 1_000)
                    }
                }
            })
    }

    private var thousand: [Layout.Size] { (0..<1_000).map { samples[$0 % samples.count] } }

    /// Edits of 1 % of the items at once.
    private func script() -> Contestant {
        // Different scripts in turn, because a script that is repeated fills the list with equal sizes. Their number and that
        // of the layouts have no common divisor, so each layout gets them all.
        var seed: UInt64 = 12
        let scripts = Instances(of: n, count: 15) {
            seed += 1
            return Layout.script(ScatteredEdit.script(n, from: samples, seed: seed))
        }
        return Contestant(role) { calls in
            for _ in 0..<calls { layouts.withNext { layout in scripts.withNext { layout.apply($0) } } }
        }
    }

    /// The container becomes wider or narrower by some points at each call.
    private func width() -> Contestant {
        var call = 0
        return Contestant(role) { calls in
            for _ in 0..<calls {
                // Each instance gets the widths in turn, never the same twice.
                call += 1
                let width = Inputs.width + Double(call / layouts.count % 7) * 4
                layouts.withNext { $0.setWidth(width) }
            }
        }
    }

    /// A copy, one edit, and the release of the old value.
    private func copy() -> Contestant {
        let random = Random(seed: 10)
        return Contestant(role) { calls in
            for _ in 0..<calls {
                layouts.withNext { $0.copyAndEdit(random.below(n), samples[random.below(samples.count)]) }
            }
        }
    }
}

/// Layouts that were made and are to be released later.
final class Made<Layout: ~Copyable> {
    private final class Box {
        let value: Layout
        init(_ value: consuming Layout) { self.value = value }
    }
    private var boxes: [Box] = []

    func append(_ layout: consuming Layout) { boxes.append(Box(layout)) }
    func removeAll() { boxes.removeAll(keepingCapacity: true) }
}
