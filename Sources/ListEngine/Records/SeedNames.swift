// The names of the library that this door takes after. Code that was written for it compiles with them.

public typealias P9CollectionViewHandler = CollectionViewHandler
public typealias P9CollectionViewCellProtocol = RecordView
public typealias P9CollectionViewCellDelegate = RecordViewDelegate
public typealias P9CollectionViewHandlerDelegate = CollectionViewHandlerDelegate
