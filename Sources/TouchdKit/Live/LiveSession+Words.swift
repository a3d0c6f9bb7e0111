import Dispatcher
import LinuxInput

extension LiveSession {
  /// What there is to see in a line: the panels in use, or what is being waited for.
  var summary: String {
    let used = touchscreens?.used ?? []
    guard used.isEmpty else {
      return "using "
        + used.map { "\($0.title) with \($0.layout.name)" + words(ofPage: $0.layout) }.joined(separator: ", ")
    }
    if let fault = touchscreens?.table.inOrder.first(where: { $0.notUsed?.isFault == true }) {
      return "no touchscreen in use: \(fault.node.path) is not, \(fault.notUsed?.reason ?? "")"
    }
    let wanted = Set(layouts.map { $0.layout.screen.touchscreen.match.words }).sorted()
    return "no touchscreen yet; waiting for one \(alternatives(wanted))"
  }

  /// Why a layout only listens that is to hold its panel.
  private func words(ofPage layout: LiveLayout) -> String {
    switch pages?.state(of: layout.layout) {
    case nil, .absent: ""
    case .held: ", held"
    case .waiting(let reason), .failed(let reason): ", which only listens: \(reason)"
    }
  }
}

extension Touchscreen {
  /// What people call it.
  var title: String { "\"\(panel.name)\" (\(node.path))" }
}

extension ScreenSource {
  /// What to say of one that a layout names and the machine does not have.
  var missingWords: String {
    let (what, files, folder) =
      switch self {
      case .output(let name): ("output \"\(name)\"", "/sys/class/drm/card*-\(name)/dpms", "/sys/class/drm")
      case .backlight(let name):
        ("backlight \"\(name)\"", "/sys/class/backlight/\(name)/bl_power", "/sys/class/backlight")
      }
    return "there is no \(what) (\(files)), so touches count also while the screen is dark; "
      + "`ls \(folder)` shows the names"
  }
}

extension DeviceMatch {
  /// What is being waited for, in brackets.
  fileprivate var words: String {
    let conditions = [
      name.map { "name \"\($0)\"" }, vendor.map { "vendor \($0.hex)" }, product.map { "product \($0.hex)" },
      path.map { "path \"\($0)\"" }, serial.map { "serial \"\($0)\"" }, phys.map { "phys \"\($0)\"" },
    ].compactMap { $0 }
    return conditions.isEmpty ? "(any)" : "(\(conditions.joined(separator: ", ")))"
  }
}
