/// One contact in a frame of multitouch protocol A: the events before a SYN_MT_REPORT.
struct Packet {
  /// The tracking id is what the panel gave, −1 if it gave none.
  private(set) var state = SlotState()
  private(set) var seen: TouchProperties = []
  private(set) var hasX = false
  private(set) var hasY = false
  private var hasMajor = false

  /// Whether it is a contact, on the glass or above it. A packet without any position is not a contact; one whose
  /// size is 0 does not touch.
  var isContact: Bool { (hasX || hasY) && !(hasMajor && state.major <= 0 && state.distance <= 0) }

  /// Takes in the value of an axis. Axes outside the contacts have no effect.
  mutating func set(_ code: UInt16, _ value: Int32) {
    if code == EventCode.absMTTrackingID { state.trackingID = max(value, -1) }
    guard let axis = SlotAxis(multitouch: code) else { return }
    state[axis] = value
    if axis == .x { hasX = true }
    if axis == .y { hasY = true }
    if axis == .major { hasMajor = true }
    seen.formUnion(.told(by: code))
  }
}
