import Dispatcher
import FakePanels
import LinuxInput
import Testing

/// A keyboard of a fake uinput, read through the real libevdev.
@Suite("A virtual keyboard") struct VirtualKeyboardTests {
  private let uinput = FakeUinput()

  private func keyboard(_ keys: Set<UInt16>) throws -> VirtualKeyboard {
    try VirtualKeyboard(name: "touchd keys", phys: "touchd/keys", keys: keys, at: uinput.path)
  }

  @Test("has the keys that were asked for, and nothing else")
  func description() throws {
    let keyboard = try keyboard([56, 105])
    let read = try uinput.reader(of: keyboard.device).description
    #expect(read.name == "touchd keys" && read.phys == "touchd/keys" && read.bus == 6)
    #expect(read.codes == [EventType.key: [56, 105]] && read.axes.isEmpty && read.properties.isEmpty)
  }

  @Test("presses in order and releases in the opposite order, a report for each, in one write")
  func chord() throws {
    let keyboard = try keyboard([29, 56, 105])
    let reader = try uinput.reader(of: keyboard.device)
    try keyboard.press([29, 56, 105])
    let strokes = try reader.readAll().filter { $0.type == EventType.key }.map { [Int32($0.code), $0.value] }
    #expect(strokes == [[29, 1], [56, 1], [105, 1], [105, 0], [56, 0], [29, 0]])
    #expect(uinput.writeCount == 1)
  }

  @Test("goes with the object")
  func end() throws {
    do {
      let keyboard = try keyboard([30])
      #expect(uinput.deviceCount == 1 && keyboard.keys == [30])
    }
    #expect(uinput.deviceCount == 0)
  }

  @Test("cannot be made without the right, and says what helps")
  func denied() throws {
    uinput.fail(after: 0, with: 13)
    #expect(throws: SystemError.self) { try keyboard([30]) }
  }
}
