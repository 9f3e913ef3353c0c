// QueryEngine: nothing here yet.
