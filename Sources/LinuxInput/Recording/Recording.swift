public import Dispatcher

/// What was recorded of one or more input devices: evemu text, or a file of `libinput record`.
public struct Recording: Equatable, Sendable {
  /// The devices in the file's order; evemu text holds one.
  public var devices: [RecordedDevice]

  /// A recording of the given devices.
  public init(devices: [RecordedDevice]) { self.devices = devices }

  /// Says what a device is whose recording does not.
  ///
  /// A recording of one device takes the description over, whatever its own head says; of several, those
  /// without axis ranges do.
  public mutating func describe(as description: DeviceDescription) {
    for index in devices.indices where devices.count == 1 || !devices[index].hasAxes {
      devices[index].description = description
    }
  }
}

/// One device of a recording.
public struct RecordedDevice: Equatable, Sendable {
  /// What the file's head says of the device; `nil` if it has none.
  public var description: DeviceDescription?
  /// The events in the file's order, with the file's times.
  public var events: [RawEvent]
  /// What udev said of the device where it was recorded, as far as it decides how the device is read: its calibration
  /// matrix, its group, its port, and what it was taken for. Empty where the file does not say.
  public var properties: [String: String]
  /// When the screen behind the device went dark or was lit, in the file's order; empty where the file does not say.
  public var screen: [RecordedScreen]

  /// A device of a recording.
  public init(
    description: DeviceDescription? = nil, events: [RawEvent] = [], properties: [String: String] = [:],
    screen: [RecordedScreen] = []
  ) {
    self.description = description
    self.events = events
    self.properties = properties
    self.screen = screen
  }

  /// The device as a node of the given path, with what udev said of it.
  public func node(path: String) -> DeviceNode { DeviceNode(path: path, number: 0, properties: properties) }

  /// Whether the ranges of the axes are known that the device's positions need.
  public var hasAxes: Bool { missingAxes.isEmpty }

  /// The position axes without a range: multitouch ones if the device has or sends those, else ABS_X and
  /// ABS_Y.
  public var missingAxes: [UInt16] { positionAxes.filter { description?.hasAxis($0) != true } }

  private var positionAxes: [UInt16] {
    let multitouch = [EventCode.absMTPositionX, EventCode.absMTPositionY]
    let isDeclared = multitouch.contains { description?.hasAxis($0) == true }
    let isSent = events.contains { $0.type == EventType.abs && multitouch.contains($0.code) }
    return isDeclared || isSent ? multitouch : [EventCode.absX, EventCode.absY]
  }
}
