import Foundation

/// Measures of uniform grids, and of lists with one height or few runs, which store nothing per item.
func gridMeasures(_ sizes: Sizes) -> [Measure] {
    let grids = sizes.huge.flatMap { n in
        [Operation.prepare, .query, .scroll, .frame, .insert, .delete, .move, .width, .copy].map { operation in
            Measure("layout.grid.\(operation)/uniform", n) {
                let samples: [Void] = [(), ()]
                return Field(
                    Operations(
                        EngineLayout<UniformGrid>.self, .product, n: n, samples: samples, window: Inputs.gridWindow
                    ) { n }
                    .contestant(operation),
                    // Editing frames that are all equal is no useful comparison.
                    n > 10_000_000 || [.insert, .delete, .move].contains(operation)
                        ? nil
                        : Operations(ArrayGrid.self, .rival("array"), n: n, samples: samples, window: Inputs.gridWindow)
                        { n }
                        .contestant(operation))
            }
        }
    }
    let frames = sizes.ordinary.map { n in
        Measure("layout.grid.frames/uniform", n) {
            Field(
                Operations(EngineLayout<UniformGrid>.self, .product, n: n, samples: [()]) { n }.contestant(.frames),
                Operations(ArrayGrid.self, .rival("array"), n: n, samples: [()]) { n }.contestant(.frames),
                limit(.frames, sizes: Inputs.heights(n)))
        }
    }
    let lists = sizes.huge.flatMap { n in
        [Operation.prepare, .query, .scroll, .frame, .resize, .insert, .delete, .move, .copy].flatMap { operation in
            let samples = Inputs.heights(4_096)
            return [
                Measure("layout.list.\(operation)/uniform", n) {
                    Field(
                        Operations(EngineLayout<UniformList>.self, .product, n: n, samples: samples) { n }
                            .contestant(operation))
                },
                Measure("layout.list.\(operation)/runs", n) {
                    Field(
                        Operations(EngineLayout<RunsList>.self, .product, n: n, samples: samples) { RunsList.input(n) }
                            .contestant(operation))
                },
            ]
        }
    }
    return grids + frames + lists
}
