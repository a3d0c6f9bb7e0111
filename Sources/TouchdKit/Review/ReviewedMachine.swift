import Dispatcher
internal import Glibc
import LinuxInput

/// What a review asks of the machine on which it runs. Tests have machines of their own.
struct ReviewedMachine: Sendable {
  /// Why a program of `exec` cannot be started; `nil` if it can, or if that cannot be known.
  let programLack: @Sendable (_ program: String) -> ProgramLack?
  /// Whether systemd has no file of a unit; `false` where that cannot be known.
  let lacksUnit: @Sendable (_ unit: String) -> Bool
  /// What keeps the service from a file that it is to read, or to run.
  let serviceObstacle: @Sendable (_ file: String, _ use: ServiceObstacle.Use) -> ServiceObstacle?
  /// The panels that are there and that a layout would use.
  let panels: @Sendable (_ touchscreen: TouchscreenDescription) -> [KnownPanel]

  /// The connectors of the machine's graphics cards, by name, with a screen or without.
  var outputs: @Sendable () -> [String] = { [] }

  /// A panel that is plugged in.
  struct KnownPanel: Equatable, Sendable {
    let name: String
    let path: String
    /// How many fingers it reports at most; `nil` for any number.
    let fingers: Int?
  }

  /// The machine itself.
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

extension TouchProtocol {
  /// How many fingers a panel reports at most; `nil` where it does not say.
  fileprivate var mostFingers: Int? {
    switch self {
    case .slots(let count): count
    case .packets: nil
    case .singleTouch: 1
    }
  }
}

/// Why a program cannot be started.
enum ProgramLack: Equatable, Sendable {
  case absent
  case folder
  case notExecutable

  /// Looks at a program as `exec` would start it.
  ///
  /// - Parameter program: a path; or a name, which is looked for in the folders of `PATH` and in those of the service.
  static func of(_ program: String) -> ProgramLack? {
    guard !program.contains("/") else { return ofFile(program) }
    let own = getenv("PATH").map { String(cString: $0) } ?? ""
    let folders = Set((own + ":" + ExecOccasion.path).split(separator: ":"))
    let lacks = folders.map { ofFile("\($0)/\(program)") }
    return lacks.contains(nil) ? nil : lacks.contains(.notExecutable) ? .notExecutable : .absent
  }

  /// What may not be looked at may be a program.
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
