// CivilTime: nothing here yet.
