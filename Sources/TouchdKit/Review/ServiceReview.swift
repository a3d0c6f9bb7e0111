import Dispatcher
internal import Glibc
import LinuxInput
import YAML

/// Looks for files that the service cannot read, and for programs that it cannot run.
struct ServiceReview {
  /// Folder of the service's files. Another file is for a touchd that is started otherwise.
  private static let ownFolder = "/etc/touchd/"

  private let obstacle: (String, ServiceObstacle.Use) -> ServiceObstacle?
  private let findings: Findings

  init(_ obstacle: @escaping (String, ServiceObstacle.Use) -> ServiceObstacle?, _ findings: Findings) {
    (self.obstacle, self.findings) = (obstacle, findings)
  }

  /// Looks at a daemon's file, and the way to its layouts.
  func run(_ daemon: DaemonConfiguration) {
    guard Self.isService(daemon.file) else { return }
    report(daemon.file, .read)
    for (layout, path) in zip(daemon.layouts, daemon.layoutPaths) { report(path, .read, at: layout.mark) }
  }

  /// Looks at the programs of a layout, and at its file if that is checked by itself.
  ///
  /// - Parameter daemon: the daemon's file that names it.
  func run(_ layout: Layout, of daemon: String?) {
    guard Self.isService(daemon ?? layout.file) else { return }
    if daemon == nil { report(layout.file, .read) }
    for responder in layout.responders where responder.isBuiltIn {
      guard let program = (responder.options.value("run") as [String]?)?.first,
        let mark = responder.places["run"], program.hasPrefix("/")
      else { continue }
      report(program, .run, at: mark)
    }
  }

  private static func isService(_ file: String) -> Bool { absolutePath(file).hasPrefix(ownFolder) }

  private func report(_ file: String, _ use: ServiceObstacle.Use, at mark: Mark = Mark(line: 1, column: 1)) {
    guard let words = obstacle(file, use)?.words(for: file, use) else { return }
    findings.warning(words.message, at: mark, help: words.help)
  }
}

/// Obstacle between the service and a file.
enum ServiceObstacle: Equatable, Sendable {
  /// Its unit hides the folder from it.
  case hidden(String)
  /// A folder on the way, or the file, is closed to its user.
  case closed(FileReader.Obstacle)

  enum Use { case read, run }

  /// By `ProtectHome=` and `PrivateTmp=` of the unit.
  private static let hidden = ["/home/", "/root/", "/run/user/", "/tmp/", "/var/tmp/"]

  /// Looks at a file and the way to it; `nil` if nothing is in the way, and on a machine without the service's user.
  init?(_ file: String, _ use: Use) {
    let place = realPath(of: absolutePath(file))
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

  /// A text as a word of a command.
  static func shellWord(_ text: String) -> String {
    let isPlain = !text.isEmpty && text.utf8.allSatisfy { $0.isAlphanumeric || "/_.-+".utf8.contains($0) }
    return isPlain ? text : "'" + text.replacing("'", with: "'\\''") + "'"
  }
}

/// The machine on which a review runs. Tests have machines of their own.
struct ReviewedMachine: Sendable {
  /// Reason for which a program of `exec` cannot be started; `nil` if it can, or if that cannot be known.
  let programLack: @Sendable (_ program: String) -> ProgramLack?
  /// Whether systemd has no file of a unit; `false` where that cannot be known.
  let lacksUnit: @Sendable (_ unit: String) -> Bool
  /// Obstacle between the service and a file that it is to read, or to run.
  let serviceObstacle: @Sendable (_ file: String, _ use: ServiceObstacle.Use) -> ServiceObstacle?
  /// The panels that are there and that a layout would use.
  let panels: @Sendable (_ touchscreen: TouchscreenDescription) -> [KnownPanel]

  /// The connectors of the machine's graphics cards, by name, with a screen or without.
  var outputs: @Sendable () -> [String] = { [] }

