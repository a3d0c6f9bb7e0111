import Dispatcher
import LinuxInput

/// The state of one moment, for clients that begin to listen: layouts, views, devices, touches, and what is dark or
/// claimed.
///
/// All that are sent the state of that moment share it. It is taken at once, and encoded once, as the first of them
/// reads it. A long answer is sent as a state is.
final class Snapshot {
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

  /// The views and other lines of all snapshots that are kept; then the clients of the oldest are closed. Four times
  /// what all layouts may have, which take 60 MB. (O)
  static let mostLines = 4 * 40_000
  /// The bytes of a portion, and a line more: what is encoded in a turn. (O)
  private static let portionSize = 16 << 10

  let time: Timestamp
  /// Number of its lines, and some for the work of every snapshot.
  let lineCount: Int
  private var portions: [[UInt8]] = []
  /// `nil` once all is encoded, so that the views are kept no longer.
  private var lines: AnyIterator<EventLine>?
  /// Whether it is an answer, which no state takes the place of.
  let isAnswer: Bool

  /// - Parameter origin: what the times of lines count from.
  init(of layouts: [LayoutState], _ devices: [TraceLine], at time: Timestamp, since origin: Timestamp) {
    (self.time, isAnswer) = (time, false)
    lineCount = layouts.reduce(10) { $0 + $1.views.count + $1.lines.count }
    let line = { (kind: String, fields: JSON.Members) in
      EventLine([("t", .integer(Int((time - origin).microseconds))), ("kind", .string(kind))] + fields)
    }
    // Lines of one kind, by their numbers, each made when it is asked for.
    var parts: [(count: Int, line: (Int) -> EventLine)] = [(1, { _ in line("state", []) })]
    for layout in layouts {
      parts += [
        (1, { _ in line("layout", layout.fields) }),
        (layout.views.count, { line("view", layout.views[$0].fields(in: layout.name)) }),
        (layout.lines.count, { EventLine(layout.lines[$0].members(since: origin, in: layout.name)) }),
      ]
    }
    parts += [
      (devices.count, { EventLine(devices[$0].members(since: origin)) }), (1, { _ in line("state_end", []) }),
    ]
    lines = AnyIterator(parts.lazy.flatMap { part in (0..<part.count).lazy.map(part.line) }.makeIterator())
  }

  /// - Parameter answer: a line for one client.
  init(answer: EventLine, at time: Timestamp) {
    (self.time, isAnswer) = (time, true)
    lineCount = 10 + answer.bytes.count / EventLine.usual
    portions = stride(from: 0, to: answer.bytes.count, by: Self.portionSize).map {
      Array(answer.bytes[$0...].prefix(Self.portionSize))
    }
  }

  /// The oldest of those that are kept, which are too many beside a new one.
  static func beyondBound(_ kept: [Snapshot], with snapshot: Snapshot) -> [Snapshot] {
    var apart: [ObjectIdentifier: Snapshot] = [:]
    for snapshot in kept { apart[ObjectIdentifier(snapshot)] = snapshot }
    let kept = apart.values.sorted { $0.time < $1.time }
    var sum = kept.reduce(snapshot.lineCount) { $0 + $1.lineCount }
    return Array(
      kept.prefix { oldest in
        defer { sum -= oldest.lineCount }
        return sum > mostLines
      })
  }

  /// A piece of its lines; `nil` after the last. The pieces are asked for in their order.
  func portion(_ number: Int) -> [UInt8]? {
    if number < portions.count { return portions[number] }
    guard let lines else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Self.portionSize + Self.portionSize / 4)
    while bytes.count < Self.portionSize, let line = lines.next() { bytes += line.bytes }
    guard !bytes.isEmpty else {
      self.lines = nil
      return nil
    }
    portions.append(bytes)
    return bytes
  }
}

extension Snapshot.ViewState {
  fileprivate func fields(in layout: String) -> JSON.Members {
    let numbers = [transform.a, transform.b, transform.c, transform.d, transform.tx, transform.ty]
    let sides = [frame.minX, frame.minY, frame.size.width, frame.size.height]
    return [
      ("layout", .string(layout)), ("id", .string(id)), ("parent", .text(parent)),
      ("frame", .array(sides.map(JSON.decimal))),
      ("transform", transform == .identity ? .null : .array(numbers.map(JSON.number))),
      ("hidden", .bool(isHidden)), ("sensitive", .bool(isSensitive)),
      ("gestures", .array(gestures.map(JSON.string))),
    ]
  }
}

