import Foundation

/// The part of a program that a scene belongs to.
@MainActor @preconcurrency open class UISceneSession: NSObject {
  /// What a scene is for.
  public struct Role: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String
    /// Creates a role.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// A window of the program.
    public static let windowApplication = Role(rawValue: "UIWindowSceneSessionRoleApplication")
  }

  /// What the scene is for.
  public let role = Role.windowApplication
}

/// How a scene is made.
@MainActor @preconcurrency open class UISceneConfiguration: NSObject {
  /// The name of the configuration.
  public let name: String?
  /// What the scene is for.
  public let role: UISceneSession.Role
  /// The class that acts for the scene; nil for the program's `SceneDelegate`.
  open var delegateClass: AnyClass?

  /// Creates a configuration.
  public init(name: String?, sessionRole: UISceneSession.Role) {
    (self.name, role) = (name, sessionRole)
    super.init()
  }
}

extension UIScene {
  /// Why a scene was made.
  @MainActor @preconcurrency open class ConnectionOptions: NSObject {}
}

/// Acts for a scene.
@MainActor @preconcurrency public protocol UISceneDelegate: NSObjectProtocol {
  /// The scene is there; its delegate makes the window.
  func scene(
    _ scene: UIScene, willConnectTo session: UISceneSession,
    options connectionOptions: UIScene.ConnectionOptions)
  /// The scene is to be seen.
  func sceneWillEnterForeground(_ scene: UIScene)
  /// The person can answer.
  func sceneDidBecomeActive(_ scene: UIScene)
  /// The person cannot answer any more.
  func sceneWillResignActive(_ scene: UIScene)
  /// The scene is not to be seen any more.
  func sceneDidEnterBackground(_ scene: UIScene)
  /// The scene is gone.
  func sceneDidDisconnect(_ scene: UIScene)
}

extension UISceneDelegate {
  /// Does nothing.
  public func scene(
    _ scene: UIScene, willConnectTo session: UISceneSession,
    options connectionOptions: UIScene.ConnectionOptions
  ) {}
  /// Does nothing.
  public func sceneWillEnterForeground(_ scene: UIScene) {}
  /// Does nothing.
  public func sceneDidBecomeActive(_ scene: UIScene) {}
  /// Does nothing.
  public func sceneWillResignActive(_ scene: UIScene) {}
  /// Does nothing.
  public func sceneDidEnterBackground(_ scene: UIScene) {}
  /// Does nothing.
  public func sceneDidDisconnect(_ scene: UIScene) {}
}

/// Acts for a scene with windows.
@MainActor @preconcurrency public protocol UIWindowSceneDelegate: UISceneDelegate {
  /// The window of the scene.
  var window: UIWindow? { get set }
}

extension UIWindowSceneDelegate {
  /// No window.
  public var window: UIWindow? {
    get { nil }
    set {}
  }
}

extension UIApplication {
  /// Connects the scene of a program whose windows its scene's delegate makes: the class that the configuration names, or
  /// else the class `SceneDelegate` of the program's module, which is what property lists of projects name.
  func connectScene(_ delegate: any UIApplicationDelegate) {
    let session = UISceneSession()
    let options = UIScene.ConnectionOptions()
    let configuration = delegate.application(self, configurationForConnecting: session, options: options)
    let named = configuration.delegateClass ?? Self.sceneDelegate(of: delegate)
    guard let type = named as? any (UIResponder & UISceneDelegate).Type,
      let made = type.init(coder: NSCoder())
    else { return }
    sceneDelegate = made
    for case let scene in connectedScenes {
      made.scene(scene, willConnectTo: session, options: options)
      made.sceneWillEnterForeground(scene)
      made.sceneDidBecomeActive(scene)
    }
  }

  private static func sceneDelegate(of delegate: any UIApplicationDelegate) -> AnyClass? {
    let module = String(reflecting: type(of: delegate)).split(separator: ".").dropLast().joined(
      separator: ".")
    return module.isEmpty ? nil : NSClassFromString(module + ".SceneDelegate")
  }
}
