/// One slot between two reports: what the panel holds in it, and what was reported of its contact.
///
/// Decoders change what it holds. At a report, each function of `Slot+Report.swift` makes one step of ``Occupancy``.
struct Slot {
  /// What a slot is to responders.
  enum Occupancy {
    /// No contact. One that lands becomes `live`; `muted` if it is a palm, in a silence, and when a panel is opened.
    case none
    /// A contact that began. It becomes `none` when it lifts; `muted` when it is cancelled while it is down.
    case live
    /// A contact that is not reported. It becomes `none` when it lifts.
    case muted
  }

  /// A contact that lifted in this frame, as it was at that moment.
  struct Lift {
    var state: SlotState
    var seen: TouchProperties
    /// Whether the contact had been withdrawn before.
    var isWithdrawn: Bool
  }

  let index: Int
  /// What the panel holds now.
  var current = SlotState()
  /// What the last frame reported.
  var reported = SlotState()
  /// What was last reported of the contact above the glass; `nil` if none hovers.
  var hover: SlotState?
  /// The first lift of this frame; what came after it in the frame was never reported.
  var lift: Lift?
  /// The properties that events have reported since the contact in the slot was first noticed; for a pen, since it came
  /// near.
  var seen: TouchProperties = []
  /// When an event last named the slot.
  var lastEvent = Timestamp.zero
  var occupancy = Occupancy.none
  /// Whether the slot's contact has been a palm, touching or not, since it has its id.
  var isPalm = false
  /// Whether this frame takes the contact back, so that it is cancelled: it is a palm, or the panel was put to sleep.
  var isWithdrawn = false

  init(_ index: Int) { self.index = index }

  /// A contact lands, lifts, or is replaced.
  mutating func setTrackingID(_ id: Int32) {
    let old = current.trackingID
    guard id != old else { return }
    if old >= 0, occupancy != .none, lift == nil {
      lift = Lift(state: current, seen: seen, isWithdrawn: isWithdrawn)
    }
    // What was reported of a finger says nothing of the next.
    if old >= 0, !current.isPenNear { seen = [] }
    current.trackingID = id
    isPalm = false
    if id >= 0 { isWithdrawn = false }
  }

  /// Takes over what the kernel holds.
  mutating func load(_ state: SlotState) {
    let isSame = state.trackingID == reported.trackingID
    if !isSame || state.isAway { seen = [] }
    isPalm = state.isPalm || isSame && isPalm
    isWithdrawn = false
    lift = nil
    current = state
  }

  /// Takes over what the kernel holds after lost events. A contact that vanished or was replaced counts as withdrawn.
  mutating func resynchronize(with state: SlotState) {
    let isSame = state.isTouching && state.trackingID == reported.trackingID
    let lost = Lift(state: reported, seen: seen, isWithdrawn: true)
    load(state)
    if occupancy != .none, !isSame { lift = lost }
  }
}