extension Snapshot.LayoutState {
  fileprivate var fields: JSON.Members {
    let screen = layout.screen
    // A client has a folder of its own; standard input has no place.
    let file = layout.file == "-" ? layout.file : absolutePath(layout.file)
    let commands = SocketCommand.allCases.filter(layout.commands.contains)
    return [
      ("layout", .string(name)), ("file", .string(file)),
      ("size", .array([.decimal(screen.size.width), .decimal(screen.size.height)])),
      ("delivery", screen.page == nil ? "observe" : "filter"),
      ("commands", .array(commands.map { .string($0.rawValue) })),
    ]
  }

  /// State of a layout. O(views).
  init(_ target: LiveLayout, _ claims: Claims, at now: Timestamp) {
    layout = target.layout
    name = target.layout.title
    let application = target.pipeline?.application
    var found: [Snapshot.ViewState] = []
    let described = Dictionary(layout.ofViews { ($0.id.value, $0) }) { first, _ in first }
    for window in application?.windows ?? [] {
      found.append(window) { view, size in
        guard let own = described[view.identifier],
          let frame = try? own.frame.resolve(in: size, pointsPerMillimetre: target.pointsPerMillimetre)
        else { return nil }
        return (frame, own.transform?.value ?? .identity, own.isHidden)
      }
    }
    views = found
    lines =
      (application?.touchesDown ?? []).map { TraceLine($0, $0.phase, at: now) }
      + (target.isDark ? [.change(of: target.screen.name, isDark: true, at: now)] : [])
      + layout.socketResponders.compactMap { name in
        claims.seat(Claims.Key(file: target.layout.file, name: name)).claimant == nil
          ? nil : .change(of: name, isClaimed: true, at: now)
      }
  }
}

extension [Snapshot.ViewState] {
  /// Adds a view and those below it, the nearer to the window the earlier.
  ///
  /// The views in a sensitive one are as the layout's file has them, and others are left out: what a program makes of
  /// them may follow from where fingers were.
  ///
  /// - Parameter inFile: returns what the file says of a view in a superview of a size.
  fileprivate mutating func append(
    _ view: View, in parent: Snapshot.ViewState? = nil,
    _ inFile: (View, Size) -> (frame: Rect, transform: AffineTransform, isHidden: Bool)?
  ) {
    let (size, isPrivate) = (view.bounds.size, parent?.isSensitive == true)
    let corner = Point(x: view.center.x - size.width / 2, y: view.center.y - size.height / 2)
    let now = (frame: Rect(origin: corner, size: size), transform: view.transform, isHidden: view.isHidden)
    guard let shown = isPrivate ? inFile(view, parent?.frame.size ?? size) : now else { return }
    let state = Snapshot.ViewState(
      id: view.identifier, parent: parent?.id, frame: shown.frame, transform: shown.transform,
      isHidden: shown.isHidden, isSensitive: isPrivate || view.isSensitive,
      gestures: view.gestureRecognizers.filter { !$0.isInternal }.map(\.name))
    append(state)
    for subview in view.subviews { append(subview, in: state, inFile) }
  }
}

extension TraceLine {
  /// The line that a panel was added, with what a client needs that reads its raw events: the layout that the panel is
  /// for, and the head of a recording of it.
  ///
  /// - Parameters:
  ///   - description: as the kernel describes the device, whatever the layout says of its ranges.
  ///   - properties: what udev says of it.
  ///   - layout: what clients call the layout.
  func withHead(
    of panel: Panel, _ description: DeviceDescription, _ properties: [String: String], in pipeline: Pipeline,
    layout: String
  ) -> TraceLine {
    let assembler = panel.assembler
    // One that shows nothing yet: of empty slots on a layout with sensitive views, it tells nothing.
    let state = FrameRedaction { _, _ in }.redacted(assembler.state, of: panel, in: pipeline)
    var writer = EvemuWriter(description, assembler.touchProtocol, properties: properties)
    let head = writer.head() + writer.initialFrame(state, at: time)
    return TraceLine(kind, at: time, fields + [("layout", .string(layout)), ("evemu", .string(head))])
  }
}

extension Touchscreen {
  /// That it is in use, for clients of the events socket.
  func addedLine(at time: Timestamp) -> TraceLine {
    line("added", how: decisions, at: time).withHead(
      of: panel, device.description, node.properties, in: pipeline, layout: layout.layout.title)
  }
}

extension Touchscreens.Change {
  /// Lines about it for clients of the events socket; empty if it concerns no device.
  func eventLines(at time: Timestamp) -> [TraceLine] {
    if case .added(let touchscreen) = self { return [touchscreen.addedLine(at: time)] }
    return lines(at: time)
  }
}
