import TouchdKit

/// State of a kiosk by the lines of its daemon: each state of them, and each change since.
struct KioskState: Sendable {
  /// A difference, and so a topic that must be published again.
  enum Change: CaseIterable, Sendable {
    /// Whether there is a daemon, which layouts it has, and which screens are dark.
    case state
    case touched
    case panels
    case counters
    /// Whether the daemon has saved what went wrong.
    case incidents
    /// Which gestures, views and commands there are.
    case tree
  }

  /// A layout, as far as programs on a broker are concerned.
  struct Layout: Equatable, Sendable {
    let name: String
    /// Commands permitted to programs: `show`, `cancel`, `screen`.
    let commands: Set<String>
    /// The names of its gestures, each once, in the order of its views.
    var gestures: [String] = []
    /// Views and windows that are hidden at the start: what programs show and hide.
    var pages: [String] = []
  }

  /// More fingers than panels have. (O)
  private static let touchLimit = 1024

  private(set) var layouts: [Layout] = []
  /// Whether a daemon says what happens.
  private(set) var isListening = false
  /// The daemon's version.
  private(set) var version: String?
  /// The screens that are dark.
  private(set) var dark: Set<String> = []
  private(set) var panels = PanelNames()
  /// The values of the last `counters` line, by their names.
  private(set) var counters: [String: Int] = [:]
  /// The number of incidents and the last one's reason; `nil` if the daemon does not save them.
  private(set) var incidents: JSON?
  private var touches: Set<Int> = []
  /// Whether the lines of a state are coming.
  private var isIncomplete = false

  /// Whether a finger is on the glass.
  var isTouched: Bool { !touches.isEmpty }

  /// Takes in a line; lines of a state have an effect at its end, all at once.
  mutating func take(_ line: HeardLine) -> Set<Change> {
    let changes = apply(line)
    return isIncomplete ? [] : changes
  }

  /// There is no daemon any more: no finger and no panel is known.
  mutating func lose() -> Set<Change> {
    // Each try to reach it says so again.
    guard isListening || isIncomplete else { return [] }
    (isListening, isIncomplete) = (false, false)
    let wasTouched = isTouched
    touches = []
    panels.disconnectAll()
    return wasTouched ? [.state, .panels, .touched] : [.state, .panels]
  }

  private mutating func apply(_ line: HeardLine) -> Set<Change> {
    switch line["kind"] {
    case "hello": version = line["touchd"]
    case "state": begin()
    case "state_end":
      (isListening, isIncomplete) = (true, false)
      return [.state, .touched, .panels, .tree]
    case "layout": takeLayout(line)
    case "view": takeView(line)
    case "touch": return takeTouch(line)
    case "device": return takeDevice(line)
    case "change": return takeChange(line)
    case "counters": return takeCounters(line)
    default: break
    }
    return []
  }

  private mutating func begin() {
    (layouts, touches, dark, isIncomplete) = ([], [], [], true)
    panels.disconnectAll()
  }

  private mutating func takeLayout(_ line: HeardLine) {
    guard let name = line["layout"], !layouts.contains(where: { $0.name == name }) else { return }
    layouts.append(Layout(name: name, commands: Set(line.strings("commands"))))
  }

  private mutating func takeView(_ line: HeardLine) {
    guard let place = layouts.firstIndex(where: { $0.name == line["layout"] }), let id = line["id"]
    else { return }
    for gesture in line.strings("gestures") where !layouts[place].gestures.contains(gesture) {
      layouts[place].gestures.append(gesture)
    }
    if line.value("hidden") == .bool(true) { layouts[place].pages.append(id) }
  }

  private mutating func takeTouch(_ line: HeardLine) -> Set<Change> {
    guard case .integer(let touch)? = line.value("touch"), let phase = line["phase"] else { return [] }
    let wasTouched = isTouched
    if phase == "ended" || phase == "cancelled" {
      touches.remove(touch)
    } else if touches.count < Self.touchLimit {
      touches.insert(touch)
    }
    return wasTouched == isTouched ? [] : [.touched]
  }

  private mutating func takeDevice(_ line: HeardLine) -> Set<Change> {
    guard let path = line["path"] else { return [] }
    let before = panels
    switch line["change"] {
    case "added": panels.connect(line["name"] ?? path, at: path)
    case "removed": panels.disconnect(at: path)
    default: break
    }
    return panels == before ? [] : panels.states.count == before.states.count ? [.panels] : [.panels, .tree]
  }

  private mutating func takeChange(_ line: HeardLine) -> Set<Change> {
    guard line["what"] == "display", let id = line["id"], case .bool(let isDark)? = line.value("dark")
    else { return [] }
    if isDark { dark.insert(id) } else { dark.remove(id) }
    return [.state]
  }

  private mutating func takeCounters(_ line: HeardLine) -> Set<Change> {
    counters = [:]
    for case (let key, .integer(let number)) in line.members where key != "t" { counters[key] = number }
    let former = incidents
    incidents = counters.removeValue(forKey: "incidents").map {
      .object([("count", .integer($0)), ("reason", .text(line["last_incident"]))])
    }
    return incidents == former ? [.counters] : [.counters, .incidents]
  }
}

/// Names for panels that stay the same over an unplug and a start, unlike their paths: a panel's own name, and the
/// first free number where two have the same.
struct PanelNames: Equatable, Sendable {
  /// More panels than one machine has had since the start. (O)
  static let limit = 64

  private struct Panel: Equatable {
    let id: String
    let name: String
    /// Its path; `nil` while it is not connected.
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
    let ids = CollectionOfOne(name) + (2...Self.limit).map { "\(name) \($0)" }
    let id = ids.first { id in !panels.contains { $0.id == id } }
    if let id { panels.append(Panel(id: id, name: name, path: path)) }
  }

  /// The panel there has gone.
  mutating func disconnect(at path: String) {
    if let place = panels.firstIndex(where: { $0.path == path }) { panels[place].path = nil }
  }

  /// None is known to be connected.
  mutating func disconnectAll() { for place in panels.indices { panels[place].path = nil } }
}

extension HeardLine {
  /// Those items of a list that are strings.
  func strings(_ key: String) -> [String] { (value(key)?.items ?? []).compactMap(\.string) }
}
