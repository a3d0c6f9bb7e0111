import FakePanels
import Glibc
import LinuxInput
import TestTables

/// Devices of a fake uinput, read through the real libevdev.
@Suite("A virtual device") struct VirtualDeviceTests {
  private let uinput = FakeUinput()

  @Test(
    "is for its readers what was described",
    arguments: [
      DeviceDescription.panel(), .panel(slots: 60), .singleTouchPanel(), .pen(), .keyboard, .mouse,
    ])
  func description(given: DeviceDescription) throws {
    let device = try VirtualDevice(given, at: uinput.path)
    let read = try uinput.reader(of: device).description
    #expect(read == VirtualDevice.description(madeOf: given))
  }

  struct Made: TableRow {
    var what = ""
    let given: @Sendable (inout DeviceDescription) -> Void
    let expected: @Sendable (inout DeviceDescription) -> Void
  }

  @Test(
    "differs from what was described",
    arguments: [
      "in the serial: uinput gives none": Made(given: { $0.serial = "A-1" }, expected: { _ in }),
      "in a name that is too long": Made(
        given: { $0.name = String(repeating: "x", count: 80) },
        expected: { $0.name = String(repeating: "x", count: 79) }),
      "in one that is cut between characters": Made(
        given: { $0.name = String(repeating: "ö", count: 79) },
        expected: { $0.name = String(repeating: "ö", count: 39) }),
      "in axes without a code": Made(
        given: { $0.codes[EventType.abs] = nil }, expected: { $0.codes[EventType.abs] = Set($0.axes.keys) }),
      "in the codes of EV_SYN": Made(given: { $0.codes[EventType.syn] = [0, 3] }, expected: { _ in }),
      "in an empty path": Made(given: { $0.phys = "" }, expected: { $0.phys = nil }),
    ] as Table<Made>)
  func difference(row: Made) throws {
    var (given, expected) = (DeviceDescription.panel(), DeviceDescription.panel())
    expected.serial = nil
    row.given(&given)
    row.expected(&expected)
    #expect(VirtualDevice.description(madeOf: given) == expected)
    let device = try VirtualDevice(given, at: uinput.path)
    #expect(try uinput.reader(of: device).description == expected)
  }

  @Test("is opened to be written, does not block, and no program inherits it")
  func flags() throws {
    _ = try VirtualDevice(.panel(), at: uinput.path)
    #expect(uinput.openFlags == O_RDWR | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
  }

  @Test("has each frame in one write, with its times")
  func write() throws {
    let device = try VirtualDevice(.panel(), at: uinput.path)
    let reader = try uinput.reader(of: device)
    let frame = Self.landing.map { $0.at(Timestamp(microseconds: 7_000_001)) }
    try device.send(frame)
    #expect(try reader.readAll() == frame)
    #expect(try reader.state(of: .slots(count: 10)).slots[0] == .slot(5, 100, 200))
    try device.send([])
    #expect(uinput.writeCount == 1, "no event is no write")
  }

  struct Failure: TableRow {
    var what = ""
    let given: @Sendable (FakeUinput, VirtualDevice) throws -> Void
    let code: Int32
    let words: String
    let read: Int
  }

  @Test(
    "does not take a frame",
    arguments: [
      "for which there is no room": Failure(
        given: { uinput, _ in uinput.setRoom(0) }, code: EAGAIN, words: "none of them was sent", read: 0),
      "of which there is room for a part": Failure(
        given: { uinput, _ in uinput.setRoom(48) }, code: EIO, words: "the kernel took 48 of 96 bytes",
        read: 2),
      "once it is destroyed": Failure(
        given: { _, device in try device.destroy() }, code: EINVAL, words: "must be made anew", read: 0),
    ] as Table<Failure>)
  func failure(row: Failure) throws {
    let device = try VirtualDevice(.panel(), at: uinput.path)
    let reader = try uinput.reader(of: device)
    try row.given(uinput, device)
    let error = expectRefusal(row.code, row.words) { try device.send(Self.landing) }
    #expect(error?.call == "write")
    #expect(error?.subject.contains(device.sysname) == true)
    #expect(((try? reader.readAll()) ?? []).count == row.read)
  }

  struct Wrong: TableRow {
    var what = ""
    let given: @Sendable (inout DeviceDescription) -> Void
    let words: String
  }

