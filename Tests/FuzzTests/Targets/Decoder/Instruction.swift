import Dispatcher

/// What a byte of the decoder's input stands for, by its lower five bits: `a` and `A` are one instruction.
///
/// A small letter is followed by one byte, read as a digit and multiplied; a capital by a number of 32 bits.
/// New ones take a place that is free, so that the seeds and the regressions keep their meaning.
enum Instruction {
  /// An event of the panel: a digit of 1 stands for the value `unit`.
  case event(UInt16, UInt16, unit: Int = 1)
  /// An event byte by byte, as the kernel would write it.
  case anyEvent
  /// A SYN_REPORT, so many times 10 ms after the one before.
  case report
  /// The pipeline is given what came so far, and delivers it.
  case deliver
  /// So many times 100 ms pass, and what was waited for happens.
  case wait
  /// The clock of the panels jumps to any time.
  case jump
  /// The events that follow are those of the other panel.
  case change
  /// The panel is taken away, and comes back with contacts on it.
  case replug
  /// Something is done to the scene: at once, or in the next callback.
  case upheaval
  /// The panel falls asleep or wakes, the screen goes dark or is lit.
  case power
  case nothing

  init(_ byte: UInt8) { self = Self.table[Int(byte & 31)] }

  private static let table: [Instruction] = (0..<32).map { number in
    letters[Unicode.Scalar(UInt8(ascii: "`") + number)] ?? .nothing
  }

  private static let letters: [Unicode.Scalar: Instruction] = [
    "`": .anyEvent, "a": .wait, "c": .change, "f": .deliver, "r": .report, "u": .replug, "v": .upheaval,
    "{": .jump, "\u{7f}": .power,

    "d": .event(EventType.syn, EventCode.synDropped),
    "m": .event(EventType.syn, 2),  // SYN_MT_REPORT

    "s": .event(EventType.abs, EventCode.absMTSlot),
    "i": .event(EventType.abs, EventCode.absMTTrackingID),
    "x": .event(EventType.abs, EventCode.absMTPositionX, unit: 16),
    "y": .event(EventType.abs, EventCode.absMTPositionY, unit: 16),
    "t": .event(EventType.abs, EventCode.absMTToolType),
    "p": .event(EventType.abs, EventCode.absMTPressure, unit: 16),
    "w": .event(EventType.abs, EventCode.absMTTouchMajor),
    "z": .event(EventType.abs, EventCode.absMTTouchMinor),
    "o": .event(EventType.abs, EventCode.absMTOrientation),
    "h": .event(EventType.abs, EventCode.absMTDistance),

    "j": .event(EventType.abs, EventCode.absX, unit: 16),
    "k": .event(EventType.abs, EventCode.absY, unit: 16),
    "q": .event(EventType.abs, EventCode.absPressure, unit: 16),
    "}": .event(EventType.abs, 0x19),  // ABS_DISTANCE
    "l": .event(EventType.abs, 0x1a, unit: 2),  // ABS_TILT_X
    "~": .event(EventType.abs, 0x1b, unit: 2),  // ABS_TILT_Y

    "b": .event(EventType.key, EventCode.btnTouch),
    "e": .event(EventType.key, EventCode.btnLeft),
    "n": .event(EventType.key, EventCode.btnToolPen),
    "g": .event(EventType.key, 0x141),  // BTN_TOOL_RUBBER
    "|": .event(EventType.key, EventCode.btnStylus),
  ]
}
