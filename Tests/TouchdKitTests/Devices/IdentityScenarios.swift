import FakePanels
import Glibc
import LinuxInput
import TestTables

@testable import TouchdKit

// Which panel is which, also after it was plugged in elsewhere, and what udev says late.
extension DeviceScenarios {
  /// One of three ways to tell two panels of one make apart.
  enum Identity: CaseIterable {
    case idPath, phys, serial

    func match(_ side: Side) -> DeviceMatch {
      switch self {
      case .idPath: DeviceMatch(path: side.idPath)
      case .phys: DeviceMatch(phys: side.phys)
      case .serial: DeviceMatch(serial: side.serial)
      }
    }
  }

  /// A panel and the screen that it is glued to.
  enum Side: String, CaseIterable {
    case left, right

    var port: Int { self == .left ? 3 : 4 }
    var phys: String { "usb-0000:00:14.0-\(port)/input0" }
    var idPath: String { "pci-0000:00:14.0-usb-0:\(port):1.0" }
    var serial: String { "SN-\(port)" }
    var panel: DeviceDescription { .panel().plugged(at: phys, serial: serial) }
    var properties: [String: String] { ["ID_PATH": idPath] }
    /// How wide the screen is: a touch at the panel's middle shows whose it is.
    var size: Size { Size(width: self == .left ? 1000 : 2000, height: 500) }
    var middle: String { self == .left ? "500,250" : "1000,250" }
  }

  private static let middle = "id 1; x 2043; y 1024"

  @Test(
    "Two identical panels go to their screens, in either order and after a replug",
    arguments: Identity.allCases)
  func identicalPanels(identity: Identity) throws {
    for order in [[Side.left, .right], [.right, .left]] {
      let machine = Machine()
      let kiosks = try Side.allCases.map { side in
        try Kiosk(on: machine, size: side.size, .matching(identity.match(side)))
      }
      func tell(_ change: DeviceChange?) { for kiosk in kiosks { kiosk.follow(change) } }
      for (number, side) in order.enumerated() { tell(machine.plug(side.panel, number, side.properties)) }
      var numbers = Dictionary(uniqueKeysWithValues: zip(order, 0...))
      try Self.touchBoth(machine, numbers, kiosks, at: 0)
      // Both are plugged in again, and get each other's number.
      for side in order { tell(numbers[side].flatMap(machine.unplug)) }
      for side in order {
        let number = order.count - 1 - (numbers[side] ?? 0)
        numbers[side] = number
        tell(machine.plug(side.panel, number, side.properties))
      }
      try Self.touchBoth(machine, numbers, kiosks, at: 100)
    }
  }

  /// A touch in the middle of each panel reaches its own screen, there the middle, and no other one.
  private static func touchBoth(
    _ machine: Machine, _ numbers: [Side: Int], _ kiosks: [Kiosk], at time: Int64
  ) throws {
    for kiosk in kiosks { _ = try kiosk.serve() }
    for (side, number) in numbers {
      machine.frame(number, at: time, middle)
      machine.frame(number, at: time + 10, "id -1")
      for (kiosk, owner) in zip(kiosks, Side.allCases) {
        let expected = ["began", "ended"].map { "\($0) event\(number) \(side.middle)" }
        #expect(try kiosk.serve() == (owner == side ? expected : []), "\(side) panel, \(owner) screen")
      }
    }
  }

  @Test("A panel that comes back under another number is the same, and its matrix is applied once")
  func replug() throws {
    let half = ["ID_PATH": Side.left.idPath, "LIBINPUT_CALIBRATION_MATRIX": "0.5 0 0 0 0.5 0"]
    var touchscreen = TouchscreenDescription.matching(Identity.idPath.match(.left))
    touchscreen.position.rotation = .half
    let kiosk = try Kiosk(on: machine, touchscreen)
    kiosk.follow(machine.plug(Side.left.panel, 3, half))
    for (number, next) in [(3, 7), (7, 12)] {
      machine.frame(number, at: 0, "id 1; x -10; y 0")
      #expect(try kiosk.serve() == ["added event\(number)", "began event\(number) 500,250"])
      kiosk.follow(machine.unplug(number))
      #expect(try kiosk.serve() == ["cancelled event\(number) 500,250", "removed event\(number)"])
      kiosk.follow(machine.plug(Side.left.panel, next, half))
    }
    machine.frame(12, at: 0, "id 1; x -10; y 0")
    #expect(try kiosk.serve() == ["added event12", "began event12 500,250"])
  }

