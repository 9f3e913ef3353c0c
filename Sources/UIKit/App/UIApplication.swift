import Foundation
import Platform

/// The program.
@MainActor @preconcurrency open class UIApplication: UIResponder {
  /// The keys of options for opening an address.
  public struct OpenExternalURLOptionsKey: RawRepresentable, Hashable, Sendable {
    /// The key's name.
    public let rawValue: String
    /// Creates a key.
    public init(rawValue: String) { self.rawValue = rawValue }
  }

  /// The keys of the reasons why a program was started.
  public struct LaunchOptionsKey: RawRepresentable, Hashable, Sendable {
    /// The key's name.
    public let rawValue: String
    /// Creates a key.
    public init(rawValue: String) { self.rawValue = rawValue }
  }

  /// The one program of this process.
  public class var shared: UIApplication { only }
  private static let only = UIApplication()

  /// The address that stands for the settings of the program.
  public nonisolated class var openSettingsURLString: String { "app-settings:" }

  /// What acts for the program.
  open weak var delegate: (any UIApplicationDelegate)?

  /// The windows, those made visible last at the end.
  public internal(set) var windows: [UIWindow] = []

  /// The window that shows the program's screen.
  public var keyWindow: UIWindow? { windows.last }

  /// The one scene of the program.
  public var connectedScenes: Set<UIScene> { [scene] }
  private let scene = UIWindowScene()

  /// What acts for the scene.
  var sceneDelegate: (any UISceneDelegate)?

  /// What happens at the terminal.
  package var stage = Stage()

  /// Whether an address can be opened: those of the settings alone.
  open func canOpenURL(_ url: URL) -> Bool { url.absoluteString == Self.openSettingsURLString }

  /// Opens an address: for the settings it says how access to the calendar is changed; other addresses are printed.
  ///
  /// `completion` learns whether the address can be opened.
  open func open(
    _ url: URL, options: [UIApplication.OpenExternalURLOptionsKey: Any] = [:],
    completionHandler completion: ((Bool) -> Void)? = nil
  ) {
    let isKnown = canOpenURL(url)
    if isKnown {
      let process = ProcessInfo.processInfo.processName
      let name = process.contains(" ") ? "\"\(process)\"" : process
      stage.say(
        "`kal access` shows what programs may do; "
          + "`kal access grant \(name) events full` lets \(name) use your calendar.")
    } else {
      stage.say("Open \(url.absoluteString)")
    }
    if let completion { stage.perform { completion(isKnown) } }
  }
}

/// A part of a program's screen.
@MainActor @preconcurrency open class UIScene: UIResponder {
  /// Whether the person sees a scene.
  public enum ActivationState: Int, Sendable {
    /// The scene is not connected.
    case unattached = -1
    /// The person sees the scene and can answer.
    case foregroundActive = 0
    /// The person sees the scene and cannot answer.
    case foregroundInactive = 1
    /// The person does not see the scene.
    case background = 2
  }

  /// Always active: the terminal is the program's.
  public var activationState: ActivationState { .foregroundActive }
}

/// The scene of the program's windows.
@MainActor @preconcurrency open class UIWindowScene: UIScene {
  /// The windows of the program.
  public var windows: [UIWindow] { UIApplication.shared.windows }

  /// The window that shows the program's screen.
  public var keyWindow: UIWindow? { UIApplication.shared.keyWindow }
}
