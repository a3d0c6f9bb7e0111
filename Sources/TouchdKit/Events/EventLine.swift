import Dispatcher

/// A line for clients of the events socket, encoded once for all of them, and shared by them.
final class EventLine: Sendable {
  /// With its line feed.
  let bytes: [UInt8]
  /// `nil` for a line that no later one replaces.
  let move: TraceLine.Move?

  /// Size of most lines, in bytes.
  static let usual = 320

  convenience init(_ members: [(key: String, value: JSON)], move: TraceLine.Move? = nil) {
    var buffer: [UInt8] = []
    buffer.reserveCapacity(Self.usual)
    self.init(members, move: move, in: &buffer)
  }

  /// - Parameter buffer: its storage, which the next line takes over once this one is gone.
  // A function of its own, so that Tests/guards/events.py can count its calls.
  @inline(never)
  init(_ members: [(key: String, value: JSON)], move: TraceLine.Move?, in buffer: inout [UInt8]) {
    buffer.removeAll(keepingCapacity: true)
    JSON.write(members, to: &buffer)
    buffer.append(UInt8(ascii: "\n"))
    (bytes, self.move) = (buffer, move)
  }
}

/// Lines that a client of the events socket hears.
struct Subscription: Equatable, Sendable {
  let kinds: Set<LineKind>
  /// The layout that it is about, by a name that a person may mean it by; `nil` for all.
  let layout: String?
  /// The views whose lines it wants, by their ids; lines that are about no view come as well. `nil` for all.
  let views: Set<String>?
  private let bits: LineKind.Bits

  init(kinds: Set<LineKind> = [], layout: String? = nil, views: Set<String>? = nil) {
    (self.kinds, self.layout, self.views) = (kinds, layout, views)
    bits = LineKind.Bits(kinds)
  }

  /// Nothing at all.
  static let none = Subscription()

  /// Whether it is about a layout.
  func isAbout(_ layout: Layout) -> Bool { self.layout.map(layout.isCalled) ?? true }

  /// Whether it wants a line. `moves` takes the place of the lines of touches that move.
  func admits(_ line: TraceLine) -> Bool {
    guard bits.contains(line.kind) else { return false }
    if bits.contains(.moves), line.kind == .touch, line.move != nil { return false }
    // Asked only where it matters: to get the layout is to copy it.
    if layout != nil, let about = line.layout, !isAbout(about.layout) { return false }
    guard let views, let view = line.view else { return true }
    return views.contains(view)
  }
}
