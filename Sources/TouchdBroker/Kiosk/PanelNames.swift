/// Names for panels that stay the same over an unplug and a start, which their paths do not: a panel's own name, and a
/// number where two have the same.
struct PanelNames: Equatable, Sendable {
  /// More panels than one machine has had since the start. (O)
  static let limit = 64

  private struct Panel: Equatable {
    let id: String
    let name: String
    /// Where it is now; `nil` while it is not connected.
    var path: String?
  }

  private var panels: [Panel] = []

  /// Each panel that was ever here, and whether it is connected.
  var states: [(id: String, isConnected: Bool)] { panels.map { ($0.id, $0.path != nil) } }

  /// A panel has come. One of the same name that had gone has come back.
  mutating func connect(_ name: String, at path: String) {
    guard !panels.contains(where: { $0.path == path }) else { return }
    if let place = panels.firstIndex(where: { $0.name == name && $0.path == nil }) {
      panels[place].path = path
      return
    }
    guard panels.count < Self.limit else { return }
    let count = panels.count { $0.name == name }
    panels.append(Panel(id: count == 0 ? name : "\(name) \(count + 1)", name: name, path: path))
  }

  /// The panel there has gone.
  mutating func disconnect(at path: String) {
    if let place = panels.firstIndex(where: { $0.path == path }) { panels[place].path = nil }
  }

  /// None is known to be connected.
  mutating func disconnectAll() { for place in panels.indices { panels[place].path = nil } }
}
