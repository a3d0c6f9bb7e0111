import Dispatcher
import LinuxInput
import TestSupport

@testable import TouchdKit

/// What came of a case.
struct CaseResult: Equatable {
  let touches: [SeenTouch]
  let sent: [SlotState]
}

/// Writes down every touch of a panel with the step that it came of.
final class CaseObserver: TraceObserver {
  /// The step that is being played.
  var step = 0
  private(set) var touches: [SeenTouch] = []
  /// What the panel said of its contacts, before any filter.
  private(set) var sent: [SlotState] = []
  /// Watches that every contact which began ends exactly once.
  let balance = Balance()

  private let panel: Panel
  private let settings: CaseSettings
  private let description: DeviceDescription
  /// The contacts of the frame that is delivered; `nil` where the assembler still has them.
  private var frame: [ContactChange]?

  init(_ panel: Panel, _ settings: CaseSettings, _ description: DeviceDescription) {
    self.panel = panel
    self.settings = settings
    self.description = description
  }

  /// A frame of the panel is complete, and not delivered yet.
  func beginFrame(of step: Int) {
    self.step = step
    frame = changes
    sent += changes.filter { $0.phase == .began || $0.phase == .moved }.map(\.state)
  }

  /// Something befalls the panel.
  func beginAction(_ step: Int) {
    self.step = step
    frame = nil
  }

  func record(_ record: TraceRecord, at time: Timestamp) {
    balance.record(record, at: time)
    guard case .touch(let sample, _) = record else { return }
    let own = (frame ?? changes).filter { $0.slot == Int(sample.slot) }
    // Where a slot was used twice, the second contact is the one that began.
    let change = sample.phase == .began ? own.last : own.first
    touches.append(seen(sample, change?.state ?? SlotState()))
  }

  private var changes: [ContactChange] { Array(panel.assembler.changes + panel.assembler.landings) }

  private func seen(_ sample: TouchSample, _ state: SlotState) -> SeenTouch {
    let size = settings.screen.size
    let axes = panel.assembler.touchProtocol.axes
    func millimetres(_ raw: Int32, _ code: UInt16) -> Double {
      guard let axis = description.axes[code], axis.resolution > 0 else { return 0 }
      return (Double(raw) - Double(axis.minimum)) / Double(axis.resolution)
    }
    return SeenTouch(
      step: step, sample: sample, state: state, place: place(of: sample),
      part: Point(x: sample.location.x / size.width, y: sample.location.y / size.height),
      millimetres: Point(x: millimetres(sample.rawX, axes.x), y: millimetres(sample.rawY, axes.y)))
  }

  private func place(of sample: TouchSample) -> Point {
    let raw = Point(x: Double(sample.rawX), y: Double(sample.rawY))
    guard settings.hasFilters else { return raw }
    return panel.calibration.transform.inverse?.apply(to: sample.location) ?? raw
  }
}
