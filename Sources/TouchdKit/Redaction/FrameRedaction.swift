import Dispatcher
import LinuxInput

/// Shows the raw frames of pipelines, without what is on sensitive views; where no view is sensitive, a frame stays as
/// it is. It observes the pipelines, and has ``PanelRedaction`` decide what of a frame is shown.
///
/// A contact that lands on a sensitive view is left out whole, from its landing to its end; so is one that belongs to
/// such a view for another reason. One that passes over a sensitive view loses its places there. The rest stays a valid
/// stream: a reader receives what it missed, as soon as it may know it.
///
/// A frame is shown before its contacts are hit-tested. So a landing is judged here: by where it is, and by which view
/// it would hit. Code of a program that moves views in the very frame in which a contact lands on them comes too late
/// for that frame.
final class FrameRedaction {
  private let show: (Panel, [RawEvent]) -> Void
  private var panels: [PanelRedaction] = []

  /// - Parameter show: called with each frame before it is delivered.
  init(_ show: @escaping (Panel, [RawEvent]) -> Void) { self.show = show }

  /// Shows the frames of a pipeline, which keeps this; before its first panel is attached.
  func watch(_ pipeline: Pipeline) {
    pipeline.onStateRead = { [unowned pipeline] panel in
      _ = self.redacted(panel.assembler.state, of: panel, in: pipeline)
    }
    pipeline.rawFrameObserver = { [unowned pipeline] panel, frame in
      self.show(panel, self.redacted(frame, of: panel, in: pipeline, isBehind: false))
    }
  }

  /// The part of a frame just completed by a panel that may be shown.
  ///
  /// - Parameter isBehind: whether frames before it are not delivered, so that views may come to be under its contacts
  ///   that are not there yet. No contact that lands in it is shown then, and no place.
  func redacted(_ frame: [RawEvent], of panel: Panel, in pipeline: Pipeline, isBehind: Bool) -> [RawEvent] {
    let places = SensitivePlaces(panel: panel, pipeline: pipeline, isBehind: isBehind)
    return redaction(of: panel, in: pipeline)?.redacted(frame, places) ?? frame
  }

  /// The values of a slot that a reader has been shown.
  func known(_ slot: Int, of panel: Panel, in pipeline: Pipeline) -> SlotState {
    redaction(of: panel, in: pipeline)?.known(slot) ?? panel.assembler.state(of: slot)
  }

  /// The part of a state just reported by the kernel that may be recorded.
  func redacted(_ state: DeviceState, of panel: Panel, in pipeline: Pipeline) -> DeviceState {
    let places = SensitivePlaces(panel: panel, pipeline: pipeline)
    return redaction(of: panel, in: pipeline)?.redacted(state, places) ?? state
  }

  /// `nil` where everything may be shown.
  private func redaction(of panel: Panel, in pipeline: Pipeline) -> PanelRedaction? {
    guard pipeline.application.sensitivity.isAtStake else { return nil }
    if let known = panels.first(where: { $0.panel === panel }) { return known }
    // A panel that was plugged in again is another one.
    panels.removeAll { $0.panel == nil }
    let new = PanelRedaction(panel)
    panels.append(new)
    return new
  }
}

/// Redaction for a reader of one panel's raw frames: passes all but the contacts on sensitive views. It
/// decides what of each contact is left out, and makes the frame that is shown; ``SensitivePlaces`` answers where it
/// asks.
///
/// A frame that is shown takes the reader from what it knows to what it may know: the difference of two states. Of the
/// frame's own events, only those are shown that are known to reveal no place: keys, MSC_TIMESTAMP, and a pen's height.
/// Other devices mirror the position of a contact in ABS_Z, ABS_HAT0X, REL_X or MSC_SERIAL, and a panel with several
/// contacts makes one pointer of them (ABS_X, ABS_Y); nothing that reads touches needs those.
final class PanelRedaction {
  /// One slot: what the panel holds, and what the reader knows.
  private struct Slot {
    var actual = SlotState()
    /// `nil` before the reader has received anything of it.
    var known: SlotState?
    /// Whether its contact is left out, from its landing to its end.
    var isLeftOut = false

    /// Whether the reader knows where the slot's contact is, or last was.
    var isPlaceKnown: Bool { known.map { ($0.x, $0.y) == (actual.x, actual.y) } ?? false }
  }

