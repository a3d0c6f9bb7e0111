import Dispatcher
import LinuxInput

/// Everything that a plot shows of a recording, gathered while it is replayed: of each column a bounded amount.
final class RecordingLanes: TraceObserver {
  /// How many gestures, and how many responders, have a row; the rest is counted. (O)
  static let mostRows = 24
  /// How many contacts are remembered for attempts that are decided after their lift. (O)
  private static let mostContacts = 4_096

  let time: TimeScale
  private(set) var panels: [PanelLanes] = []
  private(set) var gestures: [GestureRow] = []
  private(set) var deliveries: [DeliveryRow] = []
  private(set) var deadlines = DeadlineRow()
  private(set) var omittedGestures: Set<String> = []
  private(set) var omittedResponders: Set<String> = []
  /// Touches of which no place may be shown.
  private(set) var hiddenTouches = 0

  private let descriptions: [DeviceDescription?]
  private var gestureIndices: [ObjectIdentifier: Int] = [:]
  private var responderIndices: [ObjectIdentifier: Int] = [:]
  /// Where contacts came down, by id.
  private var begins: [ContactID: Int] = [:]
  private var shown: Set<ContactID> = []

  /// - Parameter descriptions: of the recording's devices.
  init(_ time: TimeScale, _ descriptions: [DeviceDescription?]) {
    (self.time, self.descriptions) = (time, descriptions)
  }

  /// Takes a raw frame.
  func take(_ frame: [RawEvent], of panel: Panel) { lanes(of: panel.path, panel)?.take(frame) }

  /// Notes what is waited for after a frame.
  func note(deadline: Timestamp?, at now: Timestamp) { deadlines.note(deadline, at: now, time) }

  var leavesProcess: Bool { true }

  func record(_ record: TraceRecord, at time: Timestamp) {
    let column = self.time.column(time)
    switch record.shown {
    case .touch(let sample, let touch): note(sample, touch, column)
    case .gesture(let recognizer, let state, let contacts, let reason):
      note(recognizer, state, contacts, reason, column)
    case .delivered(let phase, let responder, _), .forwarded(let phase, _, let responder, _):
      note(phase, responder, column)
    default: break
    }
  }

  private func lanes(of path: String, _ panel: Panel? = nil) -> PanelLanes? {
    if let known = panels.first(where: { $0.path == path }) { return known }
    guard let panel else { return nil }
    let description = descriptions.first { $0?.name == panel.name } ?? nil
    panels.append(PanelLanes(panel, description, time))
    return panels.last
  }

  private func note(_ sample: TouchSample, _ touch: Touch, _ column: Int) {
    switch sample.phase {
    case .began:
      begins[sample.contact] = column
      if begins.count > 2 * Self.mostContacts { forgetContacts(before: sample.contact - Self.mostContacts) }
      if touch.shownLocation == nil { hiddenTouches += 1 } else { shown.insert(sample.contact) }
    case .moved, .stationary: break
    case .ended, .cancelled:
      guard shown.remove(sample.contact) != nil else { return }
      let begin = begins[sample.contact] ?? column
      lanes(of: touch.device)?.add(
        touch: begin...max(begin, column), in: Int(sample.slot), isCancelled: sample.phase == .cancelled)
    }
  }

  private func forgetContacts(before first: ContactID) { begins = begins.filter { $0.key >= first } }

  private func note(
    _ recognizer: GestureRecognizer, _ state: GestureRecognizer.State, _ contacts: [ContactID],
    _ reason: FailureReason?, _ column: Int
  ) {
    guard let index = row(of: recognizer) else { return }
    let begin = min(contacts.compactMap { begins[$0] }.min() ?? column, column)
    switch state {
    case .began: gestures[index].begin(in: column)
    case .ended: gestures[index].end(begin...column, .recognized, nil)
    case .cancelled: gestures[index].end(begin...column, .cancelled, nil)
    case .failed: gestures[index].end(begin...column, .failed, reason.map(recognizer.shown))
    case .possible, .changed: break
    }
  }

  private func row(of recognizer: GestureRecognizer) -> Int? {
    if let known = gestureIndices[ObjectIdentifier(recognizer)] { return known }
    guard gestures.count < Self.mostRows else {
      omittedGestures.insert(recognizer.name)
      return nil
    }
    gestureIndices[ObjectIdentifier(recognizer)] = gestures.count
    gestures.append(GestureRow(recognizer))
    return gestures.count - 1
  }

  private func note(_ phase: TouchPhase, _ responder: Responder, _ column: Int) {
    let id = ObjectIdentifier(responder)
    if responderIndices[id] == nil {
      guard deliveries.count < Self.mostRows else {
        omittedResponders.insert(responder.identifier)
        return
      }
      responderIndices[id] = deliveries.count
      deliveries.append(DeliveryRow(responder.identifier))
    }
    if let index = responderIndices[id] { deliveries[index].add(phase, in: column) }
  }
}
