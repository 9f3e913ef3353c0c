// Model: nothing here yet.
