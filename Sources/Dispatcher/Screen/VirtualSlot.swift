/// A slot of the virtual touchscreen.
///
///     free ──► down ──► free
///               │ withdrawn
///               ▼
///             resting ──► free, at its end or before the next landing
struct VirtualSlot: BitwiseCopyable {
  enum Standing: BitwiseCopyable {
    case free
    /// The page has a finger there.
    case down
    /// The page's finger was withdrawn, and lifts when it has rested.
    case resting(until: Timestamp)
  }

  var standing = Standing.free
  var contact: ContactID = 0
  /// What the page knows of it: the last that was sent, in device units.
  var x: Int32 = 0
  var y: Int32 = 0
  var pressure: Int32 = 0
  var major: Int32 = 0
  var trackingID: Int32 = -1
  /// Where that is, in points of the screen.
  var location = Point.zero
  /// Whether the place stays in the process.
  var isSecret = false
  /// Whether all of it does.
  var isPrivate = false
  /// Where its change stands among those of the frame that is being made; −1 for none.
  var change: Int32 = -1

  @inline(__always) var isFree: Bool {
    if case .free = standing { true } else { false }
  }

  @inline(__always) var isDown: Bool {
    if case .down = standing { true } else { false }
  }

  var restEnd: Timestamp? {
    if case .resting(let end) = standing { end } else { nil }
  }
}

/// What is known of a contact that the page gets.
struct ScreenSample: BitwiseCopyable {
  let contact: ContactID
  /// Its slot on the panel.
  let slot: Int32
  /// In points of the screen.
  let location: Point
  /// As a part of the largest that the panel can report.
  let pressure: Double
  /// In points.
  let radius: Double
  /// Whether the place stays in the process.
  let isSecret: Bool
  /// Whether all of it does.
  let isPrivate: Bool
}
