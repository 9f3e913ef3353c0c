/// What the items are called.
enum Words {
  static let titles = [
    "Standup", "Review", "Lunch", "Planning", "Gym", "Call with Ann", "Budget meeting", "Retrospective",
    "Workshop",
    "School", "Concert", "Train to Lisbon", "Haircut", "One to one", "Demo", "Interview", "Board", "Choir",
    "Swimming",
    "Customer visit", "Release", "Maintenance window", "Book club", "Parents evening", "Tax adviser",
    "Garden",
  ]
  static let notes = [
    "Bring the papers", "Agenda in the wiki", "The room has changed twice already",
    "Door code 1234 - call before",
    "Slides are due the day before", "Remember the charger", "Ask for the minutes of last time",
  ]
  static let searched = "Dentist"
  static let searchedNote = "Ask the dentist about the insurance"
  static let places = ["Room", "Office", "Hall", "Studio"]
  static let tasks = [
    "Pay the rent", "Buy milk", "Return the books", "Renew the passport", "Water the plants",
    "Call the insurance",
    "Backup", "Sort the photographs", "Clean the windows", "Book the train", "Answer the letter",
    "Order filters",
  ]
}
