import Dispatcher
import LinuxInput
import Logging
import YAML

/// The daemon's memory of the last minutes: what each panel sent, with what decides how it is read, in a ``FrameRing``
/// that the service manager keeps while the service is restarted.
///
/// It sees what was read once that is in the queue, and before it is delivered: so it has what a crash comes of, and
/// nothing is delivered otherwise than without it. Places on sensitive views never enter it. Of a layout that has such
/// views, contacts are left out that land while frames wait which may change the views.
final class BlackBox {
  /// An occurrence that is worth to be looked at.
  enum Incident: String, CaseIterable, Sendable {
    /// A panel went away with fingers down.
    case vanished
    /// A contact was cancelled by `stuck_after`.
    case stuck
    /// A reload was refused, and the files were good before.
    case refused
    /// The process before this one was killed.
    case killed

    /// Its meaning in a status.
    var words: String {
      switch self {
      case .vanished: "a panel went away while it was touched"
      case .stuck: "a contact was stuck"
      case .refused: "a reload was refused"
      case .killed: "touchd was killed"
      }
    }
  }

  /// Called when something happens to a panel that is worth to be looked at.
  var onIncident: (Incident, FrameRing.Track) -> Void = { _, _ in }
  /// The memory of the process before this one, if that was killed.
  var leftover: RingImage?
  private(set) var ring: FrameRing?
  private var description = RecorderDescription()
  private var stored: OwnedDescriptor?
  private let supervisor: Supervisor?
  private let logger: Logger
  private let frames = FrameRedaction { _, _ in }
  private var tapes: [Tape] = []

  private static let name = "recorder"

  /// Takes over what an earlier process of the service has left. It is to be made before anything else looks into the
  /// store.
  init(_ supervisor: Supervisor?, _ logger: Logger) {
    (self.supervisor, self.logger) = (supervisor, logger)
    stored = supervisor?.storedDescriptors.take(Self.name)
  }

  /// Remembers as the daemon's file says, from now on.
  func use(_ description: RecorderDescription) {
    ring?.keep = description.keep
    if let ring, ring.size == description.size, description.isOn { return }
    self.description = description
    guard description.isOn else {
      if stored != nil || ring != nil { supervisor?.removeStored(Self.name) }
      ring = nil
      stored = nil
      return
    }
    do {
      if let former = stored.take(), let kept = try adopted(former) { return ring = kept }
      ring = try FrameRing(size: description.size, keep: description.keep)
      guard let ring else { return }
      supervisor?.removeStored(Self.name)
      supervisor?.store(ring.fileDescriptor, as: Self.name, isPolled: false)
    } catch {
      logger.warning("the last minutes are \(ring == nil ? "not remembered" : "kept as before"): \(error)")
    }
  }

  /// The ring of the process before this one, if it has the size that is asked for.
  private func adopted(_ file: consuming OwnedDescriptor) throws(SystemError) -> FrameRing? {
    guard let image = try? RingImage(file.rawValue, path: Self.name) else { return nil }
    if !image.wasFinished { leftover = image }
    guard image.size == description.size else { return nil }
    return try FrameRing(adopting: file, image, keep: description.keep)
  }

  /// Path at which this process can read its memory; `nil` if there is none.
  var path: String? { ring.map { "/proc/self/fd/\($0.fileDescriptor)" } }

  /// The process ends as it should.
  func finish() { ring?.finish() }

  // MARK: - Panels

  /// Takes in a panel that is open, and attached.
  func begin(_ touchscreen: Touchscreen) -> Tape? {
    guard let ring else { return nil }
    let (panel, pipeline, layout) = (touchscreen.panel, touchscreen.pipeline, touchscreen.layout)
    let assembler = panel.assembler
    _ = frames.redacted(assembler.state, of: panel, in: pipeline)
    let writer = EvemuWriter(
      touchscreen.device.description, assembler.touchProtocol, properties: touchscreen.node.properties)
    let names = [layout.layout.title.cleaned(limit: 512), layout.name.cleaned(), layout.layout.digest.text]
    // Two panels of one make differ by where they are.
    let port = "# touchd: port \(touchscreen.candidate.claim.identity.cleaned())\n"
    let track = ring.begin(
      writer.head() + port + RingImage.layoutMark + names.joined(separator: "\t"),
      slots: assembler.state.slots.count,
      isDark: layout.screen.light.isDark, at: MonotonicClock.now,
      slot: { [frames] in frames.known($0, of: panel, in: pipeline) }, currentSlot: { assembler.currentSlot })
    guard let track else {
      logger.warning(
        "the last minutes of \(touchscreen.title) are not remembered: too many panels for the size")
      return nil
    }
    let tape = Tape(panel, pipeline, layout, track, in: self)
    tapes.append(tape)
    layout.screen.onChange = { [unowned self, unowned layout] isDark, time in
      for tape in tapes where tape.layout === layout { tape.track.append(isDark: isDark, at: time) }
    }
    return tape
  }

