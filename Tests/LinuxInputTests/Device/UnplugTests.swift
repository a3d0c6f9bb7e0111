import CEvdev
import FakePanels
import Glibc
import LinuxInput
import TestTables

@Suite("A panel that goes") struct UnplugTests {
  /// The two ways to lose a device: its cable, and the right to read it.
  enum Loss: CaseIterable {
    case unplugged, revoked

    func happen(to fake: FakeDevice, _ device: InputDevice) {
      switch self {
      case .unplugged: fake.unplug()
      case .revoked: fake.revoke(from: device)
      }
    }
  }

  @Test("is reported as unplugged by every call, even if events are queued", arguments: Loss.allCases)
  func everyCall(loss: Loss) throws {
    let fake = FakeDevice(.panel())
    let device = try fake.open()
    fake.send(.abs(EventCode.absMTPositionX, 1))
    loss.happen(to: fake, device)

    let calls: [(name: String, call: () throws -> Void)] = [
      ("read", { _ = try device.readAll() }),
      ("discard", { try device.discardPending() }),
      ("state", { _ = try device.state(of: .slots(count: 10)) }),
      ("grab", { try device.grab() }),
    ]
    for (name, call) in calls {
      let error = #expect(throws: SystemError.self, "\(name)") { try call() }
      #expect(error?.code == ENODEV, "\(name)")
      #expect(error?.description.contains("unplugged") == true, "\(name)")
    }
  }

  @Test("wakes the run loop by a hangup without anything to read", arguments: Loss.allCases)
  func hangup(loss: Loss) throws {
    let fake = FakeDevice(.panel())
    let device = try fake.open()
    let loop = try RunLoop(servesMainQueue: false)
    var told: [Readiness] = []
    _ = try loop.watch(device.fileDescriptor) { told.append($0) }
    loss.happen(to: fake, device)
    // A process that another test starts has a copy of the pipe for a moment.
    #expect(try loop.run { !told.isEmpty })
    #expect(told == [.hangup])
  }

  @Test("shows an end of file where the node is a pseudo-terminal; that is unplugged too")
  func endOfFile() throws {
    let pipe = try Pipe()
    pipe.hangUp()
    var partial = cevdev_partial()
    var event = RawEvent(type: 0, code: 0, value: 0)
    #expect(cevdev_read(pipe.reader, &partial, &event, 1) == -Int(ENODEV))
  }

  @Test(
    "cannot be opened, and the error says what to do",
    arguments: [
      ("/dev/input/event999", ENOENT, "no such device now"), ("/dev/null", ENOTTY, "no evdev device"),
    ])
  func opening(path: String, code: Int32, remedy: String) throws {
    #expect(expectRefusal(code, remedy) { try InputDevice(path: path) }?.subject == path)
  }
}

extension Interval { static let zero = Interval(microseconds: 0) }
