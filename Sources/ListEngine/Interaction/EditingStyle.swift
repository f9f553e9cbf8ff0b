/// What the user has asked for, for an item of a list that is being edited.
public enum CollectionEditingStyle: Sendable, Hashable {
    case delete, insert
}
