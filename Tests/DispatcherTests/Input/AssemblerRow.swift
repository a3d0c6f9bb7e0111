import TestTables

@testable import Dispatcher

/// What a panel sends, and what its assembler makes of it, line by line.
struct AssemblerRow: TableRow {
  var what = ""
  var touchProtocol = TouchProtocol.slots(count: 10)
  /// A frame a line (see ``FrameText``), or what is done to the assembler: `silence`, `speak` (the end of the
  /// silence), `open` (with the kernel's state), `remove`.
  let given: String
  /// What the kernel answers at `open`, after a SYN_DROPPED, and when it has put the device to sleep.
  var kernel = DeviceState(slots: [])
  var stuckAfter: Interval?
  /// What comes of each line: `0 began 10,20 | 1 ended 3,4`; landings after `//`; `suspended:` before what that
  /// cancels.
  let contacts: String

  /// Both side by side, if they differ.
  func check(sourceLocation: SourceLocation = #_sourceLocation) {
    for isOneByOne in [true, false] {
      let run = AssemblerRun(self, oneByOne: isOneByOne)
      #expect(
        run.lines.joined(separator: "\n") == contacts, "one by one: \(isOneByOne)",
        sourceLocation: sourceLocation)
    }
  }
}

/// One row on its way.
private struct AssemblerRun {
  private let assembler: FrameAssembler
  private let row: AssemblerRow
  /// Whether the assembler is given each event by itself, or a line's at once, as they are read from a device.
  private let isOneByOne: Bool
  private var text = FrameText()
  private(set) var lines: [String] = []

  init(_ row: AssemblerRow, oneByOne: Bool) {
    self.row = row
    isOneByOne = oneByOne
    assembler = FrameAssembler(row.touchProtocol)
    assembler.stuckAfter = row.stuckAfter
    for line in row.given.split(separator: "\n", omittingEmptySubsequences: false) {
      lines.append(run(String(line)))
    }
  }

  private mutating func run(_ line: String) -> String {
    switch line {
    case "open": assembler.adopt(row.kernel)
    case "silence": assembler.begin(.outputOff)
    case "speak":
      assembler.end(.outputOff)
      return ""
    case "remove": assembler.cancelAll()
    default: return feed(line)
    }
    return contacts
  }

  private mutating func feed(_ line: String) -> String {
    let step = feed(text.events(line))
    guard step != .dropped else {
      #expect(assembler.changes.isEmpty, "nothing is reported before the kernel has answered")
      assembler.resynchronize(with: row.kernel)
      return contacts
    }
    guard step == .suspended else { return contacts }
    defer { assembler.adopt(row.kernel) }
    return "suspended: " + contacts
  }

  /// What the last event led to.
  private func feed(_ events: [RawEvent]) -> FrameAssembler.Step {
    if isOneByOne { return events.map { assembler.consume($0) }.last ?? .pending }
    return events.withUnsafeBufferPointer { assembler.consume($0, from: 0).step }
  }

  private var contacts: String {
    // A panel reports a list of moves as a frame, and changes as another: in none are there both.
    #expect(assembler.report.moved.isEmpty || !assembler.report.has(.changed))
    let landings = description(of: assembler.landings)
    return description(of: assembler.changes) + (landings.isEmpty ? "" : " // " + landings)
  }

  private func description(of changes: ContiguousArray<ContactChange>) -> String {
    changes.map { "\($0.slot) \($0.phase) \($0.state.x),\($0.state.y)" }.joined(separator: " | ")
  }
}

extension DeviceState {
  /// Slots by their ids and positions; an id of −1 is an empty slot.
  static func slots(_ slots: (id: Int32, x: Int32, y: Int32)...) -> DeviceState {
    DeviceState(slots: slots.map { SlotState(trackingID: $0.id, x: $0.x, y: $0.y) })
  }

  /// What the kernel knows of a panel that sends packets: whether BTN_TOUCH is down.
  static func button(_ isDown: Bool) -> DeviceState {
    DeviceState(slots: [SlotState(trackingID: isDown ? 0 : -1, x: 0, y: 0)])
  }
}
