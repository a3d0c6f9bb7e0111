import Dispatcher
internal import NIOCore
import TouchdKit

/// State at one moment: the lines that a client of the events socket gets between `state` and `state_end`, and the
/// counters after it.
struct Inventory {
  /// A layout with what belongs to it, each as its line says.
  struct Screen {
    let line: JSON
    var views: [JSON] = []
    var touches: [JSON] = []
    /// Dark screens, and claimed responders.
    var changes: [JSON] = []

    var state: JSON {
      guard case .object(let members) = line.without("t", "kind", "dark", "claimed", "views", "touches")
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
    var claimed: [String] { changes.filter { $0["claimed"] == .bool(true) }.compactMap { $0.string("id") } }

    var name: String { line.string("layout") ?? "" }
  }

  private(set) var hello: JSON?
  private(set) var time: JSON?
  private(set) var screens: [Screen] = []
  private(set) var devices: [JSON] = []
  private(set) var counters: JSON?
  /// Touchd's refusal, in words.
  private(set) var refusal: String?
  private var isOver = false

  /// Whether all lines have come.
  var isComplete: Bool { isOver && counters != nil || refusal != nil }

  /// Takes in a line; what is no part of the state is left out.
  mutating func take(_ line: ByteBuffer) {
    guard let line = try? JSON(parsing: Array(line.readableBytesView)), let kind = line.string("kind")
    else { return }
    switch kind {
    case "hello": hello = line
    case "error", "lost": refusal = line.string("message") ?? "touchd refuses it"
    case "counters": counters = line
    case "state": time = line["t"]
    case "state_end": isOver = true
    case _ where isOver: break
    case "layout": screens.append(Screen(line: line))
    case "device": devices.append(line)
    case _ where screens.isEmpty: break
    case "view": screens[screens.count - 1].views.append(line)
    case "touch": screens[screens.count - 1].touches.append(line)
    case "change": screens[screens.count - 1].changes.append(line)
    default: break
    }
  }

  /// The answer to `/state`: one object, with the keys of the lines.
  var state: JSON {
    .object([
      ("touchd", hello?["touchd"] ?? .null), ("t", time ?? .null),
      ("layouts", .array(screens.map(\.state))),
      ("devices", .array(devices.map { $0.without("t", "kind") })),
      ("counters", counters?.without("t", "kind") ?? .null),
    ])
  }

  /// The answer to `/layout.svg`: what `touchd picture` draws of a layout's file, with what is hidden now.
  ///
  /// - Parameters:
  ///   - name: of the layout; `nil` for the first.
  ///   - point: a point of the screen whose hit path and responder chain are shown.
  /// - Returns: `nil` if there is no such layout.
  /// - Throws: ``UnreadableLayout``, ``GeometryError``.
  func drawing(of name: String?, at point: Point?) throws -> String? {
    guard let screen = screens.first(where: { name == nil || $0.name == name }),
      let file = screen.line.string("file")
    else { return nil }
    let views = screen.views.compactMap { view in
      view.string("id").map { ($0, view["hidden"] == .bool(true)) }
    }
    return try Layout(runningFrom: file)
      .picture(at: point, hidden: Dictionary(views, uniquingKeysWith: { first, _ in first }))
  }

  /// The answer to `/metrics`, in the text format of Prometheus, version 0.0.4.
  ///
  /// - Parameter streams: how many browsers and programs listen here.
  func metrics(streams: Int, latency: LatencyHistogram) -> String {
    var page = PrometheusPage()
    page.gauge("info", "The version of touchd.", [.init(1, ("version", hello?.string("touchd") ?? ""))])
    // What the daemon does not count for its clients is not there.
    for counter in DaemonCounter.allCases {
      guard let value = counters?[counter.rawValue]?.double else { continue }
      page.counter("\(counter.rawValue)_total", counter.summary, [.init(value)])
    }
    page.gauge(
      "touches_down", "Contacts on the screen of a layout now.",
      screens.map { .init(Double($0.touches.count), ("layout", $0.name)) })
    page.gauge(
      "views", "Views and windows of a layout.",
      screens.map { .init(Double($0.views.count), ("layout", $0.name)) })
    page.gauge(
      "layout_dark", "Whether the screen of a layout is dark.",
      screens.map { .init($0.isDark ? 1 : 0, ("layout", $0.name)) })
    page.gauge(
      "responder_claimed", "A responder that a program answers for.",
      screens.flatMap { screen in
        screen.claimed.map { .init(1, ("layout", screen.name), ("responder", $0)) }
      })
    page.gauge(
      "device_info", "A panel that is in use.",
      devices.map { .init(1, ("path", $0.string("path") ?? ""), ("name", $0.string("name") ?? "")) })
    page.gauge("web_streams", "Browsers and programs that listen by touchd-web.", [.init(Double(streams))])
    page.histogram(
      "web_latency_seconds", "From the kernel's stamp of a touch to touchd-web, in all streams.", latency)
    return page.text
  }
}

extension JSON {
  /// An object without some keys.
  func without(_ keys: String...) -> JSON {
    guard case .object(let members) = self else { return self }
    return .object(members.filter { !keys.contains($0.key) })
  }
}
