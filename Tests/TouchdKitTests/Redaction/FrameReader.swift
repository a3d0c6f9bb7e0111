import Dispatcher

/// A reader that gets nothing but the frames that are shown, and the state of the panel that it derives from them.
final class FrameReader {
  private let touchProtocol: TouchProtocol
  private let assembler: FrameAssembler
  /// The pointer that is there for programs of one finger.
  private(set) var pointer: (x: Int32, y: Int32)?
  private var pointed: (x: Int32, y: Int32) = (0, 0)

  init(_ touchProtocol: TouchProtocol) {
    self.touchProtocol = touchProtocol
    assembler = FrameAssembler(touchProtocol)
  }

  func adopt(_ state: DeviceState) { assembler.adopt(state) }

  /// - Parameter state: what is written for lost events.
  func take(_ frame: [RawEvent], state: () -> DeviceState) {
    pointer = nil
    for event in frame {
      if event.type == EventType.abs, event.code == EventCode.absX || event.code == EventCode.absY {
        if event.code == EventCode.absX { pointed.x = event.value } else { pointed.y = event.value }
        pointer = pointed
      }
      if assembler.consume(event) == .dropped { assembler.resynchronize(with: state()) }
    }
  }

  /// What the reader knows of each slot.
  var slots: [SlotState] { assembler.state.slots }

  /// The contacts that are down for the reader.
  var contacts: [SlotState] { slots.filter { $0.trackingID >= 0 } }
}
