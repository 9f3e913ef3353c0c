import Foundation

/// Acts for the program when it starts.
///
///     @main class AppDelegate: UIResponder, UIApplicationDelegate {
///       var window: UIWindow?
///       func application(
///         _ application: UIApplication,
///         didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
///       ) -> Bool {
///         window = UIWindow(frame: UIScreen.main.bounds)
///         window?.rootViewController = ViewController()
///         window?.makeKeyAndVisible()
///         return true
///       }
///     }
@MainActor @preconcurrency public protocol UIApplicationDelegate: NSObjectProtocol {
  /// The window of the program.
  var window: UIWindow? { get set }
  /// Comes before `didFinishLaunching`; false does not start the program.
  func application(
    _ application: UIApplication,
    willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool
  /// The program has started; here it makes its window.
  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool
  /// How the program's scene is made.
  func application(
    _ application: UIApplication, configurationForConnecting connectingSceneSession: UISceneSession,
    options: UIScene.ConnectionOptions
  ) -> UISceneConfiguration
  /// Scenes were closed by the person; never called.
  func application(_ application: UIApplication, didDiscardSceneSessions sceneSessions: Set<UISceneSession>)
  /// The program can be used.
  func applicationDidBecomeActive(_ application: UIApplication)
  /// The program ends.
  func applicationWillTerminate(_ application: UIApplication)
}

extension UIApplicationDelegate {
  /// No window.
  public var window: UIWindow? {
    get { nil }
    set {}
  }

  /// Starts the program.
  public func application(
    _ application: UIApplication,
    willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool { true }

  /// Starts the program.
  public func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool { true }

  /// The usual scene.
  public func application(
    _ application: UIApplication, configurationForConnecting connectingSceneSession: UISceneSession,
    options: UIScene.ConnectionOptions
  ) -> UISceneConfiguration { UISceneConfiguration(name: nil, sessionRole: connectingSceneSession.role) }

  /// Does nothing.
  public func application(
    _ application: UIApplication, didDiscardSceneSessions sceneSessions: Set<UISceneSession>
  ) {}

  /// Does nothing.
  public func applicationDidBecomeActive(_ application: UIApplication) {}

  /// Does nothing.
  public func applicationWillTerminate(_ application: UIApplication) {}
}

extension UIApplicationDelegate where Self: UIResponder {
  /// Runs the program: makes its delegate, starts it, and turns the main run loop until no controller, question or
  /// pending request is left.
  public static func main() {
    guard let delegate = Self(coder: NSCoder()) else { return }
    let application = UIApplication.shared
    application.delegate = delegate
    guard application.start(delegate) else { return }
    application.stage.run()
    delegate.applicationWillTerminate(application)
    withExtendedLifetime(delegate) {}
  }
}

extension UIApplication {
  /// Tells the delegate that the program has started; false if it does not want to run.
  func start(_ delegate: any UIApplicationDelegate) -> Bool {
    guard delegate.application(self, willFinishLaunchingWithOptions: nil),
      delegate.application(self, didFinishLaunchingWithOptions: nil)
    else { return false }
    // A program of scenes has no window yet.
    if windows.isEmpty { connectScene(delegate) }
    delegate.applicationDidBecomeActive(self)
    return true
  }
}
