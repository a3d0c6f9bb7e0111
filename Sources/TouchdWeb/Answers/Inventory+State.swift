import TouchdKit

extension Inventory {
  /// The answer to `/state`: one object, with the keys of the lines.
  var state: JSON {
    .object([
      ("touchd", hello?["touchd"] ?? .null), ("t", time ?? .null),
      ("layouts", .array(screens.map(\.state))),
      ("devices", .array(devices.map { $0.without("t", "kind") })),
      ("counters", counters?.without("t", "kind") ?? .null),
    ])
  }
}

extension Inventory.Screen {
  fileprivate var state: JSON {
    guard
      case .object(let members) = line.without("t", "kind", "dark", "claimed", "views", "touches")
    else { return .null }
    return .object(
      members + [
        ("dark", .bool(isDark)),
        ("claimed", .array(claimed.map(JSON.string))),
        ("views", .array(views.map { $0.without("t", "kind", "layout") })),
        ("touches", .array(touches.map { $0.without("t", "kind", "layout") })),
      ])
  }

  var isDark: Bool { changes.contains { $0.string("what") == "display" && $0["dark"] == .bool(true) } }

  /// The responders that programs answer for.
  var claimed: [String] {
    changes.filter { $0["claimed"] == .bool(true) }.compactMap { $0.string("id") }
  }

  var name: String { line.string("layout") ?? "" }
}
