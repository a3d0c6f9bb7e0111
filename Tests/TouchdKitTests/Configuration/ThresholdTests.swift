import TestTables

@testable import TouchdKit

@Suite("The numbers that a layout changes")
struct ThresholdTests {
  @Test("each takes the place of the model's own")
  func read() throws {
    var expected = Thresholds()
    expected.reuse.interval = .milliseconds(351)
    expected.reuse.distance = 31
    expected.tap.maximumDuration = .milliseconds(751)
    expected.tap.interval = .milliseconds(352)
    expected.tap.distance = 32
    expected.tap.allowableMovement = 12
    expected.longPress.minimumDuration = .milliseconds(501)
    expected.longPress.allowableMovement = 11
    expected.pan.hysteresis = 11.5
    expected.pan.velocityWindow = .milliseconds(101)
    expected.swipe.maximumDuration = .milliseconds(502)
    expected.swipe.primaryTravel = 51
    expected.swipe.primaryDecay = 0.93
    expected.swipe.secondaryTravel = 52
    expected.swipe.secondaryDecay = 0.97
    expected.pinch.hysteresis = 9
    expected.pinch.velocityWindow = .milliseconds(102)
    expected.rotation.hysteresis = Double.pi / 2
    expected.rotation.velocityWindow = .milliseconds(103)
    expected.screenEdgePan.edgeDistance = 14
    expected.screenEdgePan.hysteresis = 16
    expected.screenEdgePan.maximumDuration = .milliseconds(251)
    expected.scroll.contentDelay = .milliseconds(151)
    expected.scroll.decelerationRate = 0.99
    (expected.scroll.rubberBand, expected.scroll.directionalLock) = (0.5, 0.4)
    expected.control.slop = 71
    (expected.pointer.clickInterval, expected.pointer.clickDistance) = (.milliseconds(400), 20)
    #expect(try lobby().thresholds == expected)
  }

  @Test("there is one for each number of the model")
  func all() {
    let numbers = Mirror(reflecting: Thresholds()).children.reduce(0) {
      $0 + Mirror(reflecting: $1.value).children.count
    }
    #expect(ThresholdKeys.groups.map(\.rows.count).reduce(0, +) == numbers)
  }

  @Test(
    "numbers out of range",
    arguments: [
      "thresholds: { scroll: { deceleration_rate: 1, rubber_band: 1.1 } }": .inLayout(
        "4:44: error: `deceleration_rate` must be at least 0 and less than 1, not the number 1",
        "4:60: error: `rubber_band` must be from 0 to 1, not the number 1.1"),
      "thresholds: { scroll: { deceleration_rate: 0.999, rubber_band: 1 } }": .inLayout(),
    ] as Table<Mistake>)
  func range(mistake: Mistake) { mistake.check() }
}
