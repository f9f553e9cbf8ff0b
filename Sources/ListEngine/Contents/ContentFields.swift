extension FieldRequest {
    /// Returns a ready-made field with a content.
    public func content(_ content: ItemContent) -> ContentCell {
        let cell = dequeue(ContentCell.self)
        cell.content = content
        return cell
    }

    /// Returns a ready-made field of a header with a content, such as a title.
    public func title(_ content: ItemContent) -> ContentView {
        let view = dequeue(ContentView.self)
        view.content = content
        // The field may have been a title that sorts.
        view.tapHandler = nil
        return view
    }
}
