// The public API of this target uses types of Store, so it exports them.
@_exported import Store
