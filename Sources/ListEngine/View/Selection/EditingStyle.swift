/// The edit that the user requested for an item of a list that is being edited.
public enum CollectionEditingStyle: Sendable, Hashable {
    case delete, insert
}
