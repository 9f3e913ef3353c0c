// LineEditor: nothing here yet.
