internal import Glibc
import LinuxInput

/// What keeps the service from a file.
enum ServiceObstacle: Equatable, Sendable {
  /// Its unit hides the folder from it.
  case hidden(String)
  /// A folder on the way, or the file, is closed to its user.
  case closed(FileReader.Obstacle)

  /// What it does with the file.
  enum Use { case read, run }

  /// By `ProtectHome=` and `PrivateTmp=` of the unit.
  private static let hidden = ["/home/", "/root/", "/run/user/", "/tmp/", "/var/tmp/"]

  /// Looks at a file and the way to it; `nil` if nothing is in the way, and on a machine without the service's user.
  init?(_ file: String, _ use: Use) {
    let place = Self.realPath(of: file)
    if let folder = Self.hidden.first(where: place.hasPrefix) {
      self = .hidden(String(folder.dropLast()))
      return
    }
    // With the groups of `SupplementaryGroups=` and `Group=` of the unit.
    let user = FileReader(named: "touchd", further: ["touchd", "touchd-events"])
    let obstacle = use == .read ? user?.obstacle(toReading: file) : user?.obstacle(toRunning: file)
    guard let obstacle else { return nil }
    self = .closed(obstacle)
  }

  /// Where links lead; of what is not there, or may not be looked at, the path itself.
  private static func realPath(of file: String) -> String {
    guard let place = realpath(file, nil) else { return absolutePath(file) }
    defer { free(place) }
    return String(cString: place)
  }

  /// What is said of it, and what helps.
  func words(for file: String, _ use: Use) -> (message: String, help: String) {
    let refusal = "the service may not \(use) \(quoted(file))"
    return switch self {
    case .hidden(let folder):
      (
        "the service does not see \(quoted(file)): its unit hides \(folder) from it",
        "put \(use == .read ? "the layout itself into /etc/touchd" : "the program into /usr/local/bin")"
      )
    case .closed(.folder(let folder)):
      ("\(refusal): the folder \(folder) is closed to its user", "run: chmod a+rx \(Self.shellWord(folder))")
    case .closed(.file(let name)):
      (
        "\(refusal): the file is closed to its user",
        "run: chmod \(use == .read ? "a+r" : "a+rx") \(Self.shellWord(name))"
      )
    }
  }

  /// A path as a shell reads it back.
  private static func shellWord(_ path: String) -> String {
    let isPlain = path.utf8.allSatisfy { byte in
      Character(UnicodeScalar(byte)).isLetter || Character(UnicodeScalar(byte)).isNumber
        || "/_.-+".utf8.contains(byte)
    }
    return isPlain ? path : "'" + path.replacing("'", with: "'\\''") + "'"
  }
}
