import CAllocationCounter
import Dispatcher
import Testing

/// A finger that moves behind `smooth` allocates nothing.
@Suite("Allocations of smooth") struct SmoothAllocations {
  @Test(
    "A moved frame in steady state allocates nothing",
    .enabled(
      if: Allocations.isOptimised, "not counted: this build is not optimised; `make test` makes one that is"))
  func movedFrame() {
    let rig = SmoothRig(.smooth(cutoff: 1, beta: 0.01), isTraced: false)
    rig.land(Point(x: 500, y: 500))
    Self.move(rig, frames: 50)
    let before = allocation_count()
    Self.move(rig, frames: 1000)
    let count = allocation_count() - before
    #expect(count == 0, "\(count) allocations in 1,000 frames")
  }

  private static func move(_ rig: SmoothRig, frames: Int) {
    for frame in 0..<frames {
      rig.move(Point(x: 500 + Double(frame % 16), y: 500), after: .milliseconds(10))
    }
  }
}
