/// The names of all topics of one kiosk.
struct Topics: Equatable, Sendable {
  /// What comes before each of them, without a `/` at the end.
  let base: String
  /// What comes before Home Assistant's; `nil` without discovery.
  let discoveryPrefix: String?
  /// The kiosk's id.
  let id: String

  /// Whether the bridge is there: `online`, or `offline`, which is its last will.
  var availability: String { base + "/availability" }
  /// Which layouts there are, and whether there is a daemon.
  var state: String { base + "/state" }
  /// Whether a finger is on the glass: `ON` or `OFF`.
  var touched: String { base + "/touched" }
  /// What went through the daemon.
  var counters: String { base + "/counters" }
  /// What came of commands.
  var answer: String { base + "/answer" }
  /// All commands, to subscribe to.
  var commands: String { base + "/command/+" }
  /// What Home Assistant reads of this kiosk.
  var discovery: String? { discoveryPrefix.map { "\($0)/device/\(id)/config" } }
  /// Where Home Assistant says that it has started.
  var homeAssistant: String? { discoveryPrefix.map { $0 + "/status" } }

  /// Where events of a name are published.
  func event(_ name: String) -> String { base + "/event/" + Self.level(name) }

  /// Whether a panel is connected: `ON` or `OFF`.
  func panel(_ id: String) -> String { base + "/panel/" + Self.level(id) }

  /// Where a command is expected.
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
    String(scalar).utf8.map { byte in
      (byte < 0x10 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
    }.joined()
  }
}
