/// A small number that stands for an identifier.
@usableFromInline typealias Token = UInt32
