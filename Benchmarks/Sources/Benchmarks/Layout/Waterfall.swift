import ListEngineLayout

/// Measures of waterfalls: five columns of items with different heights, each in the shortest.
func waterfallMeasures(_ sizes: Sizes) -> [Measure] {
    let operations: [Operation] = [.prepare, .query, .scroll, .frame, .frames, .resize, .insert, .delete, .copy]
    return sizes.ordinary.flatMap { n in
        operations.map { operation in
            Measure("layout.waterfall.\(operation)/varied", n) {
                let samples = Inputs.heights(4_096)
                func contestant<Layout: MeasuredLayout & ~Copyable>(
                    _: Layout.Type, _ role: Contestant.Role
                ) -> Contestant where Layout.Input == [Double], Layout.Size == Double {
                    Operations(Layout.self, role, n: n, samples: samples, window: Inputs.waterfallWindow) {
                        Inputs.heights(n)
                    }
                    .contestant(operation)
                }
                return Field(
                    contestant(EngineLayout<VariedWaterfall>.self, .product),
                    contestant(ArrayWaterfall.self, .rival("array")),
                    contestant(ReferenceWaterfall.self, .reference),
                    limit(operation, sizes: Inputs.heights(n)))
            }
        }
    }
}

/// The values of the memory measures of waterfalls.
var waterfallFootprints: Footprint.Makers {
    [
        "layout.waterfall.memory/varied/1000000": {
            { Footprint.made(EngineLayout<VariedWaterfall>.laidOut(Inputs.heights(1_000_000))) }
        }
    ]
}
