import Dispatcher
import TestSupport
import YAML

@testable import TouchdKit

/// Builds on a layout that has no errors, and touches what was built.
enum LayoutTrial {
  /// A panel that fits every layout.
  private static let device: DeviceDescription = {
    var device = DeviceDescription(name: "panel")
    let range = AxisRange(minimum: 0, maximum: 4095, resolution: 16)
    device.axes = [
      EventCode.absMTSlot: AxisRange(minimum: 0, maximum: 9),
      EventCode.absMTTrackingID: AxisRange(minimum: 0, maximum: 65535),
      EventCode.absMTPositionX: range, EventCode.absMTPositionY: range,
      EventCode.absMTPressure: AxisRange(minimum: 0, maximum: 255),
    ]
    return device
  }()

  /// What is wrong after the last finger has left; `nil` if nothing.
  static func violation(_ layout: Layout) -> String? { Lifetime.violation { violation(layout, $0) } }

  private static func violation(_ layout: Layout, _ lifetime: Lifetime) -> String? {
    let watchers = Watchers(json: true)
    do throws(GeometryError) {
      // Without a panel, as `touchd hit` has it, and with one.
      let application = try layout.makeApplication(layout.makePlugins(Silence.logger, launcher: nil))
      if let violation = violation(ofPicture: application, title: layout.file) { return violation }
    } catch {
      if let violation = violation(of: error, in: layout) { return violation }
    }
    do {
      let panel = try PanelBuilder(device, for: layout.screen)
      let plugins = layout.makePlugins(Silence.logger, launcher: nil)
      let application = try layout.makeApplication(plugins, pointsPerMillimetre: panel.pointsPerMillimetre)
      lifetime.application = application
      application.observer = watchers
      application.tracesHitTests = true
      touch(application, panel.makePanel(path: "panel"))
    } catch let error as GeometryError {
      return violation(of: error, in: layout)
    } catch {
      return "the panel was refused: \(error)"
    }
    return watchers.violation
  }

  /// Its picture is whole, has an end, and nothing in it that is no XML.
  private static func violation(ofPicture application: Application, title: String) -> String? {
    var picture = LayoutPicture(of: application, title: title)
    picture.point = Point(x: 10, y: 10)
    // As a browser waits for it, not a person who wants to know.
    picture.effort = 20_000
    let text = picture.text
    guard text.utf8.count <= LayoutPicture.mostBytes, text.hasSuffix("</svg>\n") else {
      return "a picture of \(text.utf8.count) bytes"
    }
    let isClean = text.unicodeScalars.allSatisfy {
      $0 == "\n" || $0.value >= 0x20 && $0.value & 0xfffe != 0xfffe
    }
    return isClean ? nil : "a picture that is no XML"
  }

  private static func violation(of error: GeometryError, in layout: Layout) -> String? {
    error.mark >= .start && !error.message.isEmpty ? nil : "an error without a place or words: \(error)"
  }
}

// MARK: - Fingers

extension LayoutTrial {
  private typealias Place = (x: Int32, y: Int32)

  /// Two fingers come down and stay for up to two seconds, meanwhile one of them may move: once for each place.
  private static func touch(_ application: Application, _ panel: Panel) {
    let pipeline = Pipeline(application: application)
    pipeline.attach(panel, state: DeviceState(slots: []))
    var previous = edges[0]
    for (index, place) in (edges + middles(of: application, on: panel)).enumerated() {
      let start = Timestamp(microseconds: Int64(index) * 3_000_000)
      send(pipeline, panel, at: start, finger(0, down: true, at: place))
      send(pipeline, panel, at: start + .milliseconds(10), finger(1, down: true, at: previous))
      if index % 2 == 1 {
        send(pipeline, panel, at: start + .milliseconds(20), finger(0, down: true, at: previous))
      }
      pipeline.advance(to: start + .milliseconds(1_000 * Int64(index % 3)))
      send(
        pipeline, panel, at: start + .milliseconds(2_100),
        finger(0, down: false, at: place) + finger(1, down: false, at: previous))
      previous = place
    }
    pipeline.detach(panel, at: Timestamp(seconds: 3600))
    pipeline.finish()
  }

  /// In device units: corners, the middle, between, and beyond.
  private static let edges: [Place] = [
    (0, 0), (4095, 0), (4095, 4095), (0, 4095), (2048, 2048), (1024, 3072), (5000, -100),
  ]

  /// The middles of the first views, in device units.
  private static func middles(of application: Application, on panel: Panel) -> [Place] {
    let views = application.windows.flatMap { $0.subviews + $0.subviews.flatMap(\.subviews) }
    return views.prefix(8).map { view in
      let (width, height) = (view.bounds.size.width, view.bounds.size.height)
      let point = view.toScreen.apply(to: Point(x: width / 2, y: height / 2))
      let unit = panel.calibration.transform.inverse?.apply(to: point) ?? .zero
      return (Int32(exactly: unit.x.rounded()) ?? 0, Int32(exactly: unit.y.rounded()) ?? 0)
    }
  }

  private static func finger(_ slot: Int32, down: Bool, at place: Place) -> [(UInt16, Int32)] {
    [
      (EventCode.absMTSlot, slot), (EventCode.absMTTrackingID, down ? slot : -1),
      (EventCode.absMTPositionX, place.x), (EventCode.absMTPositionY, place.y),
    ]
  }

  private static func send(
    _ pipeline: Pipeline, _ panel: Panel, at time: Timestamp, _ values: [(UInt16, Int32)]
  ) {
    let events =
      values.map { RawEvent(time: time, type: EventType.abs, code: $0, value: $1) } + [.report(at: time)]
    events.withUnsafeBufferPointer { _ = pipeline.receive($0, from: panel) { _ in nil } }
    pipeline.dispatch()
  }
}
