/// One word of fingers as text, `dn#1(10,20)@0.25`: a verb, a finger, a point and a time in seconds.
package struct FingerStep: Equatable, Sendable, CustomStringConvertible {
  /// The first part of a word.
  package enum Verb: String, CaseIterable, Sendable {
    case down = "dn"
    case move = "mv"
    case up
    /// A report without a new location.
    case frame = "fr"
    case palm
    case hover = "hov"
    case away
    /// The panel is taken away, and comes back.
    case unplug, replug
    /// The screen goes dark, and is lit.
    case dark, lit

    /// Verbs of fingers, and `unplug`.
    package static let ofFingers = allCases.filter { ![.replug, .dark, .lit].contains($0) }
    /// Whether it is a report of the panel.
    package var isReport: Bool { ![.unplug, .replug, .dark, .lit].contains(self) }
    fileprivate var lands: Bool { self == .down || self == .hover }
  }

  /// Reason for which a word cannot be read.
  package struct Mistake: Error, Equatable {
    /// The word and what it needs.
    package let message: String
  }

  package var verb: Verb
  /// Number of the finger, from 1: its slot is one less.
  package var finger: Int
  package var point: Point?
  /// Height at which it hovers, 0 to 1.
  package var height = 0.5
  package var time: Timestamp
  /// Values of the axes of a contact that are not in a word; `nil` for no event.
  package var pressure: Int32?
  package var size: Int32?

  /// Heights at which the panel sees a hovering contact, in its units.
  package static let distanceRange = AxisRange(minimum: 0, maximum: 64)

  package init(_ verb: Verb, _ finger: Int, _ point: Point? = nil, at time: Timestamp) {
    (self.verb, self.finger, self.point, self.time) = (verb, finger, point, time)
  }

  /// Reads `verb#finger(x,y,height)@seconds`, of which a verb and a time must be there.
  ///
  /// - Parameters:
  ///   - fingers: the most fingers.
  ///   - verbs: those that may stand there.
  package init(_ word: Substring, fingers: Int, _ verbs: [Verb] = Verb.ofFingers) throws(Mistake) {
    func mistake(_ message: String) -> Mistake { Mistake(message: "\(word): \(message)") }
    var rest = word
    let name = rest.prefix(while: \.isLetter)
    rest.removeFirst(name.count)
    guard let verb = verbs.first(where: { $0.rawValue == name }) else {
      throw mistake("a finger does one of \(verbs.map(\.rawValue).sorted().joined(separator: ", "))")
    }
    self.init(verb, 1, at: .zero)
    if rest.first == "#" {
      let number = rest.dropFirst().prefix { $0 != "(" && $0 != "@" }
      guard let finger = Int(number), (1...fingers).contains(finger) else {
        throw mistake("fingers are #1 to #\(fingers)")
      }
      self.finger = finger
      rest = rest.dropFirst(1 + number.count)
    }
    if rest.first == "(" {
      let inside = rest.dropFirst().prefix { $0 != ")" }
      let numbers = inside.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) ?? .nan }
      guard (2...3).contains(numbers.count), numbers.allSatisfy({ abs($0) <= 1_000_000 }),
        rest.dropFirst(1 + inside.count).first == ")"
      else { throw mistake("a place is (x,y) in points, with a height from 0 to 1 for hov") }
      point = Point(x: numbers[0], y: numbers[1])
      if numbers.count > 2 { height = numbers[2] }
      rest = rest.dropFirst(inside.count + 2)
    }
    guard rest.first == "@", let seconds = Double(rest.dropFirst()), seconds.isFinite, abs(seconds) < 1e9
    else { throw mistake("it ends with a time in seconds, as in @0.25") }
    time = Timestamp(seconds: seconds)
  }

  /// The frames of a panel with slots: of steps of one time, one. `dn` after `palm` is another contact, `hov` the palm.
  ///
  /// - Parameter units: device units for each point.
  package static func frames(of steps: [FingerStep], units: Double) -> [[RawEvent]] {
    var frames: [[RawEvent]] = []
    var (ids, palms): ([Int: Int32], Set<Int>) = ([:], [])
    for (index, step) in steps.enumerated() {
      if index == 0 || steps[index - 1].time != step.time { frames.append([]) }
      if step.verb == .down, palms.remove(step.finger) != nil { ids[step.finger, default: 7] += 1 }
      frames[frames.count - 1] += step.events(Int32(index % 100) + 2, id: ids[step.finger, default: 7], units)
      if step.verb == .up || step.verb == .away { ids[step.finger, default: 7] += 1 }
      if step.verb == .palm { palms.insert(step.finger) }
    }
    return frames.map { $0 + [.report(at: $0[0].time)] }
  }

  /// - Parameters:
  ///   - other: a size for `fr`.
  ///   - id: of a contact that lands.
  private func events(_ other: Int32, id: Int32, _ units: Double) -> [RawEvent] {
    func abs(_ code: UInt16, _ value: Int32) -> RawEvent {
      RawEvent(time: time, type: EventType.abs, code: code, value: value)
    }
    var events = [abs(EventCode.absMTSlot, Int32(finger - 1))]
    if verb.lands {
      let distance = verb == .hover ? height * Double(Self.distanceRange.maximum) : 0
      events += [
        abs(EventCode.absMTToolType, 0), abs(EventCode.absMTTrackingID, id),
        abs(EventCode.absMTDistance, Int32(clamping: Int64(distance.rounded()))),
      ]
    }
    if verb == .palm { events.append(abs(EventCode.absMTToolType, ToolType.palm)) }
    if let size = size ?? (verb == .frame ? other : nil) {
      events.append(abs(EventCode.absMTTouchMajor, size))
    }
    if let pressure { events.append(abs(EventCode.absMTPressure, pressure)) }
    if let point {
      for (code, value) in [(EventCode.absMTPositionX, point.x), (EventCode.absMTPositionY, point.y)] {
        events.append(abs(code, Int32(clamping: Int64((value * units).rounded()))))
      }
    }
    // With a place, the finger is there before it leaves.
    if verb == .up || verb == .away { events.append(abs(EventCode.absMTTrackingID, -1)) }
    return events
  }

  /// The word; of points and times no more decimals than count.
  package var description: String {
    let place = point.map { point in
      let height = verb == .hover ? [height] : []
      return "(" + ([point.x, point.y] + height).map(Self.decimal).joined(separator: ",") + ")"
    }
    let finger = verb.isReport ? "#\(finger)" : ""
    return "\(verb.rawValue)\(finger)\(place ?? "")@\(Self.decimal(time.seconds))"
  }

  /// A number with at most six decimals.
  private static func decimal(_ value: Double) -> String {
    let millionths = Int64((value.magnitude * 1_000_000).rounded())
    var digits = String(String(1_000_000 + millionths % 1_000_000).dropFirst())
    while digits.last == "0" { digits.removeLast() }
    let sign = value < 0 && millionths > 0 ? "-" : ""
    return "\(sign)\(millionths / 1_000_000)\(digits.isEmpty ? "" : "." + digits)"
  }
}
