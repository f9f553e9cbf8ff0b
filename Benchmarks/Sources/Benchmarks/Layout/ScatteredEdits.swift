import Foundation

/// One edit of a script in ascending order of `index`, counted in the list before the script.
struct ScatteredEdit {
    enum Action {
        case resize(Double)
        case insert(Double)
        case delete
    }

    let index: Int
    let action: Action
}

/// A script that edits 1 % of the items: half resizes, a quarter inserts, a quarter deletes, so that the count stays.
struct ScatteredEdits {
    let edits: [ScatteredEdit]

    init(_ n: Int) {
        let random = Random(seed: 12)
        let count = max(4, n / 100) / 4 * 4
        edits = (0..<count).map { index in
            let height = random.extent(20, 80)
            let action: ScatteredEdit.Action =
                switch index & 3 {
                case 0, 2: .resize(height)
                case 1: .insert(height)
                default: .delete
                }
            return ScatteredEdit(index: index * (n / count) + random.below(n / count), action: action)
        }
    }
}

extension ArrayList {
    /// One pass from the first edit on. Inserts and deletes shift what follows by a few places at a time, so the pass
    /// reads from a copy of what it overwrites.
    mutating func apply(_ edits: [ScatteredEdit]) {
        guard let first = edits.first?.index else { return }
        let old = UnsafeMutablePointer<Double>.allocate(capacity: count - first)
        defer { old.deallocate() }
        for index in first..<count { old[index - first] = frames[index].size.height }
        var y = frames[first].origin.y
        var target = first
        var source = first
        func append(_ height: Double) {
            frames[target] = CGRect(x: 0, y: y, width: width, height: height)
            y += height
            target += 1
        }
        for edit in edits {
            while source < edit.index {
                append(old[source - first])
                source += 1
            }
            switch edit.action {
            case .resize(let height):
                append(height)
                source += 1
            case .insert(let height):
                append(height)
            case .delete:
                source += 1
            }
        }
        while source < count {
            append(old[source - first])
            source += 1
        }
        setCount(target)
    }
}

extension RopeList {
    /// The edits one by one.
    mutating func apply(_ edits: [ScatteredEdit]) {
        var shift = 0
        for edit in edits {
            switch edit.action {
            case .resize(let height):
                resize(edit.index + shift, to: height)
            case .insert(let height):
                insert(height, at: edit.index + shift)
                shift += 1
            case .delete:
                remove(edit.index + shift)
                shift -= 1
            }
        }
    }
}
