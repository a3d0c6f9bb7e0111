public import Dispatcher

/// The page of a scene: what it got, frame by frame, and whether that could come from a touchscreen.
///
/// Hands all records on to the scene's log, and writes a line `page` there for each frame: its time, and what happened
/// to each slot.
public final class Page: TraceObserver {
  public let panel: VirtualPanel
  public private(set) var reader: PageReader
  public let responder: ScreenResponder
  /// What else there is to record goes there.
  private let next: any TraceObserver
  private let log: SceneLog
  /// What was reported of the frame that is being made.
  private var reports: [ScreenReport] = []
  /// Where the page's contacts are by slot, as the reports say.
  private var reported: [Int: Point] = [:]
  /// Where they are by contact.
  public private(set) var places: [ContactID: Point] = [:]
  private var difference: String?

  /// - Parameters:
  ///   - slots: of the real panel.
  ///   - next: receives what else there is to record; `nil` for the scene's log.
  public init(_ scene: Scene, cancel: ScreenCancel, slots: Int = 10, next: (any TraceObserver)? = nil) {
    let traits = VirtualPanelTraits(size: TestScene.screen, panelSlots: slots, hasPressure: true)
    panel = VirtualPanel(traits, cancel: cancel)
    reader = PageReader(traits.description(DeviceDescription(name: "page")))
    responder = ScreenResponder(panel)
    log = scene.log
    self.next = next ?? scene.log
    scene.application.screenResponder = responder
    scene.application.observer = self
    panel.onFrame = { [unowned self] in take($0) }
  }

  /// What was wrong with the frames, in words; `nil` if nothing was.
  public var fault: String? { reader.fault ?? difference }

  public func record(_ record: TraceRecord, at time: Timestamp) {
    if case .screen(let report) = record { reports.append(report) } else { next.record(record, at: time) }
  }

  private func take(_ events: UnsafeBufferPointer<RawEvent>) {
    reader.read(events)
    for report in reports { compare(report) }
    log.note("page \(Self.time(reader.time)) " + reports.map(Self.words).joined(separator: " "))
    let places = reader.contacts.mapValues { [$0.x, $0.y] }
    let expected = Dictionary(
      uniqueKeysWithValues: reported.map {
        (Int32($0), [panel.traits.units($1).x, panel.traits.units($1).y])
      })
    if places != expected { difference = difference ?? "slots \(places), reported \(expected)" }
    reports.removeAll()
  }

  private func compare(_ report: ScreenReport) {
    if report.stamp != reader.time { difference = difference ?? "another stamp in the report" }
    switch report.phase {
    case .began, .moved:
      reported[report.slot] = report.location
      places[report.contact] = report.location
    case .ended, .cancelled:
      reported[report.slot] = nil
      places[report.contact] = nil
    case .stationary: difference = difference ?? "stationary"
    }
  }

  /// Lets the touches come unobserved, as in the daemon: only the frames are read.
  public func stopObserving(_ application: Application) {
    application.observer = nil
    panel.onFrame = { [unowned self] in reader.read($0) }
  }

  private static func words(_ report: ScreenReport) -> String {
    let place = report.location.map { "(\(short($0.x)),\(short($0.y)))" } ?? "(-)"
    let end = report.end.map { ":\($0.rawValue)" } ?? ""
    return "\(report.slot).\(report.phase)\(end)\(report.end == nil ? place : "")"
  }

  private static func short(_ value: Double) -> String { shortText(value, decimals: 2) }

  /// Milliseconds.
  private static func time(_ time: Timestamp) -> String { short(Double(time.microseconds) / 1000) }
}
