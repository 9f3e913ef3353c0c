// QueryLanguage: nothing here yet.
