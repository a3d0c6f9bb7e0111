import Dispatcher
import LinuxInput
import TestSupport

@testable import TouchdKit

/// A recording of one panel, frame by frame, with what the kernel held before each of them.
struct PanelRecording: Sendable {
  let name: String
  let description: DeviceDescription
  let touchProtocol: TouchProtocol
  /// The events up to each SYN_REPORT.
  let frames: [ArraySlice<RawEvent>]
  /// What the kernel held of the contacts before each frame, and after the last.
  private(set) var states: [DeviceState]
  /// Which keys were down then.
  private(set) var keys: [Set<UInt16>]

  static let screen = Size(width: 1000, height: 1000)

  init(_ device: RecordedDevice, name: String) throws {
    self.name = name
    description = device.description ?? DeviceDescription(name: name)
    touchProtocol = try Self.builder(description).touchProtocol
    frames = device.events.frames
    var (state, down) = (RecordedState(touchProtocol), Set<UInt16>())
    (states, keys) = ([state.state], [down])
    for frame in frames {
      for event in frame {
        state.apply(event)
        guard event.type == EventType.key else { continue }
        if event.value == 0 { down.remove(event.code) } else { down.insert(event.code) }
      }
      states.append(state.state)
      keys.append(down)
    }
  }

  /// A panel like the one that was recorded.
  func makePanel() throws -> Panel { try Self.builder(description).makePanel(path: name) }

  private static func builder(_ device: DeviceDescription) throws(Refusal) -> PanelBuilder {
    try PanelBuilder(device, for: Layout.empty(screen).screen)
  }

  /// Whether contacts have a slot of the panel's own.
  var hasSlots: Bool { touchProtocol != .packets }

  /// Whether the kernel held BTN_TOUCH down before a frame.
  func isPressed(before frame: Int) -> Bool { keys[frame].contains(EventCode.btnTouch) }

  /// The time of the frame before, or of the first.
  func time(before frame: Int) -> Timestamp { frames[max(frame - 1, 0)].last?.time ?? .zero }
}

extension PanelRecording {
  /// The recordings that things are injected into: those of real panels where they are at hand, and the project's own.
  static let all: [PanelRecording] = (try? own + real) ?? []

  /// The recordings of this package: panels with slots, without, of one contact, and a pen.
  private static var own: [PanelRecording] {
    get throws {
      let folders = ["Tests/LinuxInputTests/Fixtures", "Tests/TouchdKitTests/Fixtures/recordings"]
      let files = folders.flatMap { SourceFile.paths(below: SourceFile.packageRoot + "/" + $0) }
      let demo = SourceFile.packageRoot + "/Sources/TouchdKit/Demo/demo.evemu"
      return try (files.filter { $0.hasSuffix(".evemu") }.sorted() + [demo]).map { try read($0) }
    }
  }

  private static var real: [PanelRecording] {
    get throws { try GoldenRecordings.entries.map { try read(GoldenRecordings.folder + "/" + $0.file) } }
  }

  private static func read(_ path: String) throws -> PanelRecording {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return try PanelRecording(GoldenRecordings.recording(path).devices[0], name: name)
  }
}
