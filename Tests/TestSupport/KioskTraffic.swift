public import Dispatcher

/// The input of a busy kiosk: a gesture every four seconds on average, twelve hours a day. It comes from a seed, so it
/// can be repeated.
///
/// It counts what it sends, so that a test can compare the counts of the receiver.
public struct KioskTraffic {
  /// What a gesture comes to: events, frame by frame, and what the kernel answers after lost ones.
  public struct Gesture {
    public var frames: [[RawEvent]] = []
    public var afterLoss: DeviceState?
  }

  /// What was sent so far.
  public private(set) var sent = Pipeline.Counters()
  public private(set) var time = Timestamp(microseconds: 1_000_000)
  private var random: SplitMix
  private var trackingID: Int32 = 0
  private var gesture = Gesture()
  private let size: Int32

  private static let frame = Interval(microseconds: 8333)
  private static let meanPause: Int64 = 4_000_000
  private static let openHours = Interval.seconds(12 * 3600)

  /// - Parameter size: of the panel, in device units along both axes.
  public init(seed: UInt64, size: Int32) {
    random = SplitMix(seed: seed)
    self.size = size
  }

  /// A person's next gesture: taps for the most part.
  public mutating func next() -> Gesture {
    gesture = Gesture()
    time = time + Interval(microseconds: below(2 * Self.meanPause))
    switch below(1000) {
    case 0..<600: tap()
    case 600..<660: doubleTap()
    case 660..<720: hold(frames: 75)
    case 720..<900: drag()
    case 900..<975: pinch()
    case 975..<990: palm()
    default: loss()
    }
    return gesture
  }

  /// Twelve hours without input.
  public mutating func closeForTheNight() { time = time + Self.openHours }

  // MARK: - Gestures

  private mutating func tap() {
    land(0, place(), place())
    hold(frames: 6)
    lift([0])
  }

  private mutating func doubleTap() {
    tap()
    time = time + .milliseconds(150)
    tap()
  }

  private mutating func hold(frames: Int) {
    let isAlone = gesture.frames.isEmpty
    if isAlone { land(0, place(), place()) }
    for _ in 0..<frames { send([abs(EventCode.absMTPressure, Int32(below(255)))]) }
    if isAlone { lift([0]) }
  }

  private mutating func drag() {
    var (x, y) = (place(), place())
    land(0, x, y)
    for _ in 0..<(10 + below(60)) {
      (x, y) = (near(x), near(y))
      move([(0, x, y)])
    }
    lift([0])
  }

  private mutating func pinch() {
    var fingers: [(Int32, Int32, Int32)] = [(0, place(), place()), (1, place(), place())]
    for (slot, x, y) in fingers { land(slot, x, y) }
    for _ in 0..<(10 + below(40)) {
      fingers = fingers.map { ($0, near($1), near($2)) }
      move(fingers)
    }
    lift([0, 1])
  }

  private mutating func palm() {
    land(0, place(), place())
    sent.cancelled += 1
    send([abs(EventCode.absMTToolType, ToolType.palm)])
    send([abs(EventCode.absMTToolType, 0), abs(EventCode.absMTTrackingID, -1)])
  }

  /// The kernel loses events, the lift among them.
  private mutating func loss() {
    land(0, place(), place())
    sent.dropped += 1
    sent.cancelled += 1
    gesture.afterLoss = DeviceState(slots: [])
    send([RawEvent(time: time, type: EventType.syn, code: EventCode.synDropped, value: 0)])
  }

  // MARK: - Fingers

  private mutating func land(_ slot: Int32, _ x: Int32, _ y: Int32) {
    trackingID = (trackingID + 1) % 65536
    sent.touches += 1
    send([abs(EventCode.absMTSlot, slot), abs(EventCode.absMTTrackingID, trackingID)] + position(x, y))
  }

  private mutating func move(_ fingers: [(Int32, Int32, Int32)]) {
    send(fingers.flatMap { slot, x, y in [abs(EventCode.absMTSlot, slot)] + position(x, y) })
  }

  private mutating func lift(_ slots: [Int32]) {
    sent.ended += slots.count
    send(slots.flatMap { [abs(EventCode.absMTSlot, $0), abs(EventCode.absMTTrackingID, -1)] })
  }

  private mutating func send(_ events: [RawEvent]) {
    gesture.frames.append(
      events + [RawEvent(time: time, type: EventType.syn, code: EventCode.synReport, value: 0)])
    sent.frames += 1
    time = time + Self.frame
  }

  private func position(_ x: Int32, _ y: Int32) -> [RawEvent] {
    [abs(EventCode.absMTPositionX, x), abs(EventCode.absMTPositionY, y)]
  }

  private func abs(_ code: UInt16, _ value: Int32) -> RawEvent {
    RawEvent(time: time, type: EventType.abs, code: code, value: value)
  }

  private mutating func place() -> Int32 { Int32(below(Int64(size))) }

  /// Where a finger is a frame later.
  private mutating func near(_ place: Int32) -> Int32 {
    min(max(place + Int32(below(401)) - 200, 0), size - 1)
  }

  private mutating func below(_ limit: Int64) -> Int64 { Int64(random.next() % UInt64(limit)) }
}
