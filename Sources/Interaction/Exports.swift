// The person at the terminal and the forms asked there are words of this module.
@_exported import Dialogs
