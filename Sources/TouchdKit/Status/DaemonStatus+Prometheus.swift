import Dispatcher

extension DaemonStatus {
  /// The status in the text format of Prometheus, version 0.0.4.
  package var prometheus: String {
    var page = PrometheusPage()
    page.gauge("info", "The version of touchd.", [.init(1, ("version", version))])
    page.gauge("uptime_seconds", "Time since the start.", [.init(uptime.seconds)])
    for counter in DaemonCounter.allCases {
      page.counter("\(counter.rawValue)_total", counter.summary, [.init(Double(self[counter]))])
    }
    page.histogram(
      "delivery_latency_seconds", "From the kernel's stamp of a frame to the end of its delivery.", latency)
    if let lastEventAge {
      page.gauge(
        "last_event_age_seconds", "Time since the last event of any panel.", [.init(lastEventAge.seconds)])
    }
    writeParts(to: &page)
    page.counter(
      "reloads_total", "Times the layouts were read again, by what came of it.",
      [.init(Double(reloads.done), ("result", "done")), .init(Double(reloads.failed), ("result", "failed"))])
    page.counter(
      "clients_refused_total", "Clients of the control socket that were sent away.",
      [.init(Double(clientsRefused))])
    return page.text
  }

  private func writeParts(to page: inout PrometheusPage) {
    configuration.write(to: &page)
    page.gauge(
      "layout_age_seconds", "Time since a layout was loaded.",
      layouts.map { .init($0.age.seconds, ("file", $0.file), ("name", $0.name ?? "")) })
    page.gauge(
      "layout_panels", "Panels that a layout has.",
      layouts.map { .init(Double($0.panels), ("file", $0.file), ("name", $0.name ?? "")) })
    let pages = layouts.compactMap { layout in layout.page.map { (layout.file, $0) } }
    page.gauge(
      "page_held", "Whether a layout with a page holds its panel.",
      pages.map { .init($0.1.state == .held ? 1 : 0, ("file", $0.0), ("state", $0.1.state.rawValue)) })
    page.gauge(
      "layout_dark", "Whether the screen of a layout is dark.",
      layouts.map { .init($0.dark.isEmpty ? 0 : 1, ("file", $0.file), ("name", $0.name ?? "")) })
    page.gauge(
      "devices", "Input devices, by what is done with them.",
      Device.State.allCases.map { state in
        .init(Double(devices.count { $0.state == state }), ("state", state.rawValue))
      })
    page.gauge(
      "device_info", "An input device, and the layout that uses it.",
      devices.map {
        .init(
          1, ("path", $0.path), ("name", $0.name ?? ""), ("state", $0.state.rawValue),
          ("layout", $0.layout ?? ""))
      })
  }
}
