extension DaemonPath {
  /// A stream of frames.
  struct Stream {
    /// Frames a second; 0 for as many as the reader takes.
    let rate: Int
    let fingers: Int
    let frames: Int

    var name: String { "\(rate == 0 ? "saturated" : "\(rate) Hz")/\(fingers)" }
  }

  /// A reader, and for touchd the layout that it has.
  struct Subject {
    let reader: Reader
    var isHeard = true
    var recognizers = 0

    var name: String {
      guard reader == .touchd else { return reader.rawValue }
      return "touchd/\(isHeard ? "plugin" : "nobody")/\(recognizers)"
    }

    static let all =
      [Subject(reader: .bare), Subject(reader: .libevdev)]
      + [true, false].flatMap { isHeard in
        [0, 2, 10].map { Subject(reader: .touchd, isHeard: isHeard, recognizers: $0) }
      }
  }

  static func streams(_ options: Options) -> [Stream] {
    [1, 10].flatMap { fingers in
      [
        Stream(rate: 125, fingers: fingers, frames: options.isQuick ? 3 : 100),
        Stream(rate: 1000, fingers: fingers, frames: options.isQuick ? 10 : 600),
        Stream(rate: 0, fingers: fingers, frames: options.isQuick ? 2000 : 40_000),
      ]
    }
  }
}
