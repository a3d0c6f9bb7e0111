internal import CLibSystemd
import LinuxInput
import TouchdKit

/// The names of all topics of one kiosk.
struct Topics: Equatable, Sendable {
  /// Prefix of each of them, without a `/` at the end.
  let base: String
  /// Prefix of Home Assistant's; `nil` without discovery.
  let discoveryPrefix: String?
  /// The kiosk's id.
  let id: String

  /// Whether the bridge is there: `online`, or `offline`, which is its last will.
  var availability: String { base + "/availability" }
  /// Which layouts there are, and whether there is a daemon.
  var state: String { base + "/state" }
  /// Whether a finger is on the glass: `ON` or `OFF`.
  var touched: String { base + "/touched" }
  /// The daemon's counters.
  var counters: String { base + "/counters" }
  /// The incidents that the daemon has saved.
  var incidents: String { base + "/incidents" }
  /// Topic of what visitors of a layout did.
  func statistics(_ layout: String) -> String { base + "/statistics/" + Self.level(layout) }
  /// Answers to commands.
  var answer: String { base + "/answer" }
  /// All commands, to subscribe to.
  var commands: String { base + "/command/+" }
  /// This kiosk's configuration for Home Assistant.
  var discovery: String? { discoveryPrefix.map { "\($0)/device/\(id)/config" } }
  /// Topic at which Home Assistant announces that it has started.
  var homeAssistant: String? { discoveryPrefix.map { $0 + "/status" } }

  func event(_ name: String) -> String { base + "/event/" + Self.level(name) }

  /// Whether a panel is connected: `ON` or `OFF`.
  func panel(_ id: String) -> String { base + "/panel/" + Self.level(id) }

  func command(_ name: String) -> String { base + "/command/" + name }

  /// The command that a topic stands for; `nil` if it is another topic.
  func command(of topic: String) -> String? {
    let start = base + "/command/"
    return topic.hasPrefix(start) ? String(topic.dropFirst(start.count)) : nil
  }

  /// A name as one level of a topic: what has a meaning there, and what no topic may have, is written as in a URL,
  /// `%2F`.
  static func level(_ name: String) -> String {
    var level = ""
    for scalar in name.unicodeScalars {
      switch scalar {
      case "/", "+", "#", "%": level += percent(scalar)
      case _
      where scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
        || scalar.properties.isNoncharacterCodePoint:
        level += percent(scalar)
      default: level.unicodeScalars.append(scalar)
      }
    }
    return level
  }

  private static func percent(_ scalar: Unicode.Scalar) -> String {
    String(scalar).utf8.map { "%" + $0.hexadecimal(2).uppercased() }.joined()
  }
}

/// Which kiosk it is, and which run of the bridge.
struct Identity: Equatable, Sendable {
  /// Of the machine, for MQTT alone: 32 hexadecimal digits, the same after each start.
  let id: String
  /// The machine's name.
  let host: String
  /// Id that no other run of the bridge has.
  let run: String
  /// The bridge's version.
  let version: String

  /// A text of the configuration with the kiosk's own id and name in the place of `{id}` and `{host}`.
  func filled(_ text: String) -> String {
    // The id comes first: it has no brace, and a name may have some.
    text.replacing("{id}", with: id).replacing("{host}", with: host)
  }

  /// Makes the id differ from those of other programs on this machine: no program may publish
  /// `/etc/machine-id` itself (machine-id(5)). A random number. (O)
  private static let application: [UInt8] = [
    0x7A, 0x1C, 0x5E, 0x93, 0x0D, 0x44, 0x4B, 0x8F, 0xA2, 0x6E, 0x31, 0xC8, 0x57, 0xB9, 0x20, 0xED,
  ]

  /// This machine's.
  ///
  /// - Throws: ``SystemError``, `ENOENT` or `ENOMEDIUM` if the machine has no id.
  static func ofMachine() throws(SystemError) -> Identity {
    var (application, machine) = (sd_id128_t(), sd_id128_t())
    withUnsafeMutableBytes(of: &application) { $0.copyBytes(from: Self.application) }
    let result = sd_id128_get_machine_app_specific(application, &machine)
    guard result >= 0 else {
      throw SystemError(
        call: "sd_id128_get_machine_app_specific", on: "/etc/machine-id", code: -result,
        remedy: "`systemd-machine-id-setup` gives the machine an id")
    }
    let id = withUnsafeBytes(of: machine) { $0.map { $0.hexadecimal(2) }.joined() }
    let run = UInt32.random(in: 0 ... .max).hexadecimal(8)
    return Identity(id: id, host: HostName.own ?? "kiosk", run: run, version: Touchd.version)
  }
}