  private(set) weak var panel: Panel?
  private let touchProtocol: TouchProtocol
  private var slots: [Slot]
  /// The slot that the reader takes events to be of.
  private var currentSlot = 0

  init(_ panel: Panel) {
    self.panel = panel
    touchProtocol = panel.assembler.touchProtocol
    slots = Array(repeating: Slot(), count: panel.assembler.state.slots.count)
  }

  /// The part of a frame just completed by the panel that may be shown.
  func redacted(_ frame: [RawEvent], _ places: SensitivePlaces) -> [RawEvent] {
    guard let panel, let end = frame.last else { return [] }
    // What comes before lost events, and up to their end, is nothing that a reader goes by.
    if frame.contains(where: \.isDrop) { return frame.filter { $0.type == EventType.syn || isPlaceless($0) } }
    let before = known
    take(panel.assembler.state) { verdict(on: $0, in: $1, places) }
    let contacts =
      touchProtocol == .packets
      ? packets(like: frame, at: end.time)
      : known.map { $0.events(after: before, touchProtocol, at: end.time) } ?? []
    return frame.filter(isPlaceless) + contacts + [end]
  }

  /// The part of a state that may be shown. The panel holds it, and the reader knows it, from now on.
  func redacted(_ state: DeviceState, _ places: SensitivePlaces) -> DeviceState {
    // The kernel holds no contacts of a panel without slots.
    guard touchProtocol != .packets else { return state }
    take(state) { slot, index in
      // An empty slot may say where a contact was that was left out. A reader that needs its place receives it later.
      slot.trackingID < 0 ? .leftOut : verdict(on: slot, in: index, places)
    }
    return known ?? state
  }

  // MARK: What the reader knows

  /// The values of a slot that the reader knows.
  func known(_ slot: Int) -> SlotState {
    slots.indices.contains(slot) ? slots[slot].known ?? SlotState() : SlotState()
  }

  /// `nil` before the reader has received anything.
  private var known: DeviceState? {
    let known = slots.compactMap(\.known)
    return known.count == slots.count ? DeviceState(slots: known, currentSlot: currentSlot) : nil
  }

  private func take(_ state: DeviceState, _ verdict: (SlotState, Int) -> Verdict) {
    for index in slots.indices {
      let actual = index < state.slots.count ? state.slots[index] : SlotState()
      let verdict = verdict(actual, index)
      slots[index].known = verdict.known(of: actual, before: slots[index].known ?? SlotState())
      slots[index].isLeftOut = verdict == .leftOut && actual.trackingID >= 0
      slots[index].actual = actual
    }
    if slots.indices.contains(state.currentSlot) { currentSlot = state.currentSlot }
  }

  private func verdict(on slot: SlotState, in index: Int, _ places: SensitivePlaces) -> Verdict {
    let before = slots[index]
    let isOver = places.contain(slot.x, slot.y)
    // Of what was there before this began to look, it knows what the touches know: nothing of empty slots, nor of
    // contacts that were there before the touches.
    let isMuted = panel?.assembler.isMuted(index) ?? true
    if before.known == nil, slot.trackingID < 0 || isMuted || places.hold(index) { return .leftOut }
    guard slot.trackingID >= 0 else {
      // Where a contact lifted that was left out, stays untold until something is somewhere else.
      let isNews = (slot.x, slot.y) != (before.actual.x, before.actual.y) || before.isPlaceKnown
      return isOver || before.isLeftOut || !isNews ? .leftOut : .shown
    }
    let isNew = slot.trackingID != before.actual.trackingID
    if slot.isTouching, isNew || !before.actual.isTouching {
      return places.take(slot.x, slot.y) ? .leftOut : .shown
    }
    if !isNew, before.isLeftOut || places.hold(index) { return .leftOut }
    // What begins to hover there is no landing, and is left out until it lands elsewhere.
    return isOver ? (isNew ? .leftOut : .withoutPlace) : .shown
  }

  // MARK: Events

  private func isPlaceless(_ event: RawEvent) -> Bool {
    switch event.type {
    // The button and the pen's keys of a panel with one contact are part of its state.
    case EventType.key:
      !touchProtocol.isSingleTouch
        || touchProtocol != .singleTouch(button: event.code) && !PenKeys.codes.contains(event.code)
    case EventType.msc: event.code == EventCode.mscTimestamp
    case EventType.abs: touchProtocol.isSingleTouch && event.code == EventCode.absDistance
    default: false
    }
  }