  /// One panel's part of it.
  final class Tape {
    fileprivate let layout: LiveLayout
    fileprivate let track: FrameRing.Track
    private let panel: Panel
    private let pipeline: Pipeline
    private unowned let box: BlackBox
    /// Of a layout with sensitive views: events of a frame that is not complete.
    private var pending: [RawEvent] = []
    private var stuckCount: Int
    /// Time at which the device last took back contacts that were down.
    private var withdrawn: Timestamp?

    /// Longer than it takes from the kernel's release of what is down to the end of the device. (O)
    private static let passing = Interval.seconds(1)

    fileprivate init(
      _ panel: Panel, _ pipeline: Pipeline, _ layout: LiveLayout, _ track: FrameRing.Track, in box: BlackBox
    ) {
      (self.panel, self.pipeline, self.layout, self.track, self.box) = (panel, pipeline, layout, track, box)
      stuckCount = panel.assembler.stuckCount
    }

    /// Has the pipeline receive events, and remembers them.
    ///
    /// - Returns: as ``Pipeline/receive(_:from:state:)``.
    func receive(
      _ events: UnsafeBufferPointer<RawEvent>, state: (Pipeline.Interruption) -> DeviceState?
    ) -> Int {
      let isWhole = !pipeline.application.sensitivity.isAtStake && pending.isEmpty
      let taken = isWhole ? receiveWhole(events, state) : receiveFrames(events, state)
      if panel.assembler.stuckCount != stuckCount {
        stuckCount = panel.assembler.stuckCount
        box.onIncident(.stuck, track)
      }
      return taken
    }

    private func receiveWhole(
      _ events: UnsafeBufferPointer<RawEvent>, _ state: (Pipeline.Interruption) -> DeviceState?
    ) -> Int {
      var (interruption, answer): (Pipeline.Interruption?, DeviceState?)
      let taken = pipeline.receive(events, from: panel) { reason in
        (interruption, answer) = (reason, state(reason))
        return answer
      }
      let read = UnsafeBufferPointer(rebasing: events[..<taken])
      guard let interruption, let last = read.last else {
        track.append(read)
        return taken
      }
      // The last frame is the one that was interrupted.
      let start = (read.dropLast().lastIndex(where: \.isReport) ?? -1) + 1
      track.append(UnsafeBufferPointer(rebasing: interruption == .dropped ? read[..<start] : read[...]))
      lose(interruption, answer, at: last.time)
      return taken
    }

    /// Frame by frame, each with what the panel holds then: what the pipeline makes of them is the same.
    private func receiveFrames(
      _ events: UnsafeBufferPointer<RawEvent>, _ state: (Pipeline.Interruption) -> DeviceState?
    ) -> Int {
      var start = 0
      while start < events.count {
        let end = events[start...].firstIndex(where: \.isReport) ?? events.count - 1
        let isBehind = pipeline.isBehind(events[end].time)
        var (interruption, answer): (Pipeline.Interruption?, DeviceState?)
        let part = UnsafeBufferPointer(rebasing: events[start...end])
        let taken = pipeline.receive(part, from: panel) { reason in
          (interruption, answer) = (reason, state(reason))
          return answer
        }
        if pending.count + taken > FrameAssembler.longestFrame { pending = [] }
        pending += part[..<taken]
        start += taken
        if events[end].isReport, interruption != .dropped {
          box.frames.redacted(pending, of: panel, in: pipeline, isBehind: isBehind)
            .withUnsafeBufferPointer(track.append)
        }
        if events[end].isReport { pending.removeAll(keepingCapacity: true) }
        if let interruption { lose(interruption, answer, at: events[end].time) }
        if interruption != nil || taken < part.count { break }
      }
      return start
    }

    /// Events were lost, or the panel slept.
    ///
    /// - Parameter answer: what the kernel said of it after that.
    func lose(_ interruption: Pipeline.Interruption, _ answer: DeviceState?, at time: Timestamp) {
      var state = answer.map { box.frames.redacted($0, of: panel, in: pipeline) } ?? DeviceState(slots: [])
      // What was asleep is gone for a reader, as it stays muted on the panel.
      state.release { interruption == .suspended || panel.assembler.isMuted($0) }
      if interruption == .suspended { withdrawn = MonotonicClock.now }
      track.append(lossWith: state, at: time)
    }

    func end(hasVanished: Bool, at time: Timestamp) {
      track.end(at: time)
      box.tapes.removeAll { $0 === self }
      let wasTouched = panel.assembler.state.slots.contains { $0.trackingID >= 0 }
      let isPassing = withdrawn.map { time - $0 < Self.passing } ?? false
      if hasVanished, wasTouched || isPassing { box.onIncident(.vanished, track) }
    }
  }
}
