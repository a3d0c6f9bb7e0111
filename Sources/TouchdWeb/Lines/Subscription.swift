import TouchdKit

/// What a stream asks of the events socket at its start.
struct Subscription: Equatable, Sendable {
  var kinds: [String]
  var views: [String] = []
  var layout: String?

  /// What the query of an address names: `kind`, `view`, `layout`.
  ///
  /// - Returns: `nil` for a query that names no kind: the page asks later, by ``StreamTable``.
  init?(_ target: Target) {
    // Both `kind=touch&kind=event` and `kind=touch,event`.
    kinds = target["kind"].flatMap { $0.split(separator: ",").map(String.init) }
    guard !kinds.isEmpty else { return nil }
    views = target["view"]
    layout = target["layout"].last
  }

  init(kinds: [String]) { self.kinds = kinds }

  /// The request, with its line feed.
  var line: String {
    var members: [(key: String, value: JSON)] = [("subscribe", .array(kinds.map(JSON.string)))]
    if !views.isEmpty { members.append(("views", .array(views.map(JSON.string)))) }
    if let layout { members.append(("layout", .string(layout))) }
    return JSON.object(members).text + "\n"
  }
}
