import Foundation
import KalendsKit

/// Walks through KalendsKit on a new store, in the given file or a temporary one.
@main
struct Main {
  static func main() async throws {
    let arguments = CommandLine.arguments.dropFirst()
    let folder = FileManager.default.temporaryDirectory
    let file = folder.appendingPathComponent("kit-tour-\(UUID().uuidString).sqlite").path
    let path = arguments.first ?? file
    try await KitTour(path: path, zone: .current, clock: KLSystem.clock).run { print($0) }
    if arguments.isEmpty {
      for ending in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + ending) }
    }
  }
}
