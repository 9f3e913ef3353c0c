// nothing here yet.
