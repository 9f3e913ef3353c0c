/// Lets a person fill in forms, wherever that person is.
package protocol FormFiller {
  /// Asks until the form ends; returns its outcome.
  func run<Controller: FormController>(_ controller: Controller) -> Controller.Outcome
  /// Does the same after offering the draft of an unfinished form; returns nil if the offer is declined.
  func resume<Controller: FillableForm>(_ controller: Controller) -> Controller.Outcome?
}
