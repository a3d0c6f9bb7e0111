import TestTables

/// The keys of a panel: a press goes along the chain, and the page gets it where nothing keeps it.
@Suite("Keys of a panel") struct ScreenKeyRules {
  struct Row: TableRow {
    var what = ""
    /// Frames of the panel, one a line (see ``FrameText``); `detach` unplugs it, `sleep` is of the machine. It has the
    /// key 172, `home`.
    let given: String
    var isKept = false
    var isHeld = true
    /// What the page gets: keys, and `|` between its frames.
    let page: String
  }

  static let rows: Table<Row> = [
    "passed on, each in a frame of its own": Row(given: "home 1\nhome 0", page: "172:1 | 172:0"),
    "after the touches of their frame": Row(given: "id 1; home 1", page: "330:1 | 172:1"),
    "kept by a window": Row(given: "home 1\nhome 0", isKept: true, page: ""),
    "not of a panel that others read as well": Row(given: "home 1\nhome 0", isHeld: false, page: ""),
    "not those that it does not have": Row(given: "volume 1\nvolume 0", page: ""),
    "pressed again without a release": Row(
      given: "home 1\nhome 1\nhome 0\nhome 0", page: "172:1 | 172:0 | 172:1 | 172:0"),
    "released where the panel goes": Row(given: "home 1\ndetach", page: "172:1 | 172:0"),
    "released where events were lost": Row(given: "home 1\ndropped", page: "172:1 | 172:0"),
    "released where the machine slept": Row(
      given: "home 1\nsleep\nhome 1\nhome 0", page: "172:1 | 172:0 | 172:1 | 172:0"),
  ]

  @Test("Rows", arguments: rows)
  func row(_ row: Row) {
    let application = Application()
    let window = row.isKept ? KeepingWindow(frame: Self.screen) : Window(frame: Self.screen)
    application.addWindow(window)
    let traits = VirtualPanelTraits(size: Self.screen.size, panelSlots: 2)
    let page = VirtualPanel(traits, keys: [172])
    application.screenResponder = ScreenResponder(page)
    var frames: [String] = []
    page.onFrame = { events in
      let keys = events.filter { $0.type == EventType.key }.map { "\($0.code):\($0.value)" }
      if !keys.isEmpty { frames.append(keys.joined(separator: " ")) }
    }
    let panels = PanelRig(application)
    let panel = panels.attach(keys: [172])
    panels.pipeline.hold(row.isHeld ? [panel] : [])
    for frame in row.given.split(separator: "\n") {
      switch frame {
      case "detach": panels.pipeline.detach(panel, at: .zero)
      case "sleep": panels.pipeline.resume(panel, state: DeviceState(slots: []), at: .zero)
      default: panels.feed(String(frame), state: DeviceState(slots: []))
      }
    }
    #expect(frames.joined(separator: " | ") == row.page)
    let description = traits.description(DeviceDescription(name: "page"), keys: page.keys)
    #expect(description.codes[EventType.key]?.contains(172) == true)
  }

  private static let screen = Rect(x: 0, y: 0, width: 1000, height: 1000)
}

/// A window that keeps presses.
private final class KeepingWindow: Window {
  override func pressesBegan(_ presses: Set<Press>, with event: PressesEvent) {}
  override func pressesEnded(_ presses: Set<Press>, with event: PressesEvent) {}
  override func pressesCancelled(_ presses: Set<Press>, with event: PressesEvent) {}
}
