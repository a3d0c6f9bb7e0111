/// The files of the page, which are part of the program.
enum StaticFiles {
  /// What a path has; `nil` for none.
  static func answer(_ path: String) -> Answer? {
    guard let (type, body) = files[path] else { return nil }
    return Answer(type: type, body: body)
  }

  static let files: [String: (type: String, body: [UInt8])] = [
    "/": ("text/html; charset=utf-8", PackageResources.index_html),
    "/style.css": ("text/css; charset=utf-8", PackageResources.style_css),
    "/calibrate": ("text/html; charset=utf-8", PackageResources.calibrate_html),
    "/calibrate.css": ("text/css; charset=utf-8", PackageResources.calibrate_css),
    "/calibrate.mjs": (script, PackageResources.calibrate_mjs),
    "/icon.svg": ("image/svg+xml", PackageResources.icon_svg),
    "/inspector.mjs": (script, PackageResources.inspector_mjs),
    "/state.mjs": (script, PackageResources.state_mjs),
    "/history.mjs": (script, PackageResources.history_mjs),
    "/source.mjs": (script, PackageResources.source_mjs),
    "/geometry.mjs": (script, PackageResources.geometry_mjs),
    "/screen.mjs": (script, PackageResources.screen_mjs),
    "/panels.mjs": (script, PackageResources.panels_mjs),
    "/timeline.mjs": (script, PackageResources.timeline_mjs),
    "/controls.mjs": (script, PackageResources.controls_mjs),
    "/header.mjs": (script, PackageResources.header_mjs),
    "/transport.mjs": (script, PackageResources.transport_mjs),
    "/recording.mjs": (script, PackageResources.recording_mjs),
    "/words.mjs": (script, PackageResources.words_mjs),
    "/touchd.mjs": (script, PackageResources.touchd_mjs),
  ]

  private static let script = "text/javascript; charset=utf-8"
}
