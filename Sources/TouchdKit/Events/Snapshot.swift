import Dispatcher
import LinuxInput

/// What there is at one moment, for a client that begins to listen: layouts, views, devices, touches, and what is dark
/// or claimed.
///
/// A value: it is taken at once, and encoded line by line as the client reads.
struct Snapshot {
  /// A window or a view.
  struct ViewState {
    let id: String
    /// That of the superview; `nil` for a window.
    let parent: String?
    /// In the coordinates of the superview, before the transform.
    let frame: Rect
    let transform: AffineTransform
    let isHidden: Bool
    let isSensitive: Bool
    /// The names of its gestures.
    let gestures: [String]
  }

  /// A layout with what belongs to it.
  struct LayoutState {
    let name: String
    let layout: Layout
    let views: [ViewState]
    /// The other lines, which are few.
    let lines: [TraceLine]
  }

  let time: Timestamp
  /// What the times of lines count from.
  let origin: Timestamp
  let layouts: [LayoutState]
  let devices: [TraceLine]
}

/// Encodes a snapshot, a line at a time.
struct SnapshotReader {
  private enum Place: Equatable {
    case start
    case layout(Int)
    case view(Int, of: Int)
    case line(Int, of: Int)
    case device(Int)
    case end
    case over
  }

  private let snapshot: Snapshot
  private var place = Place.start

  init(_ snapshot: Snapshot) { self.snapshot = snapshot }

  /// The next line; `nil` after the last.
  mutating func next() -> EventLine? {
    while true {
      switch place {
      case .start:
        place = .layout(0)
        return line("state", [])
      case .layout(let index):
        guard index < snapshot.layouts.count else {
          place = .device(0)
          continue
        }
        place = .view(0, of: index)
        return line(of: snapshot.layouts[index])
      case .view(let view, let index):
        let layout = snapshot.layouts[index]
        guard view < layout.views.count else {
          place = .line(0, of: index)
          continue
        }
        place = .view(view + 1, of: index)
        return line(of: layout.views[view], in: layout.name)
      case .line(let number, let index):
        let layout = snapshot.layouts[index]
        guard number < layout.lines.count else {
          place = .layout(index + 1)
          continue
        }
        place = .line(number + 1, of: index)
        return EventLine(layout.lines[number].members(since: snapshot.origin, in: layout.name))
      case .device(let number):
        guard number < snapshot.devices.count else {
          place = .end
          continue
        }
        place = .device(number + 1)
        return EventLine(snapshot.devices[number].members(since: snapshot.origin))
      case .end:
        place = .over
        return line("state_end", [])
      case .over: return nil
      }
    }
  }

  private func line(_ kind: String, _ fields: [(key: String, value: JSON)]) -> EventLine {
    EventLine(
      [("t", .integer(Int((snapshot.time - snapshot.origin).microseconds))), ("kind", .string(kind))] + fields
    )
  }

  private func line(of state: Snapshot.LayoutState) -> EventLine {
    let screen = state.layout.screen
    return line(
      "layout",
      [
        ("layout", .string(state.name)), ("file", .string(place(of: state.layout))),
        ("size", .array([.decimal(screen.size.width), .decimal(screen.size.height)])),
        ("delivery", screen.page == nil ? "observe" : "filter"),
        (
          "commands",
          .array(
            SocketCommand.allCases.filter(state.layout.commands.contains).map { .string($0.rawValue) })
        ),
      ])
  }

  /// A client has a folder of its own; standard input has no place.
  private func place(of layout: Layout) -> String {
    layout.file == "-" ? layout.file : absolutePath(layout.file)
  }

  private func line(of view: Snapshot.ViewState, in layout: String) -> EventLine {
    let transform = view.transform
    let numbers = [transform.a, transform.b, transform.c, transform.d, transform.tx, transform.ty]
    return line(
      "view",
      [
        ("layout", .string(layout)), ("id", .string(view.id)), ("parent", .text(view.parent)),
        (
          "frame",
          .array(
            [view.frame.minX, view.frame.minY, view.frame.size.width, view.frame.size.height].map(
              JSON.decimal))
        ),
        ("transform", transform == .identity ? .null : .array(numbers.map(JSON.number))),
        ("hidden", .bool(view.isHidden)), ("sensitive", .bool(view.isSensitive)),
        ("gestures", .array(view.gestures.map(JSON.string))),
      ])
  }
}

extension Snapshot.LayoutState {
  /// What there is of a layout now. O(views).
  init(_ target: any EventsLayout, _ claims: Claims, at now: Timestamp) {
    layout = target.layout
    name = target.layout.title
    let application = target.pipeline?.application
    var found: [Snapshot.ViewState] = []
    for window in application?.windows ?? [] { found.append(window, parent: nil, isSensitive: false) }
    views = found
    lines =
      (application?.touchesDown ?? []).map { TraceLine($0, $0.sample, $0.phase, at: now) }
      + (target.isDark ? [.change(of: target.displayName, isDark: true, at: now)] : [])
      + layout.socketResponders.compactMap { name in
        claims.seat(Claims.Key(file: target.layout.file, name: name)).claimant == nil
          ? nil : .change(of: name, isClaimed: true, at: now)
      }
  }
}

extension [Snapshot.ViewState] {
  /// Adds a view and those below it, the nearer to the window the earlier.
  fileprivate mutating func append(_ view: View, parent: String?, isSensitive: Bool) {
    let size = view.bounds.size
    let isSensitive = isSensitive || view.isSensitive
    append(
      Snapshot.ViewState(
        id: view.identifier, parent: parent,
        frame: Rect(
          x: view.center.x - size.width / 2, y: view.center.y - size.height / 2, width: size.width,
          height: size.height),
        transform: view.transform, isHidden: view.isHidden, isSensitive: isSensitive,
        gestures: view.gestureRecognizers.filter { !$0.isInternal }.map(\.name)))
    for subview in view.subviews { append(subview, parent: view.identifier, isSensitive: isSensitive) }
  }
}
