import ListEngineLayout

// A list that updates a collection view must be the view's data source: its changes fit no other data. The view knows which
// lists are, because they are called when it loads. A program's own data source can pass these calls on.

/// A list that answered for the data source of a collection view.
struct AnsweringList {
    weak var list: AnyObject?
}

/// A list that is also the delegate of its collection view.
@MainActor
protocol AttachedList: CollectionViewDataSource, CollectionViewDelegate {
    /// The collection view shows something else.
    func detach(from collectionView: CollectionView)
}

extension CollectionView {
    /// The completion of an update of a list. If a full reload was pending before it, only the reload shows whether the list
    /// is still the data source.
    func completion(of list: AnyObject, _ completion: UpdateCompletion?) -> UpdateCompletion? {
        guard let completion, loadsEverything else { return completion }
        return { [weak self, weak list] result in
            guard result.isApplied, let self, let list, !isUpdated(by: list) else { return completion(result) }
            completion(.failed(UpdateError.dataSourceReplaced))
        }
    }

    /// Whether a list is the data source, or answers for it. While a full reload is pending, any list may be.
    func isUpdated(by list: AnyObject) -> Bool {
        dataSource === list || loadsEverything || hasAnswered(list)
    }

    private func hasAnswered(_ list: AnyObject) -> Bool { attached.answering.contains { $0.list === list } }

    /// Notes that a list was called for the data source. A list calls it when it returns the number of its sections.
    /// - Parameter owner: The collection view that the list updates.
    func noteAnswer(of list: AnyObject, updating owner: CollectionView?) {
        guard dataSource !== list || owner !== self, !hasAnswered(list) else {
            return
        }
        attached.answering.append(AnsweringList(list: list))
        guard owner !== self else { return }
        report(
            .sharedDataSource, nil,
            "the data source (\(Swift.type(of: list))) updates "
                + (owner == nil ? "no collection view" : "another collection view")
                + ", so this one shows its updates only after reloadData(). Make a data source for each collection view."
        )
    }
}
