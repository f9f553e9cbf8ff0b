import Foundation

/// Measures of lists: one item a line, as wide as the container.
func listMeasures(_ sizes: Sizes) -> [Measure] {
    sizes.ordinary.flatMap { n in
        [
            Measure("layout.list.prepare/varied", n) { listPrepare(n) },
            Measure("layout.list.frames/varied", n) { listFrames(n) },
            Measure("layout.list.query/varied", n) { listQuery(n, isScrolling: false) },
            Measure("layout.list.scroll/varied", n) { listQuery(n, isScrolling: true) },
            Measure("layout.list.frame/varied", n) { listFrame(n) },
            Measure("layout.list.resize/varied", n) { listResize(n) },
            Measure("layout.list.insert/varied", n) { listInsert(n) },
            Measure("layout.list.delete/varied", n) { listDelete(n) },
            Measure("layout.list.move/varied", n) { listMove(n) },
            Measure("layout.list.insert1000/varied", n) { listInsertThousand(n) },
            Measure("layout.list.script/varied", n) { listScript(n) },
            Measure("layout.list.copy/varied", n) { listCopy(n) },
        ]
    }
}

/// From contiguous sizes to a layout that is ready for edits.
private func listPrepare(_ n: Int) -> Field {
    let inputs = Instances(of: n) { Inputs.heights(n) }
    let arrays = Instances(of: n) { Unique(ArrayList(heights: inputs.values[0], width: Inputs.width)) }
    var ropes: [RopeList] = []
    return Field(
        Contestant(.rival("array")) { calls in
            for _ in 0..<calls {
                inputs.withNext { heights in arrays.withNext { $0.value.prepare(heights) } }
            }
        },
        Contestant(
            .rival("rope"),
            before: { calls in
                ropes.removeAll(keepingCapacity: true)
                ropes.reserveCapacity(calls)
            },
            run: { calls in
                for _ in 0..<calls { inputs.withNext { ropes.append(RopeList(heights: $0)) } }
            }),
        Contestant(.limit) { calls in
            var sum = 0.0
            for _ in 0..<calls { sum += inputs.withNext { readAll($0) } }
            keep(sum)
        })
}

/// All frames, into a buffer whose pages were touched.
private func listFrames(_ n: Int) -> Field {
    let heights = Inputs.heights(n)
    let arrays = Instances(of: n) { Unique(ArrayList(heights: heights, width: Inputs.width)) }
    let ropes = Instances(of: n) { RopeList(heights: heights) }
    let buffer = FrameBuffer(n)
    return Field(
        Contestant(.rival("array")) { calls in
            for _ in 0..<calls {
                arrays.withNext { buffer.frames.update(from: $0.value.frames, count: n) }
                keep(buffer.frames[n / 2].minY)
            }
        },
        Contestant(.rival("rope")) { calls in
            for _ in 0..<calls {
                ropes.withNext { rope in
                    var index = 0
                    var y = 0
                    rope.forEachChunk { chunk in
                        for height in chunk.heights {
                            buffer.frames[index] = CGRect(
                                x: 0, y: Double(y) / RopeList.unit, width: Inputs.width,
                                height: Double(height) / RopeList.unit)
                            y &+= height
                            index &+= 1
                        }
                    }
                }
                keep(buffer.frames[n / 2].minY)
            }
        },
        Contestant(.limit) { calls in
            for call in 0..<calls {
                memset(buffer.frames, Int32(call & 63), n * MemoryLayout<CGRect>.stride)
                keep(buffer.frames[n / 2].minY)
            }
        })
}

/// What is visible in a window of about thirty items, at random or a few points further at each call.
private func listQuery(_ n: Int, isScrolling: Bool) -> Field {
    let heights = Inputs.heights(n)
    let arrays = Instances(of: n) { Unique(ArrayList(heights: heights, width: Inputs.width)) }
    let ropes = Instances(of: n) { RopeList(heights: heights) }
    let extent = arrays.values[0].value.contentHeight
    func window() -> Window { Window(extent: extent, instances: Instances<Int>.count(of: n), isScrolling: isScrolling) }
    let (first, second) = (window(), window())
    return Field(
        Contestant(.rival("array")) { calls in
            var sum = 0.0
            for _ in 0..<calls {
                let top = first.next()
                arrays.withNext {
                    $0.value.forEachFrame(from: top, to: top + Inputs.windowHeight) { sum += $1.minY + $1.maxY }
                }
            }
            keep(sum)
        },
        Contestant(.rival("rope")) { calls in
            var sum = 0.0
            for _ in 0..<calls {
                let top = second.next()
                ropes.withNext {
                    $0.forEachItem(from: RopeList.units(top), to: RopeList.units(top + Inputs.windowHeight)) {
                        sum += Double($1) / RopeList.unit + Double($1 + $2) / RopeList.unit
                    }
                }
            }
            keep(sum)
        })
}

