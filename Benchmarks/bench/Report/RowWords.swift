// What the rows of the tables are called.

/// What to add of the recognizers.
func recognizerWords(_ count: Int, each: String) -> String {
  count == 0 ? "" : ", \(count) recognizers \(each)"
}

extension DaemonPath.Stream {
  var words: String {
    let speed = rate == 0 ? "saturated" : rate == 1000 ? "1 kHz" : "\(rate) Hz"
    return "\(speed), \(fingers == 1 ? "one" : "ten")"
  }
}

extension DaemonPath.Subject {
  var words: String {
    switch reader {
    case .bare: "C, bare epoll loop"
    case .libevdev: "C with libevdev"
    case .touchd:
      "touchd, \(isHeard ? "a plugin listens" : "no plugin")" + recognizerWords(recognizers, each: "a touch")
    }
  }
}

extension Listener {
  var words: String {
    switch self {
    case .override: "views that override"
    case .plugin: "a plugin"
    case .nobody: "no listener"
    case .page: "the page"
    }
  }
}

extension HitScene.Shape {
  var words: String { self == .overriding ? "nested, one in 25 overriding" : rawValue }
}
