import TouchdKit

extension Inventory {
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