  /// A panel that is plugged in.
  struct KnownPanel: Equatable, Sendable {
    let name: String
    let path: String
    /// The most fingers that it reports; `nil` for any number.
    let fingers: Int?
  }

  static let this = ReviewedMachine(
    programLack: ProgramLack.of, lacksUnit: UnitFiles.system.lack,
    serviceObstacle: ServiceObstacle.init, panels: Self.panels, outputs: { DisplayOutput.connectors() })

  /// A device that cannot be opened is left out: then nothing is known of it.
  private static func panels(for touchscreen: TouchscreenDescription) -> [KnownPanel] {
    let nodes = (try? DeviceNode.all()) ?? []
    return nodes.compactMap { node in
      guard let device = (try? InputDevice(path: node.path))?.description, !device.isPage,
        touchscreen.match.mismatch(device, node) == nil,
        let contacts = try? TouchProtocol(of: device, forced: touchscreen.isForced), !device.isPen(contacts)
      else { return nil }
      return KnownPanel(name: device.name, path: node.path, fingers: contacts.mostFingers)
    }
  }
}

/// Reason for which a program cannot be started.
enum ProgramLack: Equatable, Sendable {
  case absent, folder, notExecutable

  /// Looks at a program as `exec` would start it.
  ///
  /// - Parameter program: a path; or a name, which is looked for in the folders of `PATH` and in those of the service.
  static func of(_ program: String) -> ProgramLack? {
    guard !program.contains("/") else { return ofFile(program) }
    let own = getenv("PATH").map { String(cString: $0) } ?? ""
    let lacks = Set("\(own):\(ExecOccasion.path)".split(separator: ":")).map { ofFile("\($0)/\(program)") }
    return lacks.contains(nil) ? nil : lacks.contains(.notExecutable) ? .notExecutable : .absent
  }

  /// Lack of a file as a program. A file that may not be examined may be one.
  private static func ofFile(_ path: String) -> ProgramLack? {
    var status = stat()
    guard stat(path, &status) == 0 else { return [ENOENT, ENOTDIR].contains(errno) ? .absent : nil }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: return .folder
    case S_IFREG: return status.st_mode & (S_IXUSR | S_IXGRP | S_IXOTH) == 0 ? .notExecutable : nil
    default: return .notExecutable
    }
  }
}

/// The folders in which systemd looks for the files of units.
struct UnitFiles: Sendable {
  /// systemd makes it when it starts (sd_booted(3)).
  private let booted: String
  private let folders: [String]

  init(booted: String, folders: [String]) { (self.booted, self.folders) = (booted, folders) }

  /// Those of the system's units (systemd.unit(5)).
  static let system = UnitFiles(
    booted: "/run/systemd/system",
    folders: [
      "/etc/systemd/system.control", "/run/systemd/system.control", "/run/systemd/transient",
      "/run/systemd/generator.early", "/etc/systemd/system", "/etc/systemd/system.attached",
      "/run/systemd/system",
      "/run/systemd/system.attached", "/run/systemd/generator", "/usr/local/lib/systemd/system",
      "/usr/lib/systemd/system", "/lib/systemd/system", "/run/systemd/generator.late",
    ])

  /// Whether none of the folders has a unit's file, or that of its template.
  ///
  /// Mounts and swaps may have no file. Without systemd there is nothing to be known.
  func lack(_ unit: String) -> Bool {
    guard Self.isThere(booted), ![".mount", ".swap"].contains(where: unit.hasSuffix) else { return false }
    var names = [unit]
    // `getty@.service` of `getty@tty1.service`.
    if let at = unit.firstIndex(of: "@"), let dot = unit.lastIndex(of: "."), at < dot {
      names.append(String(unit[...at] + unit[dot...]))
    }
    return !folders.contains { folder in names.contains { Self.isThere("\(folder)/\($0)") } }
  }

  private static func isThere(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 || errno != ENOENT
  }
}
