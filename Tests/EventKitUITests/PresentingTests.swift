import Foundation
import Testing

@testable import UIKit

/// Controllers that present each other, and alerts.
@Suite(.serialized) @MainActor struct PresentingTests {
  private final class Screen: UIViewController {
    var log: [String] = []

    override func viewDidLoad() {
      super.viewDidLoad()
      log.append("loaded")
    }
    override func viewWillAppear(_ animated: Bool) { log.append("will appear") }
    override func viewDidAppear(_ animated: Bool) { log.append("appeared") }
    override func viewWillDisappear(_ animated: Bool) { log.append("will disappear") }
    override func viewDidDisappear(_ animated: Bool) { log.append("disappeared") }
  }

  private func alert(_ titles: [(String, UIAlertAction.Style)], _ chosen: @escaping (String) -> Void)
    -> UIAlertController
  {
    let alert = UIAlertController(title: "No access", message: "Really?", preferredStyle: .alert)
    for (title, style) in titles {
      alert.addAction(UIAlertAction(title: title, style: style) { chosen($0.title ?? "") })
    }
    return alert
  }

  // MARK: Presenting

  @Test func presentReturnsAtOnceAndShowsInTheRunLoop() throws {
    let (desk, screen) = (try Desk(), Screen())
    var isShown = false
    var isGone = false
    desk.presenter.present(screen, animated: true) { isShown = true }
    #expect(
      desk.presenter.presentedViewController === screen && screen.presentingViewController === desk.presenter)
    #expect(!isShown && screen.log == [])
    desk.type()
    #expect(isShown && screen.log == ["loaded", "will appear", "appeared"])
    screen.dismiss(animated: true) { isGone = true }
    #expect(
      desk.presenter.presentedViewController == nil && screen.presentingViewController == nil && !isGone)
    desk.type()
    #expect(isGone && screen.log.suffix(2) == ["will disappear", "disappeared"])
  }

  @Test func aSecondOneIsRefusedWithALine() throws {
    let desk = try Desk()
    let (one, other) = (Screen(), Screen())
    desk.presenter.present(one, animated: true)
    desk.presenter.present(other, animated: true)
    desk.type()
    #expect(desk.presenter.presentedViewController === one && other.log == [])
    #expect(desk.seen() == "UIKit: UIViewController does not present Screen: it presents Screen already\n")
    // One above the other is fine, and goes with it.
    one.present(other, animated: true)
    desk.type()
    #expect(other.log.last == "appeared")
    desk.presenter.dismiss(animated: true)
    #expect(other.log.last == "disappeared" && one.presentedViewController == nil)
  }

  @Test func dismissingNothingDoesNothing() throws {
    let desk = try Desk()
    var isDone = false
    desk.presenter.dismiss(animated: true) { isDone = true }
    desk.type()
    #expect(isDone && desk.seen() == "")
  }

  @Test func aStackShowsItsTop() throws {
    let desk = try Desk()
    let (root, top) = (Screen(), Screen())
    let navigation = UINavigationController(rootViewController: root)
    desk.present(navigation)
    navigation.pushViewController(top, animated: true)
    desk.type()
    #expect(
      root.log.last == "appeared" && top.log.last == "appeared" && navigation.visibleViewController === top)
    #expect(top.presentingViewController === desk.presenter && top.navigationController === navigation)
    #expect(navigation.popViewController(animated: true) === top && top.log.last == "disappeared")
    #expect(navigation.popViewController(animated: true) == nil && navigation.topViewController === root)
    root.dismiss(animated: true)
    #expect(desk.presenter.presentedViewController == nil && root.log.last == "disappeared")
  }

  // MARK: Alerts

  @Test func anActionIsChosenByItsNumberOrBeginning() throws {
    let desk = try Desk()
    var chosen: [String] = []
    let titles: [(String, UIAlertAction.Style)] = [
      ("Settings", .default), ("Delete", .destructive), ("Cancel", .cancel),
    ]
    for answer in ["1", "del", "CANCEL"] {
      desk.present(alert(titles) { chosen.append($0) }, typing: "", "7", "x", answer)
      #expect(desk.presenter.presentedViewController == nil)
    }
    #expect(chosen == ["Settings", "Delete", "Cancel"])
    let seen = desk.seen()
    #expect(
      seen.hasPrefix("No access\nReally?\nPlease type a number from 1 to 3, or the beginning of a choice.\n"))
    #expect(desk.labels.first == "1 Settings  2 Delete (destructive)  3 Cancel")
  }

  @Test func theEndOfInputIsCancel() throws {
    let desk = try Desk()
    var chosen: [String] = []
    desk.present(alert([("Go", .default), ("Cancel", .cancel)]) { chosen.append($0) })
    desk.present(alert([("Go", .default), ("Stay", .default)]) { chosen.append($0) })
    #expect(chosen == ["Cancel"] && desk.presenter.presentedViewController == nil)
  }

  @Test func enterIsTheOnlyOrPreferredAction() throws {
    let desk = try Desk()
    var chosen: [String] = []
    desk.present(alert([("OK", .default)]) { chosen.append($0) }, typing: "")
    let two = alert([("Go", .default), ("Stay", .default)]) { chosen.append($0) }
    two.preferredAction = two.actions.last
    desk.present(two, typing: "")
    #expect(chosen == ["OK", "Stay"])
  }

  @Test func aHandlerMayPresentTheNext() throws {
    let desk = try Desk()
    var chosen: [String] = []
    let second = alert([("Two", .default)]) { chosen.append($0) }
    let first = alert([("One", .default)]) { title in
      chosen.append(title)
      desk.presenter.present(second, animated: true)
    }
    desk.present(first, typing: "", "")
    #expect(chosen == ["One", "Two"])
  }

  @Test func fieldsAreLines() throws {
    let desk = try Desk()
    var text: String?
    let alert = UIAlertController(title: "New calendar", message: nil, preferredStyle: .alert)
    alert.addTextField { $0.placeholder = "Name" }
    alert.addAction(
      UIAlertAction(title: "Add", style: .default) { _ in text = alert.textFields?.first?.text })
    desk.present(alert, typing: "Sports", "")
    #expect(text == "Sports" && desk.labels == ["Name", "1 Add"])
  }

  @Test func anAlertThatTheProgramDismissesChoosesNothing() throws {
    let desk = try Desk()
    var chosen: [String] = []
    let alert = alert([("OK", .default), ("Cancel", .cancel)]) { chosen.append($0) }
    desk.present(alert, [.program { desk.presenter.dismiss(animated: true) }, .line("1")])
    #expect(chosen == [])
  }

  // MARK: The rest

  @Test func theSettingsSayHowAccessIsGiven() throws {
    let desk = try Desk()
    var isOpen: Bool?
    let url = try #require(URL(string: UIApplication.openSettingsURLString))
    #expect(UIApplication.shared.canOpenURL(url))
    UIApplication.shared.open(url) { isOpen = $0 }
    desk.type()
    #expect(isOpen == true && desk.seen().contains("kal access grant"))
  }

  @Test func colorsGoBothWays() {
    let color = UIColor(cgColor: UIColor.systemBlue.cgColor)
    #expect(color == .systemBlue && color.cgColor.description == "#007AFF")
    var (red, green, blue, alpha): (CGFloat, CGFloat, CGFloat, CGFloat) = (0, 0, 0, 0)
    #expect(UIColor.orange.getRed(&red, green: &green, blue: &blue, alpha: &alpha))
    #expect(red == 1 && green == 128 / 255 && blue == 0 && alpha == 1)
    #expect(UIColor.red.withAlphaComponent(0.5).cgColor.alpha == 0.5)
  }
}