  @Test("A node that may not be read yet is tried again at udev's next message", arguments: [EACCES, ENOENT])
  func unreadable(code: Int32) throws {
    let kiosk = try Kiosk(on: machine)
    machine.unreadable[5] = code
    kiosk.follow(machine.plug(.panel(), 5))
    #expect(try kiosk.serve() == ["denied event5: errno \(code)"])
    machine.unreadable = [:]
    kiosk.follow(machine.describe(5, [:]), machine.describe(5, [:]))
    machine.frame(5, at: 0, "id 1; x -10; y 0")
    #expect(try kiosk.serve() == ["added event5", "began event5 0,0"])
    #expect(machine.opened[5] == 1)
  }

  @Test("While udev has not finished with a node, nothing is said of the right to read it")
  func unsettled() throws {
    let kiosk = try Kiosk(on: machine, [Kiosk.layout("", Side.left.size, TouchscreenDescription())], .decided)
    machine.unreadable = [5: EACCES, 6: EACCES]
    machine.plug(.panel(), 5, isSettled: false)
    machine.plug(Side.right.panel, 6, isSettled: false)
    kiosk.rescan()
    #expect(try kiosk.serve() == [])
    machine.unreadable[5] = nil
    kiosk.follow(machine.describe(5, [:]), machine.describe(6, [:]))
    #expect(try kiosk.serve() == ["added event5", "denied event6: errno \(EACCES)"])
  }

  @Test("udev has three seconds for that, where it does not come to its end")
  func neverSettled() throws {
    var table = DeviceTable(isPatient: true)
    let node = DeviceNode(path: Machine.path(5), number: 5, isSettled: false)
    let error = SystemError(call: "open", on: node.path, code: EACCES)
    var (now, reports) = (Timestamp.zero, [Double]())
    for _ in 0..<8 {
      if table.deny(node, nil, error, at: now) { reports.append(now.seconds) }
      now = try #require(table.nextRetry)
    }
    #expect(reports == [3.1])
  }

  @Test(
    "A device that touchd made is known without a right to open it", arguments: ["wakeup", "lobby@HDMI-A-1"])
  func own(name: String) throws {
    let kiosk = try Kiosk(on: machine)
    var device = DeviceDescription.panel()
    device.phys = "touchd/\(name)"
    machine.unreadable[5] = EACCES
    kiosk.follow(machine.plug(device, 5))
    #expect(try kiosk.serve() == ["page event5"])
  }

  @Test("What udev says late counts: the port by which a panel is matched, and its calibration")
  func lateProperties() throws {
    let kiosk = try Kiosk(on: machine, .matching(Identity.idPath.match(.right)))
    kiosk.follow(machine.plug(Side.right.panel, 5))
    #expect(try kiosk.serve().first?.hasPrefix("refused event5: its path is not known") == true)
    kiosk.follow(machine.describe(5, Side.right.properties))
    machine.frame(5, at: 0, "id 1; x 2043; y 1024")
    #expect(try kiosk.serve() == ["added event5", "began event5 500,250"])
    // The same again is no news.
    kiosk.follow(machine.describe(5, Side.right.properties))
    #expect(try kiosk.serve() == [])
    let turned = Side.right.properties.merging(["LIBINPUT_CALIBRATION_MATRIX": "1 0 0.25 0 1 0"]) { $1 }
    kiosk.follow(machine.describe(5, turned))
    machine.frame(5, at: 10, "id -1")
    machine.frame(5, at: 20, "id 2")
    #expect(
      try kiosk.serve() == [
        "cancelled event5 500,250", "removed event5", "added event5", "began event5 750,250",
      ])
  }
}
