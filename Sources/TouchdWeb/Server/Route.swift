internal import NIOHTTP1

/// What a request asks for.
enum Route: Equatable {
  case file(String)
  case events(Subscription?)
  /// A request to touchd, by a stream of this id.
  case ask(stream: String)
  case inquiry(Report, layout: String?)
  case wrongMethod(allowed: String)
  case notFound

  /// What is made of all there is.
  enum Report: String { case state, metrics, drawing = "layout.svg" }

  init(_ method: HTTPMethod, _ target: Target) {
    let reads = method == .GET || method == .HEAD
    if target.path == "/events" {
      switch method {
      case .GET: self = .events(Subscription(target))
      case .POST: self = .ask(stream: target["stream"].first ?? "")
      default: self = .wrongMethod(allowed: "GET, POST")
      }
    } else if let report = Report(rawValue: String(target.path.dropFirst())) {
      self = reads ? .inquiry(report, layout: target["layout"].last) : .wrongMethod(allowed: "GET, HEAD")
    } else if StaticFiles.files[target.path] != nil {
      self = reads ? .file(target.path) : .wrongMethod(allowed: "GET, HEAD")
    } else {
      self = .notFound
    }
  }
}
