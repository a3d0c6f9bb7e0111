internal import CBaselines
import Dispatcher
import LinuxInput
internal import Synchronization
import TouchdKit

/// The daemon on a descriptor: the same objects as in `touchd run`, put together in the same way.
///
/// What differs is what there is to wait for: one device that is named, as by `touchd --dump --device`.
struct TouchdReader {
  let path: String
  let layout: String
  let fingers: Int
  let meter: Meter

  func run() throws {
    Touchd.register(LayoutText.plugin) { _, _, _ in preconditionFailure("the reader makes its plugin itself")
    }
    let runLoop = try LiveSession.makeRunLoop()
    let layout = try LayoutLoading.layout(layout)
    let plugin = MeterPlugin(fingers: fingers, meter)
    let session = LiveSession(on: runLoop)
    // A stream without pauses is always late, and merged moves would be fewer frames than the others deliver.
    session.onPipeline = { $0.coalescesLateMoves = false }
    session.onDelivery = { [meter, unowned session] in
      // Without a plugin, a frame is complete when it is dispatched.
      if !plugin.isHeard { meter_reached(meter.pointer, UInt64(session.counters.frames)) }
    }
    var failure: Failure?
    let live = session.prepare(layout, [LayoutText.plugin: plugin])
    try session.start([live], .nodes([path])) { [unowned runLoop] change in
      switch change {
      case .added: ReadCommand.announce()
      case .removed: runLoop.stop()
      case .dismissed, .interrupted, .missing, .unmonitored, .overflown: break
      case .left(_, _, let notUsed): failure = Failure(notUsed.reason)
      }
    }
    if let failure { throw failure }
    try session.run()
  }
}

/// Counts a frame as complete when it gets the last of its touches.
private final class MeterPlugin: ResponderPlugin {
  let name = LayoutText.plugin
  private(set) var isHeard = false
  private var touches = 0
  private var frames: UInt64 = 0
  private let fingers: Int
  private let meter: Meter

  init(fingers: Int, _ meter: Meter) { (self.fingers, self.meter) = (fingers, meter) }

  func touchesBegan(_ touches: Set<Touch>, on responder: Responder, with event: Event) {
    isHeard = true
    count(touches)
  }

  func touchesMoved(_ touches: Set<Touch>, on responder: Responder, with event: Event) { count(touches) }

  private func count(_ touches: Set<Touch>) {
    self.touches += touches.count
    guard self.touches == fingers else { return }
    self.touches = 0
    frames += 1
    meter.pointer.pointee.delivered += UInt64(fingers)
    meter_reached(meter.pointer, frames)
  }
}
