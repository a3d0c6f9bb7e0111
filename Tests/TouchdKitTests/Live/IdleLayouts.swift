import FakePanels
import LinuxInput
import TestTables

@testable import TouchdKit

/// Idle times of layouts in use: before there is a tree, with another one, and over a reload.
@Suite("Idle times of layouts in use") struct IdleLayouts {
  private let told = Told()

  private final class Told: ResponderPlugin {
    let name = "audit"
    var events: [String] = []

    func notice(_ event: LayoutEvent) { events.append(event.name) }
  }

  private func live(after time: String, file: String = "a.yaml", views: String = "[]") throws -> LiveLayout {
    var layout = try layout(
      """
      version: 1
      screen: { size: [100, 100] }
      idle: [{ after: \(time), name: dim, to: audit }]
      responders: { audit: { plugin: log } }
      views: \(views)
      """)
    layout.file = file
    return LiveLayout(layout, ["audit": told])
  }

  @Test("Where the tree waits for a panel that says how large a millimetre is, the count goes on")
  func withoutTree() throws {
    let layout = try live(after: "2s", views: "[{ hit_outset: 1mm }]")
    #expect(layout.pipeline == nil && layout.nextWake == nil)
    layout.start(after: nil, at: Timestamp(seconds: 10))
    #expect(layout.nextWake == Timestamp(seconds: 12) && layout.isIdle)
    layout.advance(to: Timestamp(seconds: 11.9))
    #expect(told.events == [])
    layout.advance(to: Timestamp(seconds: 12))
    #expect(told.events == ["dim"] && layout.nextWake == nil)
  }

  @Test("A tree for another panel takes the count over, and the former one fires nothing")
  func anotherTree() throws {
    let layout = try live(after: "2s", views: "[{ hit_outset: 1mm }]")
    layout.start(after: nil, at: Timestamp(seconds: 10))
    func ready(_ unitsPerMillimetre: Int32) throws -> Pipeline {
      var device = DeviceDescription.panel()
      for axis in [EventCode.absMTPositionX, EventCode.absMTPositionY, EventCode.absX, EventCode.absY] {
        device.axes[axis]?.resolution = unitsPerMillimetre
      }
      return try layout.makeReady(for: PanelBuilder(device, for: layout.layout.screen))
    }
    let first = try ready(10)
    #expect(first.nextWake == Timestamp(seconds: 12))
    let second = try ready(20)
    #expect(first !== second && second.nextWake == Timestamp(seconds: 12))
    first.finish()
    #expect(first.nextWake == nil && told.events == [])
    layout.advance(to: Timestamp(seconds: 13))
    #expect(told.events == ["dim"])
  }

  @Test("A reload goes on with the layout of the same file; that of another begins")
  func reload() throws {
    let session = LiveSession(on: try RunLoop(servesMainQueue: false))
    let first = try live(after: "60min")
    session.replace(with: [first])
    let due = try #require(first.nextWake)
    let (same, other) = (try live(after: "60min"), try live(after: "60min", file: "b.yaml"))
    session.replace(with: [other, same])
    #expect(same.nextWake == due && first.nextWake == nil)
    #expect(other.nextWake.map { $0 >= due } == true)
    #expect(told.events == [])
  }

  @Test("The loop wakes for them, without a panel")
  func loop() throws {
    let runLoop = try RunLoop(servesMainQueue: false)
    let session = LiveSession(on: runLoop)
    var layout = try live(after: "1s").layout
    layout.idle[0].after = Interval(microseconds: 1)
    session.replace(with: [LiveLayout(layout, ["audit": told])])
    try runLoop.runOnce()
    #expect(told.events == ["dim"])
  }
}
