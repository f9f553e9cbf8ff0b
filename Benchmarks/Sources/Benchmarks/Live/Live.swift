import ListEngine
import ListEngineDiff
import ListEngineLayout

/// Lists that change while they are read: every call keeps the place on the screen, and measured sizes are kept.
func liveMeasures(_ sizes: Sizes) -> [Measure] {
    let sizesOfLists = sizes.ordinary.filter { $0 <= 1_000_000 }
    #if INSTRUCTIONS_ONLY
        return sizesOfLists.flatMap(shownMeasures)
    #else
        return sizesOfLists.flatMap { n in anchoredMeasures(n) + shownMeasures(n) } + driftMeasures()
    #endif
}

#if !INSTRUCTIONS_ONLY
    /// Layouts alone.
    private func anchoredMeasures(_ n: Int) -> [Measure] {
        AnchoredOperation.allCases.map { operation in
            Measure("live.\(operation)/varied", n) {
                Field(
                    AnchoredOperations(EngineAnchored.self, .product, n).contestant(operation),
                    AnchoredOperations(AnchoredRival<ArrayList>.self, .rival("array"), n).contestant(operation),
                    AnchoredOperations(AnchoredRival<RopeList>.self, .rival("rope"), n).contestant(operation),
                    AnchoredOperations(AnchoredRival<ReferenceList>.self, .reference, n).contestant(operation))
            }
        } + [
            Measure("live.measure/compositional", n) {
                Field(AnchoredOperations(ComposedAnchored.self, .product, n).contestant(.measure))
            },
            widthMeasure(n),
            Measure("live.swap/layout", n) { Field(swap(n)) },
        ]
    }

    /// A layout that was prepared elsewhere replaces the current one: the anchor is looked up in both. The old layout is
    /// released with the next swap.
    private func swap(_ n: Int) -> Contestant {
        let pairs = Instances(of: n) {
            let heights = Inputs.heights(n)
            var shown = CollectionViewLayout(width: Inputs.width)
            try! shown.append(.list(heights: heights))
            var prepared = shown
            try! prepared.insertItems(Array(heights.prefix(100)), at: 0, inSection: 0)
            return (shown, prepared, ScrollAnchor(section: 0, item: n / 2))
        }
        return Contestant(.product) { calls in
            var sum = 0.0
            for _ in 0..<calls {
                sum += pairs.withNext { pair in
                    let delta = pair.1.contentOffset(for: pair.2) - pair.0.contentOffset(for: pair.2)
                    swap(&pair.0, &pair.1)
                    return Double(delta)
                }
            }
            keep(sum)
        }
    }

#endif

/// Complete lists with the visible cells.
private func shownMeasures(_ n: Int) -> [Measure] {
    func measure(
        _ operation: String, _ input: String = "integer", singles: Int = 0, mostCalls: Int = 1 << 30,
        isMeasured: Bool = false,
        before: (@Sendable @MainActor (LiveList, Int) -> Void)? = nil,
        _ run: @escaping @Sendable @MainActor (LiveList, Int) -> Void
    ) -> Measure {
        Measure("live.\(operation)/\(input)", n) {
            let list = MainActor.assumeIsolated { LiveList(n, isMeasured: isMeasured) }
            return Field(
                Contestant(
                    .product, singles: singles, mostCalls: mostCalls,
                    before: before.map { before in { calls in MainActor.assumeIsolated { before(list, calls) } } },
                    run: { calls in MainActor.assumeIsolated { run(list, calls) } }))
        }
    }
    return [
        measure(
            "apply", isMeasured: true, before: { list, calls in list.makeEdits(calls) },
            { list, calls in for _ in 0..<calls { list.applyNext() } }),
        measure(
            "swap", "prepared", mostCalls: 1, isMeasured: true, before: { list, _ in list.prepare() },
            { list, _ in list.swapPrepared() }),
        measure("append", singles: 1_000) { list, calls in for _ in 0..<calls { list.append() } },
        measure("filter", mostCalls: 8) { list, calls in for _ in 0..<calls { list.typeKey() } },
        measure("jump", singles: 1_000) { list, calls in for _ in 0..<calls { list.jump() } },
        Measure("live.minute/integer", n) {
            let (list, facts) = MainActor.assumeIsolated {
                let minute = LiveMinute(n)
                minute.play()
                return (minute.list, minute.facts)
            }
            var field = Field(
                Contestant(.product, singles: 1_000) { calls in
                    MainActor.assumeIsolated { for _ in 0..<calls { list.frame() } }
                })
            field.extra = facts
            return field
        },
    ]
}
