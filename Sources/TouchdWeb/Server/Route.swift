import Dispatcher
internal import NIOHTTP1

/// What a request asks for.
enum Route: Equatable {
  case file(String)
  case events(Subscription?)
  /// A request to touchd, by a stream of this id.
  case ask(stream: String)
  /// What a page needs to calibrate a panel.
  case calibration
  /// A ``CalibrationRequest``, by the stream of this id.
  case calibrationRequest(stream: String)
  case inquiry(Report)
  case wrongMethod(allowed: String)
  case notFound

  /// What is made of all there is.
  enum Report: Equatable {
    case state, metrics
    /// Of a layout, or the first, with the hit path of a point.
    case drawing(layout: String?, at: Point?)

    init?(_ target: Target) {
      switch target.path {
      case "/state": self = .state
      case "/metrics": self = .metrics
      case "/layout.svg":
        self = .drawing(layout: target["layout"].last, at: target["at"].last.flatMap(Point.init(pair:)))
      default: return nil
      }
    }
  }

  init(_ method: HTTPMethod, _ target: Target) {
    let reads = method == .GET || method == .HEAD
    if target.path == "/events" {
      switch method {
      case .GET: self = .events(Subscription(target))
      case .POST: self = .ask(stream: target["stream"].first ?? "")
      default: self = .wrongMethod(allowed: "GET, POST")
      }
    } else if target.path == "/calibration" {
      switch method {
      case .GET: self = .calibration
      case .POST: self = .calibrationRequest(stream: target["stream"].first ?? "")
      default: self = .wrongMethod(allowed: "GET, POST")
      }
    } else if let report = Report(target) {
      self = reads ? .inquiry(report) : .wrongMethod(allowed: "GET, HEAD")
    } else if StaticFiles.files[target.path] != nil {
      self = reads ? .file(target.path) : .wrongMethod(allowed: "GET, HEAD")
    } else {
      self = .notFound
    }
  }
}

extension Point {
  /// `X,Y`, in points of the screen.
  fileprivate init?(pair text: String) {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
    guard parts.count == 2, let x = parts[0], let y = parts[1], x.isFinite, y.isFinite else { return nil }
    self.init(x: x, y: y)
  }
}
