/// Has forms filled in by a person, wherever that person is.
package protocol FormFiller {
  /// Asks until the form is over.
  func run<Controller: FormController>(_ controller: Controller) -> Controller.Outcome
  /// The same after offering what the one before was not finished with; nil where that was given up.
  func resume<Controller: FillableForm>(_ controller: Controller) -> Controller.Outcome?
}
