import Foundation
import Testing

@testable import UIKit

/// What controllers without a dialog of their own show at a terminal.
@Suite(.serialized) @MainActor struct MenuTests {
  private final class Table: UITableViewController {
    var rows = ["Lunch", "Dinner"]
    var chosen: [String] = []

    override func numberOfSections(in tableView: UITableView) -> Int { 2 }

    override func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? {
      section == 0 ? "Today" : nil
    }

    override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
      section == 0 ? rows.count : 0
    }

    override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
      let cell = UITableViewCell(style: .value1, reuseIdentifier: nil)
      cell.textLabel?.text = rows[indexPath.row]
      cell.detailTextLabel?.text = "Home"
      return cell
    }

    override func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
      chosen.append(rows[indexPath.row])
    }
  }

  /// Asks what a controller offers, and whether the program goes on.
  private func ask(_ desk: Desk, _ controller: UIViewController, _ lines: String...) -> Bool {
    desk.type(lines.map { .line($0) })
    return Menu(controller).ask(on: UIApplication.shared.stage)
  }

  private func shown(_ controller: UIViewController) -> UIViewController {
    let window = UIWindow(frame: UIScreen.main.bounds)
    window.rootViewController = controller
    window.makeKeyAndVisible()
    return controller
  }

  @Test func rowsAreNumberedAndChosen() throws {
    let (desk, table) = (try Desk(), Table(style: .plain))
    table.title = "Meals"
    _ = shown(table)
    #expect(ask(desk, table, "2") && ask(desk, table, "lun") && !ask(desk, table, "q"))
    #expect(table.chosen == ["Dinner", "Lunch"] && desk.labels == ["q quit", "q quit", "q quit"])
    #expect(desk.seen().hasPrefix("Meals\nToday\n 1 Lunch  Home\n 2 Dinner  Home\nMeals\n"))
  }

  @Test func aTableWithoutADelegateIsAList() throws {
    let (desk, table) = (try Desk(), Table(style: .plain))
    _ = shown(table)
    table.tableView.delegate = nil
    #expect(!ask(desk, table))
    #expect(desk.seen() == "Today\n   Lunch  Home\n   Dinner  Home\n" && desk.labels == [])
  }

  @Test func buttonsAreChoices() throws {
    let (desk, screen) = (try Desk(), UIViewController())
    var done: [String] = []
    screen.navigationItem.rightBarButtonItem = UIBarButtonItem(
      systemItem: .add, primaryAction: UIAction { _ in done.append("add") })
    screen.navigationItem.leftBarButtonItem = UIBarButtonItem(
      title: "More",
      menu: UIMenu(children: [UIAction(title: "Sort") { _ in done.append("sort") }]))
    let button = UIButton(type: .system, primaryAction: UIAction(title: "Ask") { _ in done.append("ask") })
    let label = UILabel()
    label.text = "No events yet"
    let box = UIView()
    box.addSubview(label)
    box.addSubview(button)
    screen.view.addSubview(box)
    _ = shown(screen)
    #expect(ask(desk, screen, "2") && ask(desk, screen, "sort") && ask(desk, screen, "ask"))
    #expect(done == ["add", "sort", "ask"] && desk.labels.last == "1 Sort  2 Add  3 Ask  q quit")
    #expect(desk.seen().hasPrefix("No events yet\n"))
    // What is left out or cannot be used is no choice.
    box.isHidden = true
    screen.navigationItem.leftBarButtonItem?.isEnabled = false
    screen.navigationItem.rightBarButtonItem = nil
    #expect(!ask(desk, screen) && desk.seen() == "")
  }

  @Test func whatCoversAnotherLeadsBack() throws {
    let desk = try Desk()
    let (root, top) = (UIViewController(), UIViewController())
    let navigation = UINavigationController(rootViewController: root)
    _ = shown(navigation)
    navigation.pushViewController(top, animated: false)
    #expect(navigation.foremost === top && ask(desk, top, "q") && navigation.foremost === root)
    root.present(top, animated: false)
    desk.type()
    #expect(navigation.foremost === top && ask(desk, top, "x", "q") && navigation.foremost === root)
    #expect(desk.labels.last == "q back" && desk.seen() == "Please type the letter.\n")
  }

  @Test func theEndOfInputEndsTheProgram() throws {
    let (desk, table) = (try Desk(), Table(style: .plain))
    _ = shown(table)
    #expect(!ask(desk, table) && table.chosen == [])
  }

  /// What the program changes while the menu waits is shown, and numbers mean what is shown.
  @Test func aListThatChangesIsShownAnew() throws {
    let desk = try Desk()
    let table = Table()
    _ = shown(table)
    desk.type([
      .program {
        table.rows.remove(at: 0)
        table.tableView.reloadData()
      }, .line("1"),
    ])
    let stage = UIApplication.shared.stage
    #expect(Menu(table).ask(on: stage) && table.chosen.isEmpty, "the menu has ended and is drawn again")
    _ = desk.seen()
    #expect(Menu(table).ask(on: stage) && table.chosen == ["Dinner"])
    #expect(desk.seen().contains("1 Dinner"))
  }
}