  /// The packets of a frame, for contacts that may be shown: the axes that the frame names, with the values that the
  /// reader may know.
  private func packets(like frame: [RawEvent], at time: Timestamp) -> [RawEvent] {
    guard let listed = frame.first(where: \.isPacketEnd) else { return [] }
    let named = Set(frame.filter { $0.type == EventType.abs }.map(\.code))
      .union([EventCode.absMTPositionX, EventCode.absMTPositionY])
    let contacts = slots.compactMap(\.known).filter { $0.trackingID >= 0 }
    // A list that is empty says that nothing is down; none at all says nothing.
    guard !contacts.isEmpty else { return [listed] }
    return contacts.flatMap { contact in
      EventCode.absMTSlotAxes.filter(named.contains).compactMap { code -> RawEvent? in
        let isID = code == EventCode.absMTTrackingID
        let value = isID ? contact.trackingID : SlotAxis(multitouch: code).map { contact[$0] }
        return value.map { RawEvent(time: time, type: EventType.abs, code: code, value: $0) }
      } + [listed]
    }
  }
}

/// Decision on a contact in a frame.
private enum Verdict {
  case shown
  /// It is on a sensitive view that it does not belong to: all but its place is shown.
  case withoutPlace
  /// It belongs to a sensitive view, and nothing of it is shown.
  case leftOut

  /// The part of a slot that a reader may know.
  ///
  /// - Parameter known: what it knew before.
  func known(of slot: SlotState, before known: SlotState) -> SlotState {
    var shown = self == .leftOut ? known : slot
    switch self {
    case .shown: break
    case .withoutPlace: (shown.x, shown.y) = (known.x, known.y)
    case .leftOut: (shown.trackingID, shown.penKeys) = (-1, slot.penKeys)
    }
    return shown
  }
}

/// Which places of a panel, in its units, are on sensitive views now. It decides nothing: ``PanelRedaction`` asks it.
struct SensitivePlaces {
  let panel: Panel
  let pipeline: Pipeline
  /// Whether views may change before the frame is delivered; then each place may be on one.
  var isBehind = false

  /// Whether a place is on a sensitive view.
  func contain(_ x: Int32, _ y: Int32) -> Bool {
    isBehind || pipeline.application.sensitivity.covers(point(x, y))
  }

  /// Whether a contact that lands in a place is, or will belong to a sensitive view: one beyond the screen's edge or on
  /// a view that redirects may do so without being on it.
  func take(_ x: Int32, _ y: Int32) -> Bool {
    contain(x, y) || pipeline.application.hitTest(point(x, y), with: nil)?.isInSensitiveView ?? false
  }

  /// Whether the contact last reported in a slot belongs to a sensitive view.
  func hold(_ slot: Int) -> Bool { pipeline.holdsSensitiveContact(slot, of: panel) }

  private func point(_ x: Int32, _ y: Int32) -> Point { panel.calibration.location(x: x, y: y) }
}

/// The layout as `touchd record` uses it: its sensitive views, its reading of the panel, and whether the screen is
/// dark; nothing else of it.
struct RecordedLayout {
  let layout: Layout
  /// Plugins that do nothing, by the responders' names.
  let plugins: PluginSet

  /// A panel without a layout: nothing is sensitive.
  init() { (layout, plugins) = (.empty(Size(width: 1, height: 1)), [:]) }

  /// - Parameter isAlone: whether it is the only one. Then any touchscreen is recorded, read as this layout says; of
  ///   several, each is for the panels that it matches.
  init(_ layout: Layout, isAlone: Bool = true) {
    let names = layout.responders.map(\.name.value)
    plugins = PluginSet(
      Dictionary(names.map { ($0, Deaf(name: $0)) }, uniquingKeysWith: { first, _ in first }))
    var recorded = layout
    (recorded.wake, recorded.idle) = ([], [])
    recorded.screen.touchscreen.filters = []
    if isAlone { recorded.screen.touchscreen.match = DeviceMatch() }
    self.layout = recorded
  }

  /// A plugin that does nothing.
  private final class Deaf: ResponderPlugin {
    let name: String

    init(name: String) { self.name = name }
  }
}
