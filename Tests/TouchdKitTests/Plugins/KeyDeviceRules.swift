import FakePanels
import LinuxInput
import TestTables

@testable import TouchdKit

/// A keyboard of touchd's own, made with a fake uinput: when there is one, and what it presses.
@Suite("A keyboard of touchd's own") struct KeyDeviceRules {
  private let uinput = FakeUinput()

  private func device(_ log: Words = Words()) -> OwnDevice {
    OwnDevice("touchd wakeup", log.logger, uinput: uinput.path)
  }

  @Test("presses in order and releases in the opposite order, a report for each, in one write")
  func chord() throws {
    let keys = device()
    keys.use([29, 56])
    let reader = try uinput.reader(of: try #require(keys.device))
    keys.press([29, 56])
    let events = try reader.readAll()
    #expect(
      events.filter { !$0.isReport }.map { [Int32($0.code), $0.value] } == [
        [29, 1], [56, 1], [56, 0], [29, 0],
      ])
    #expect(events.filter(\.isReport).count == 4 && uinput.writeCount == 1)
    #expect(
      reader.description.phys == "touchd/wakeup" && reader.description.codes == [EventType.key: [29, 56]])
  }

  @Test("is there while a layout needs it, and made anew for other keys alone")
  func life() {
    let keys = device()
    #expect(uinput.deviceCount == 0)
    keys.use([])
    keys.press([143])
    #expect(uinput.deviceCount == 0 && uinput.writeCount == 0, "no layout needs it")
    keys.use([143])
    #expect(uinput.deviceCount == 1)
    keys.use([143])
    keys.press([143])
    #expect(uinput.deviceCount == 1 && uinput.writeCount == 1)
    keys.use([30, 143])
    #expect(uinput.deviceCount == 1)
    keys.use([])
    #expect(uinput.deviceCount == 0)
  }

  @Test("that cannot be made is tried again at a press, at most every 10 s, and at a reload")
  func retry() {
    let keys = device()
    func fail() { uinput.fail(after: 0, with: 13) }
    fail()
    keys.use([143], at: Timestamp(seconds: 1))
    #expect(uinput.deviceCount == 0)
    keys.press([143], at: Timestamp(seconds: 10.9))
    #expect(uinput.deviceCount == 0)
    fail()
    keys.press([143], at: Timestamp(seconds: 11))
    #expect(uinput.deviceCount == 0)
    keys.use([143], at: Timestamp(seconds: 12))
    #expect(uinput.deviceCount == 1 && uinput.writeCount == 0)
    keys.press([143], at: Timestamp(seconds: 12))
    #expect(uinput.writeCount == 1)
  }

  @Test("that is tried again soon says nothing of the first failure")
  func patience() {
    let words = Words()
    let keys = device(words)
    uinput.fail(after: 0, with: 13)
    keys.use([143], isTriedAgain: true, at: Timestamp(seconds: 1))
    #expect(words.lines == [])
    uinput.fail(after: 0, with: 13)
    keys.retry(at: Timestamp(seconds: 2))
    #expect(words.lines.count == 1)
    keys.retry(at: Timestamp(seconds: 3))
    keys.retry(at: Timestamp(seconds: 4))
    #expect(uinput.deviceCount == 1 && words.lines.count == 1)
  }

  @Test("that fails is made anew")
  func failure() {
    let keys = device()
    keys.use([143], at: Timestamp(seconds: 1))
    uinput.setRoom(0)
    keys.press([143], at: Timestamp(seconds: 20))
    uinput.setRoom(4096)
    keys.press([143], at: Timestamp(seconds: 21))
    keys.press([143], at: Timestamp(seconds: 22))
    #expect(uinput.deviceCount == 1 && uinput.writeCount == 2)
  }
}
