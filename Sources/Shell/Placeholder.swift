// Shell: nothing here yet.
