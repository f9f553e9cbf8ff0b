// Compiled when LISTENGINE_LIBRARIES names the folder of their checkouts: see Scripts/named-libraries.sh.
#if NAMED_LIBRARIES
    import DifferenceKit
    import ListDiff

    /// An element as both libraries want it: its value is its identifier and its content.
    private struct NamedElement<Value: Hashable>: Differentiable, Diffable, Equatable {
        let value: Value

        var differenceIdentifier: Value { value }
        var diffIdentifier: AnyHashable { value }
    }

    /// DifferenceKit, and ListDiff, which is IGListKit's algorithm in Swift. Both compute sets of changes that a collection
    /// view can perform; neither needs elements in the order of their first list.
    func namedLibraries<Element: Hashable>(_ pairs: Instances<DiffPair<Element>>) -> [Contestant] {
        let wrapped = Instances(of: 0, count: pairs.count) {
            pairs.withNext {
                DiffPair(old: $0.old.map { NamedElement(value: $0) }, new: $0.new.map { NamedElement(value: $0) })
            }
        }
        return [
            Contestant(.rival("DifferenceKit")) { calls in
                for _ in 0..<calls {
                    wrapped.withNext { keep(StagedChangeset(source: $0.old, target: $0.new).count) }
                }
            },
            Contestant(.rival("ListDiff")) { calls in
                for _ in 0..<calls {
                    wrapped.withNext { keep(List.diffing(oldArray: $0.old, newArray: $0.new).moves.count) }
                }
            },
        ]
    }
#else
    func namedLibraries<Element>(_ pairs: Instances<DiffPair<Element>>) -> [Contestant] { [] }
#endif
