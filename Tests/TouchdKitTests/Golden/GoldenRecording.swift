import Dispatcher
import LinuxInput
import TestSupport

extension GoldenRow {
  /// What the row's fingers do, as evemu text of the scene's panel. The panel is taken away where it ends.
  var recording: String { evemu(of: fingers) }
}

/// What fingers do, as evemu text of a scene's panel.
func evemu(of fingers: String) -> String {
  var writer = EvemuWriter(.goldenPanel, .slots(count: Scene.slots))
  var text = writer.head()
  for event in Fingers(fingers).frames.joined() { text += writer.line(event) }
  return text
}

extension DeviceDescription {
  fileprivate static var goldenPanel: DeviceDescription {
    var panel = DeviceDescription(name: "golden")
    panel.properties = [InputProperty.direct]
    panel.codes[EventType.key] = [EventCode.btnTouch]
    panel.axes = [
      EventCode.absMTSlot: AxisRange(minimum: 0, maximum: Int32(Scene.slots - 1)),
      EventCode.absMTTrackingID: AxisRange(minimum: 0, maximum: 65535),
      EventCode.absMTPositionX: Scene.axis,
      EventCode.absMTPositionY: Scene.axis,
      EventCode.absMTToolType: AxisRange(minimum: 0, maximum: ToolType.palm),
      EventCode.absMTPressure: Scene.pressure,
      EventCode.absMTTouchMajor: Scene.pressure,
      EventCode.absMTDistance: Fingers.distanceRange,
    ]
    panel.codes[EventType.abs] = Set(panel.axes.keys)
    return panel
  }
}
