// Store: nothing here yet.
