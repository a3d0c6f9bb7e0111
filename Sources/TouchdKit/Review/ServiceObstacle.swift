internal import Glibc
import LinuxInput

/// What keeps the service from reading a file.
enum ServiceObstacle: Equatable, Sendable {
  /// Its unit hides the folder from it.
  case hidden(String)
  /// A folder on the way, or the file, is closed to its user.
  case closed(FileReader.Obstacle)

  /// By `ProtectHome=` and `PrivateTmp=` of the unit.
  private static let hidden = ["/home/", "/root/", "/run/user/", "/tmp/", "/var/tmp/"]

  /// Looks at a file and the way to it; `nil` if nothing is in the way, and on a machine without the service's user.
  static func of(_ file: String) -> ServiceObstacle? {
    let place = realPath(of: file)
    if let folder = hidden.first(where: place.hasPrefix) { return .hidden(String(folder.dropLast())) }
    // With the groups of `SupplementaryGroups=` and `Group=` of the unit.
    let user = FileReader(named: "touchd", further: ["touchd", "touchd-events"])
    return user?.obstacle(toReading: file).map(ServiceObstacle.closed)
  }

  /// Where links lead; of what is not there, or may not be looked at, the path itself.
  private static func realPath(of file: String) -> String {
    guard let place = realpath(file, nil) else { return absolutePath(file) }
    defer { free(place) }
    return String(cString: place)
  }
}