/// The frame of one item at random.
private func listFrame(_ n: Int) -> Field {
    let heights = Inputs.heights(n)
    let arrays = Instances(of: n) { Unique(ArrayList(heights: heights, width: Inputs.width)) }
    let ropes = Instances(of: n) { RopeList(heights: heights) }
    let random = Random(seed: 3)
    return Field(
        Contestant(.rival("array")) { calls in
            var sum = 0.0
            for _ in 0..<calls { sum += arrays.withNext { $0.value.frames[random.below(n)].minY } }
            keep(sum)
        },
        Contestant(.rival("rope")) { calls in
            var sum = 0
            for _ in 0..<calls { sum &+= ropes.withNext { $0.offset(of: random.below(n)) } }
            keep(sum)
        })
}

/// One item at random gets another height.
private func listResize(_ n: Int) -> Field {
    let heights = Inputs.heights(n)
    let arrays = Instances(of: n) { Unique(ArrayList(heights: heights, width: Inputs.width)) }
    let ropes = Instances(of: n) { RopeList(heights: heights) }
    let random = Random(seed: 4)
    return Field(
        Contestant(.rival("array")) { calls in
            for _ in 0..<calls {
                arrays.withNext { $0.value.resize(random.below(n), to: random.extent(20, 80)) }
            }
        },
        Contestant(.rival("rope")) { calls in
            for _ in 0..<calls {
                ropes.withNext { $0.resize(random.below(n), to: random.extent(20, 80)) }
            }
        })
}

/// One item comes at random. Before each timed stretch the lists are brought back to their size by random deletes.
private func listInsert(_ n: Int) -> Field {
    let heights = Inputs.heights(n)
    let arrays = Instances(of: n) { Unique(ArrayList(heights: heights, width: Inputs.width, spare: 2_000)) }
    let ropes = Instances(of: n) { RopeList(heights: heights) }
    let random = Random(seed: 5)
    return Field(
        Contestant(
            .rival("array"),
            before: { _ in
                arrays.forEach { array in
                    while array.value.count > n {
                        let index = random.below(array.value.count)
                        array.value.remove(index..<index + 1)
                    }
                }
            },
            run: { calls in
                for _ in 0..<calls {
                    let height = random.extent(20, 80)
                    arrays.withNext { array in
                        withUnsafePointer(to: height) {
                            array.value.insert(
                                UnsafeBufferPointer(start: $0, count: 1), at: random.below(array.value.count + 1))
                        }
                    }
                }
            }),
        Contestant(
            .rival("rope"),
            before: { _ in
                ropes.forEach { rope in
                    while rope.count > n { rope.remove(random.below(rope.count)) }
                }
            },
            run: { calls in
                for _ in 0..<calls {
                    ropes.withNext { $0.insert(random.extent(20, 80), at: random.below($0.count + 1)) }
                }
            }))
}

/// One item at random goes. Before each timed stretch the lists are filled up again.
private func listDelete(_ n: Int) -> Field {
    let heights = Inputs.heights(n)
    let instances = Instances<Int>.count(of: n)
    let arrays = Instances(of: n) { Unique(ArrayList(heights: heights, width: Inputs.width, spare: 100_000)) }
    let ropes = Instances(of: n) { RopeList(heights: heights) }
    let random = Random(seed: 6)
    return Field(
        Contestant(
            .rival("array"),
            before: { calls in
                arrays.forEach { array in
                    let missing = n + calls / instances - array.value.count
                    guard missing > 0 else { return }
                    let more = Inputs.heights(missing, seed: random.next())
                    more.withUnsafeBufferPointer { array.value.insert($0, at: random.below(array.value.count + 1)) }
                }
            },
            run: { calls in
                for _ in 0..<calls {
                    arrays.withNext { array in
                        let index = random.below(array.value.count)
                        array.value.remove(index..<index + 1)
                    }
                }
            }),
        Contestant(
            .rival("rope"),
            before: { calls in
                ropes.forEach { rope in
                    while rope.count < n + calls / instances {
                        rope.insert(random.extent(20, 80), at: random.below(rope.count + 1))
                    }
                }
            },
            run: { calls in
                for _ in 0..<calls { ropes.withNext { $0.remove(random.below($0.count)) } }
            }))
}

