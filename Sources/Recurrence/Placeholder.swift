// Recurrence: nothing here yet.
