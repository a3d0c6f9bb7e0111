public import Dispatcher

/// Reads what fingers do: `dn#1(10,20)@0.000 mv#1(12,20)@0.008 up#1@0.080`, in seconds and points.
///
/// `fr` is a frame that reports the finger without a new location or force (another size); `palm` makes a palm of it.
/// `hov#1(10,20)` hovers at half of the height that the panel can tell, `hov#1(10,20,0.25)` at a quarter; `away` is out
/// of reach. `#1` may be left out. What has one time is one frame. `unplug@0.1`, at the end, takes the panel away.
public struct Fingers {
  struct Step {
    var verb = ""
    var finger = 1
    var point: Point?
    /// Height at which it hovers, 0 to 1.
    var height = 0.5
    var time = Timestamp.zero
  }

  /// Device units for each point: locations come out of the calibration as they were written.
  public static let unitsPerPoint = 64.0
  /// Heights at which the panel sees a hovering contact, in its units.
  public static let distanceRange = AxisRange(minimum: 0, maximum: 64)

  let steps: [Step]
  /// Time at which the panel is taken away; `nil` if it stays.
  package let removal: Timestamp?
  /// The part of the text that cannot be read, with the reason; there are no frames then. `nil` if it can be read.
  public let mistake: String?

  /// Reads a text; what it cannot read is its ``mistake``.
  public init(_ text: String) {
    var steps: [Step] = []
    do throws(FingersMistake) {
      for word in text.split(whereSeparator: { $0.isWhitespace || $0 == ";" }) {
        steps.append(try Step(word))
      }
      mistake = nil
    } catch {
      steps = []
      mistake = error.message
    }
    removal = steps.last { $0.verb == "unplug" }?.time
    if removal != nil { steps.removeLast() }
    self.steps = steps
  }

  /// The frames as a slot device sends them.
  public var frames: [[RawEvent]] {
    var frames: [[RawEvent]] = []
    var size: Int32 = 1
    for (index, step) in steps.enumerated() {
      size = size % 100 + 1
      if index == 0 || steps[index - 1].time != step.time { frames.append([]) }
      frames[frames.count - 1] += events(of: step, size: size)
    }
    return frames.map { $0 + [RawEvent(time: $0[0].time, type: EventType.syn, code: 0, value: 0)] }
  }

  private func events(of step: Step, size: Int32) -> [RawEvent] {
    func abs(_ code: UInt16, _ value: Int32) -> RawEvent {
      RawEvent(time: step.time, type: EventType.abs, code: code, value: value)
    }
    var events = [abs(EventCode.absMTSlot, Int32(step.finger - 1))]
    let landing = [abs(EventCode.absMTToolType, 0), abs(EventCode.absMTTrackingID, 7)]
    switch step.verb {
    case "dn": events += landing + [abs(EventCode.absMTDistance, 0)]
    case "hov":
      let distance = step.height * Double(Self.distanceRange.maximum)
      events += landing + [abs(EventCode.absMTDistance, Int32(distance.rounded()))]
    case "up", "away": events.append(abs(EventCode.absMTTrackingID, -1))
    case "fr": events.append(abs(EventCode.absMTTouchMajor, size))
    case "palm": events.append(abs(EventCode.absMTToolType, ToolType.palm))
    case "mv": break
    // What else there is has been read as a mistake.
    default: break
    }
    if let point = step.point {
      events.append(abs(EventCode.absMTPositionX, Int32((point.x * Self.unitsPerPoint).rounded())))
      events.append(abs(EventCode.absMTPositionY, Int32((point.y * Self.unitsPerPoint).rounded())))
    }
    return events
  }
}

/// Reason for which a text cannot be read.
private struct FingersMistake: Error {
  let message: String
}

extension Fingers.Step {
  private static let verbs: Set = ["dn", "mv", "up", "fr", "palm", "hov", "away", "unplug"]

  /// Reads `verb#finger(x,y,height)@seconds`, of which a verb and a time must be there.
  fileprivate init(_ word: Substring) throws(FingersMistake) {
    var rest = word
    verb = String(rest.take(while: \.isLetter))
    guard Self.verbs.contains(verb) else {
      throw FingersMistake(
        message: "\(word): a finger does one of \(Self.verbs.sorted().joined(separator: ", "))")
    }
    if rest.first == "#" {
      let number = rest.dropFirst().prefix { $0 != "(" && $0 != "@" }
      guard let finger = Int(number), (1...TestScene.slots).contains(finger) else {
        throw FingersMistake(message: "\(word): fingers are #1 to #\(TestScene.slots)")
      }
      self.finger = finger
      rest = rest.dropFirst(1 + number.count)
    }
    if rest.first == "(" { try readPlace(&rest, of: word) }
    guard rest.first == "@", let seconds = Double(rest.dropFirst()), seconds.isFinite, abs(seconds) < 1e9
    else {
      throw FingersMistake(message: "\(word): it ends with a time in seconds, as in @0.25")
    }
    time = Timestamp(seconds: seconds)
  }

  private mutating func readPlace(_ rest: inout Substring, of word: Substring) throws(FingersMistake) {
    let inside = rest.dropFirst().prefix { $0 != ")" }
    let numbers = inside.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) ?? .nan }
    guard (2...3).contains(numbers.count), numbers.allSatisfy({ abs($0) <= 1_000_000 }),
      rest.dropFirst(1 + inside.count).first == ")"
    else {
      throw FingersMistake(message: "\(word): a place is (x,y) in points, with a height from 0 to 1 for hov")
    }
    point = Point(x: numbers[0], y: numbers[1])
    if numbers.count > 2 { height = numbers[2] }
    rest = rest.dropFirst(inside.count + 2)
  }
}

extension Substring {
  /// Takes off the characters at the begin that something holds for.
  fileprivate mutating func take(while holds: (Character) -> Bool) -> Substring {
    let taken = prefix(while: holds)
    removeFirst(taken.count)
    return taken
  }
}