/// One item at random goes to another place.
private func listMove(_ n: Int) -> Field {
    let heights = Inputs.heights(n)
    let arrays = Instances(of: n) { Unique(ArrayList(heights: heights, width: Inputs.width, spare: 1)) }
    let ropes = Instances(of: n) { RopeList(heights: heights) }
    let random = Random(seed: 7)
    return Field(
        Contestant(.rival("array")) { calls in
            for _ in 0..<calls { arrays.withNext { $0.value.move(random.below(n), to: random.below(n)) } }
        },
        Contestant(.rival("rope")) { calls in
            for _ in 0..<calls { ropes.withNext { $0.move(random.below(n), to: random.below(n)) } }
        })
}

/// A thousand neighbours come in one call.
private func listInsertThousand(_ n: Int) -> Field {
    let heights = Inputs.heights(n)
    let more = Inputs.heights(1_000, seed: 8)
    let arrays = Instances(of: n) { Unique(ArrayList(heights: heights, width: Inputs.width, spare: 16_000)) }
    let ropes = Instances(of: n) { RopeList(heights: heights) }
    let random = Random(seed: 9)
    return Field(
        Contestant(
            .rival("array"),
            before: { _ in
                arrays.forEach { array in
                    while array.value.count > n {
                        let start = random.below(array.value.count - 999)
                        array.value.remove(start..<start + 1_000)
                    }
                }
            },
            run: { calls in
                for _ in 0..<calls {
                    arrays.withNext { array in
                        more.withUnsafeBufferPointer {
                            array.value.insert($0, at: random.below(array.value.count + 1))
                        }
                    }
                }
            }),
        Contestant(
            .rival("rope"),
            before: { _ in
                ropes.forEach { rope in
                    while rope.count > n {
                        let start = random.below(rope.count - 999)
                        rope.remove(start..<start + 1_000)
                    }
                }
            },
            run: { calls in
                for _ in 0..<calls {
                    ropes.withNext { $0.insert(contentsOf: more, at: random.below($0.count + 1)) }
                }
            }))
}

/// Edits of 1 % of the items, scattered: half of them resizes, a quarter each inserts and deletes.
private func listScript(_ n: Int) -> Field {
    let heights = Inputs.heights(n)
    let arrays = Instances(of: n) { Unique(ArrayList(heights: heights, width: Inputs.width, spare: n / 100 + 16)) }
    let ropes = Instances(of: n) { RopeList(heights: heights) }
    let script = ScatteredEdits(n)
    return Field(
        Contestant(.rival("array")) { calls in
            for _ in 0..<calls { arrays.withNext { $0.value.apply(script.edits) } }
        },
        Contestant(.rival("rope")) { calls in
            for _ in 0..<calls { ropes.withNext { $0.apply(script.edits) } }
        })
}

/// A copy, one edit of it, and the release of the old value.
private func listCopy(_ n: Int) -> Field {
    let heights = Inputs.heights(n)
    let arrays = Instances(of: n) { Unique(ArrayList(heights: heights, width: Inputs.width)) }
    let ropes = Instances(of: n) { RopeList(heights: heights) }
    let random = Random(seed: 10)
    return Field(
        Contestant(.rival("array")) { calls in
            for _ in 0..<calls {
                arrays.withNext { array in
                    let old = array
                    array = Unique(ArrayList(copying: old.value))
                    array.value.resize(random.below(n), to: random.extent(20, 80))
                }
            }
        },
        Contestant(.rival("rope")) { calls in
            for _ in 0..<calls {
                ropes.withNext { rope in
                    let old = rope
                    rope.resize(random.below(n), to: random.extent(20, 80))
                    keep(old.count)
                }
            }
        })
}
