import TouchdKit

extension Component {
  /// The states of gestures that are published: what a finger does in between is for the events socket.
  static let eventTypes = ["began", "ended", "cancelled"]
  /// The sensors, by the members of the counters.
  private static let counters = [
    "touches": "Touches", "cancelled": "Cancelled touches", "dropped": "Lost events",
  ]

  /// Every entity of a kiosk, in a fixed order.
  static func all(of kiosk: KioskState, _ published: Set<BrokerDescription.Publication>, _ topics: Topics)
    -> [Component]
  {
    var components: [Component] = []
    if published.contains(.events) { components += events(of: kiosk, topics) }
    if published.contains(.touched) { components.append(touched(topics)) }
    if published.contains(.panels) { components += panels(of: kiosk, topics) }
    if published.contains(.counters) { components += sensors(topics) }
    return components + buttons(of: kiosk, topics)
  }

  /// Two gestures of the same name are one: they have one topic.
  private static func events(of kiosk: KioskState, _ topics: Topics) -> [Component] {
    var names: [String] = []
    for name in kiosk.layouts.flatMap(\.gestures) where !names.contains(name) { names.append(name) }
    return names.map { name in
      Component(
        key: "event_" + keyPart(name), platform: .event,
        options: [
          ("name", .string(name)), ("state_topic", .string(topics.event(name))),
          ("event_types", .array(eventTypes.map(JSON.string))),
        ])
    }
  }

  private static func touched(_ topics: Topics) -> Component {
    Component(
      key: "touched", platform: .binarySensor,
      options: [
        ("name", "Touched"), ("state_topic", .string(topics.touched)), ("device_class", "occupancy"),
      ])
  }

  private static func panels(of kiosk: KioskState, _ topics: Topics) -> [Component] {
    kiosk.panels.states.map { panel in
      Component(
        key: "panel_" + keyPart(panel.id), platform: .binarySensor,
        options: [
          ("name", .string(panel.id)), ("state_topic", .string(topics.panel(panel.id))),
          ("device_class", "connectivity"), ("entity_category", "diagnostic"),
        ])
    }
  }

  private static func sensors(_ topics: Topics) -> [Component] {
    counters.sorted { $0.key < $1.key }.map { member, name in
      Component(
        key: "counter_" + member, platform: .sensor,
        options: [
          ("name", .string(name)), ("state_topic", .string(topics.counters)),
          ("value_template", .string("{{ value_json.\(member) }}")), ("state_class", "total_increasing"),
          ("entity_category", "diagnostic"),
        ])
    }
  }

  /// Of what the layouts allow.
  private static func buttons(of kiosk: KioskState, _ topics: Topics) -> [Component] {
    kiosk.layouts.flatMap { layout in
      var buttons: [Component] = []
      if layout.commands.contains("cancel") {
        buttons.append(button("cancel", "Cancel touches", nil, layout.name, topics))
      }
      if layout.commands.contains("show") {
        for page in layout.pages {
          buttons.append(button("show", "Show \(page)", page, layout.name, topics))
          buttons.append(button("hide", "Hide \(page)", page, layout.name, topics))
        }
      }
      return buttons
    }
  }

  private static func button(
    _ command: String, _ name: String, _ page: String?, _ layout: String, _ topics: Topics
  ) -> Component {
    let target: [(key: String, value: JSON)] = page.map { [("id", .string($0))] } ?? []
    let payload = JSON.object(target + [("layout", .string(layout))])
    return Component(
      key: ([command, keyPart(layout)] + (page.map { [keyPart($0)] } ?? [])).joined(separator: "__"),
      platform: .button,
      options: [
        ("name", .string(name)), ("command_topic", .string(topics.command(command))),
        ("payload_press", .string(payload.text)),
      ])
  }
}
