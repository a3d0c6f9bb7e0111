import TestTables
import YAML

@testable import TouchdKit

@Suite("What a layout says of filters")
struct FilterTests {
  private func read(_ items: String) throws -> [FilterDescription] {
    let layout = try layout(layoutOfScreen("touchscreen: { filters: [\(items)] }"))
    return layout.screen.touchscreen.filters.map(\.value)
  }

  @Test(
    "each value's words and edges",
    arguments: [
      ("hysteresis: fuzz", .hysteresis(nil)), ("size: max", .size(nil)),
      ("median: 3", .median(3)), ("median: 15", .median(15)), ("median: 5.0", .median(5)),
      ("smooth: {}", .smooth(cutoff: 1, beta: 0.01)),
      ("smooth: { cutoff: 0.5 }", .smooth(cutoff: 0.5, beta: 0.01)),
      ("smooth: { beta: 0 }", .smooth(cutoff: 1, beta: 0)),
      ("smooth: { beta: 1000, cutoff: 1000 }", .smooth(cutoff: 1000, beta: 1000)),
      ("debounce: 1ms", .debounce(.milliseconds(1))), ("debounce: 1s", .debounce(.seconds(1))),
      ("hold_duration: 0.1s", .holdDuration(.milliseconds(100))),
      ("hold_duration: 10s", .holdDuration(.seconds(10))),
      ("ignore_repeat: 0.3s", .ignoreRepeat(.milliseconds(300))),
      ("skip: { first: 20 }", .skip(first: 20, last: 0)), ("skip: { last: 1 }", .skip(first: 0, last: 1)),
      ("pressure: 0.5", .pressure(0.5)), ("pressure: 1000000", .pressure(1_000_000)),
    ] as [(String, FilterDescription)])
  func value(text: String, filter: FilterDescription) throws {
    #expect(try read("{ \(text) }") == [filter])
  }

  @Test(
    "lengths in points along each axis",
    arguments: [
      ("hysteresis: 2", 2, 2), ("hysteresis: 0.5mm", 2, 1), ("edge: 1.5", 1.5, 1.5), ("edge: 1mm", 4, 2),
      ("size: 100", 100, 100), ("size: 40mm", 160, 80),
    ])
  func length(text: String, x: Double, y: Double) throws {
    let length = try #require(try read("{ \(text) }").first?.length)
    let points = try length.pointsPerAxis(pointsPerMillimetre: (4, 2))
    #expect(points.x == x && points.y == y)
  }

  @Test("the order is the file's, and the list may be empty")
  func order() throws {
    let filters = try read("{ size: max }, { median: 3 }, { hysteresis: fuzz }")
    #expect(filters == [.size(nil), .median(3), .hysteresis(nil)])
    #expect(try read("") == [])
  }
}