  @Test(
    "is not made of a description",
    arguments: [
      "without a name": Wrong(given: { $0.name = "" }, words: "UI_DEV_SETUP"),
      "with an axis that ends before it begins": Wrong(
        given: { $0.axes[EventCode.absX] = AxisRange(minimum: 1, maximum: 0) }, words: "ioctl(UI_ABS_SETUP)"),
      "with a key that the kernel does not know": Wrong(
        given: { $0.codes[EventType.key] = [0x300] }, words: "ioctl(UI_SET_KEYBIT) /dev/fake-uinput"),
      "with a property that the kernel does not know": Wrong(
        given: { $0.properties = [0x20] }, words: "UI_SET_PROPBIT"),
      "with force feedback": Wrong(given: { $0.codes[0x15] = [0x50] }, words: "FF_RUMBLE"),
    ] as Table<Wrong>)
  func wrong(row: Wrong) {
    var description = DeviceDescription.panel()
    row.given(&description)
    expectRefusal(EINVAL, row.words) { try VirtualDevice(description, at: uinput.path) }
    #expect(uinput.descriptorCount == 0)
  }

  @Test("leaves nothing, whichever step of making it fails")
  func steps() throws {
    var steps = 0
    while true {
      uinput.fail(after: steps, with: ENOMEM)
      do throws(SystemError) {
        _ = try VirtualDevice(.panel(), at: uinput.path)
        break
      } catch {
        #expect(error.code == ENOMEM)
      }
      #expect(uinput.deviceCount == 0)
      #expect(uinput.descriptorCount == 0)
      steps += 1
    }
    // To open it, 2 types, 9 codes, 8 axes, a property, 4 for its names, its making and that of its node.
    #expect(steps == 25)
  }
}

// MARK: - Its life

extension VirtualDeviceTests {
  @Test("ends with its object")
  func end() throws {
    let reader: InputDevice
    do {
      let device = try VirtualDevice(.panel(), at: uinput.path)
      reader = try uinput.reader(of: device)
      #expect(uinput.deviceCount == 1)
    }
    #expect(uinput.deviceCount == 0)
    #expect(throws: SystemError.self) { try reader.readAll() }
  }

  @Test("outlives it where another descriptor is open, and is taken over by that one")
  func store() throws {
    let reader: InputDevice
    let sysname: String
    let next: VirtualDevice
    do {
      let device = try VirtualDevice(.panel(), at: uinput.path)
      sysname = device.sysname
      reader = try uinput.reader(of: device)
      try device.send(Self.landing)
      next = try VirtualDevice(adopting: uinput.duplicate(of: device), path: uinput.path)
    }
    #expect(next.sysname == sysname)
    #expect(try reader.readAll().count == Self.landing.count)
    try next.send([.abs(EventCode.absMTTrackingID, -1), .report])
    #expect(try reader.readAll().count == 2)
    #expect(uinput.deviceCount == 1)
  }

  @Test("ends when it is destroyed, whatever descriptors of it are open; twice is as good as once")
  func destroy() throws {
    let device = try VirtualDevice(.panel(), at: uinput.path)
    let other = try VirtualDevice(adopting: uinput.duplicate(of: device), path: uinput.path)
    let reader = try uinput.reader(of: device)
    try device.destroy()
    try other.destroy()
    #expect(uinput.deviceCount == 0)
    #expect(throws: SystemError.self) { try reader.readAll() }
  }

  @Test("is not taken over by a descriptor that has no device")
  func notAdopted() throws {
    expectRefusal(ENOENT, "no device was made") { try Self.takeOver(uinput.path) }
    #expect(uinput.descriptorCount == 0, "it is closed")
    expectRefusal(ENOTTY, "not uinput's") { try Self.takeOver("/dev/null") }
  }

  private static func takeOver(_ path: String) throws(SystemError) {
    _ = try VirtualDevice(adopting: OwnedDescriptor(adopting: open(path, O_RDWR | O_CLOEXEC)))
  }

  static let landing: [RawEvent] = [
    .abs(EventCode.absMTTrackingID, 5), .abs(EventCode.absMTPositionX, 100),
    .abs(EventCode.absMTPositionY, 200), .report,
  ]
}
