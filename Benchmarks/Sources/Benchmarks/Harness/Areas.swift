/// Every area of measures. An area is a file with a function that lists its measures for the requested sizes.
enum Areas {
    static func measures(_ sizes: Sizes) -> [Measure] {
        var all: [Measure] = []
        #if !INSTRUCTIONS_ONLY
            all += listMeasures(sizes)
            all += flowMeasures(sizes)
            all += gridMeasures(sizes)
            all += waterfallMeasures(sizes)
            all += compositionalMeasures(sizes)
            all += mainMeasures(sizes)
            #if !LAYOUTS_ONLY
                all += diffMeasures(sizes)
            #endif
        #endif
        #if !LAYOUTS_ONLY
            all += snapshotMeasures(sizes)
            all += kitMeasures(sizes)
            all += carouselMeasures()
            all += tableMeasures(sizes)
            #if !TABLES_ONLY
                all += terminalMeasures(sizes)
            #endif
            all += liveMeasures(sizes)
        #endif
        #if !INSTRUCTIONS_ONLY
            all += footprints.keys.sorted().compactMap(Footprint.measure)
        #endif
        return all
    }

    #if !INSTRUCTIONS_ONLY
        /// The values of the memory measures, by full name.
        static var footprints: Footprint.Makers {
            var areas = [listFootprints, flowFootprints, waterfallFootprints, mainFootprints]
            #if !LAYOUTS_ONLY
                areas.append(diffFootprints)
            #endif
            return areas.reduce(into: [:]) { all, some in all.merge(some) { first, _ in first } }
        }
    #endif
}

/// The sizes of a run.
struct Sizes {
    /// Sizes of inputs that cost time or memory in proportion: 10^3, 10^5 and 10^6, in a full run 10^4 and 10^7 as
    /// well.
    let ordinary: [Int]
    /// Sizes of inputs that do not, such as grids: to 10^6, in a full run to 10^9.
    let huge: [Int]

    init(full: Bool) {
        ordinary = full ? [1_000, 10_000, 100_000, 1_000_000, 10_000_000] : [1_000, 100_000, 1_000_000]
        huge = ordinary + (full ? [1_000_000_000] : [])
    }
}
