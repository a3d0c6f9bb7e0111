import FakePanels
import LinuxInput
import TestTables

@testable import TouchdKit

/// What no single panel shows: several of them, pens, panels that come and go, and what udev says late.
///
/// Each is a fake panel behind the real libevdev, and a touchd that follows what udev tells.
@Suite("DeviceScenarios") struct DeviceScenarios {
  let machine = Machine()
  private static let lobby = DeviceMatch(name: "Lobby Panel")

  @Test("A panel that is opened before udev knows its group is paired by it later, and its finger stays down")
  func groupKnownLater() throws {
    let kiosk = try Kiosk(on: machine)
    kiosk.follow(
      machine.plug(.panel().plugged(at: "usb-0000:00:14.0-2.1/input0"), 1),
      machine.plug(.pen(phys: "usb-0000:00:14.0-2.2/input0"), 2))
    machine.frame(1, at: 0, "slot 0; id 1; x -10; y 0")
    #expect(try kiosk.serve().last == "began event1 0,0")
    let group = ["LIBINPUT_DEVICE_GROUP": "3/56a/37b:usb-0000:00:14.0-2"]
    kiosk.follow(machine.describe(1, group), machine.describe(2, group))
    #expect(try kiosk.serve() == [])
    machine.frame(2, at: 10, "pen 1")
    #expect(try kiosk.serve() == ["cancelled event1 0,0"])
    #expect(kiosk.mutedBy == ["event1": ["Lobby Panel Pen"]])
  }

  /// The order in which a panel and its pen come.
  enum Arrival: CaseIterable { case panelFirst, penFirst, together }

  @Test("A pen that `match` does not name mutes the panel that it is a part of", arguments: Arrival.allCases)
  func penOfANamedPanel(_ arrival: Arrival) throws {
    let kiosk = try Kiosk(on: machine, .matching(Self.lobby))
    switch arrival {
    case .panelFirst: kiosk.follow(machine.plug(.panel(), 1), machine.plug(.pen(), 2))
    case .penFirst: kiosk.follow(machine.plug(.pen(), 2), machine.plug(.panel(), 1))
    case .together:
      machine.plug(.pen(), 2)
      machine.plug(.panel(), 1)
      kiosk.rescan()
    }
    #expect(try kiosk.serve().filter { $0.hasPrefix("added") } == ["added event1", "added event2"])
    // Once each time that it is looked at.
    #expect(machine.opened[2] == (arrival == .penFirst ? 2 : 1))
    machine.frame(1, at: 0, "slot 0; id 1; x -10; y 0")
    machine.frame(1, at: 5, "x -9")
    _ = try kiosk.serve()
    machine.frame(2, at: 10, "pen 1")
    #expect(try kiosk.serve() == ["cancelled event1 0,0"])
    #expect(kiosk.mutedBy == ["event1": ["Lobby Panel Pen"]])
    machine.frame(2, at: 20, "pen 0")
    #expect(try kiosk.serve() == [] && kiosk.mutedBy == [:])
    // So it is after a reload.
    kiosk.use([Kiosk.layout("", Size(width: 1000, height: 500), .matching(Self.lobby))])
    #expect(try kiosk.serve() == ["added event1", "added event2"])
  }

  @Test("A pen that `match` does not name is refused once where it is no part of a panel, or mutes none")
  func penOfNoPanel() throws {
    let elsewhere = DeviceDescription.pen(phys: "usb-0000:00:14.0-9/input0")
    for (pen, arbitration) in [(elsewhere, true), (.pen(), false)] {
      let machine = Machine()
      var touchscreen = TouchscreenDescription.matching(Self.lobby)
      touchscreen.penArbitration = arbitration
      let kiosk = try Kiosk(on: machine, touchscreen)
      let refusal = "refused event2: its name is \"Lobby Panel Pen\", the layout wants \"Lobby Panel\""
      kiosk.follow(machine.plug(pen, 2), machine.plug(.panel(), 1))
      #expect(try kiosk.serve() == [refusal, "added event1"])
      kiosk.follow(machine.unplug(1), machine.plug(.panel(), 1))
      #expect(try kiosk.serve() == ["removed event1", "added event1"])
    }
  }

  @Test("A pen that `match` does not name is used as soon as udev says that it is a part of the panel")
  func penGroupedLater() throws {
    let kiosk = try Kiosk(on: machine, .matching(Self.lobby))
    kiosk.follow(
      machine.plug(.panel().plugged(at: "usb-0000:00:14.0-2.1/input0"), 1),
      machine.plug(.pen(phys: "usb-0000:00:14.0-2.2/input0"), 2))
    _ = try kiosk.serve()
    let group = ["LIBINPUT_DEVICE_GROUP": "3/56a/37b:usb-0000:00:14.0-2"]
    kiosk.follow(machine.describe(2, group), machine.describe(1, group))
    #expect(try kiosk.serve().last == "added event2")
  }

  @Test("Of more than 32 panels those left out are taken when others go, in the order of their numbers")
  func crowd() throws {
    let kiosk = try Kiosk(on: machine)
    for number in 1...34 {
      kiosk.follow(machine.plug(.panel().plugged(at: "usb-0000:00:14.0-\(number)/input0"), number))
    }
    let lines = try kiosk.serve()
    #expect(lines.count { $0.hasPrefix("added") } == 32)
    #expect(lines.count { $0.contains("32 touchscreens are open already") } == 2)
    kiosk.follow(machine.unplug(7))
    // There is room for one.
    let after = try kiosk.serve()
    #expect(after.prefix(2) == ["removed event7", "added event33"])
    #expect(after.count { $0.hasPrefix("added") } == 1 && kiosk.usedAtReport.contains("event33"))
    kiosk.follow(machine.unplug(9))
    #expect(try kiosk.serve() == ["removed event9", "added event34"])
    machine.frame(34, at: 0, "id 1; x -10; y 0")
    #expect(try kiosk.serve() == ["began event34 0,0"])
  }

  @Test("A SYN_DROPPED as the very first event, as changing the clock leaves it, loses nothing")
  func clockFlush() throws {
    let kiosk = try Kiosk(on: machine)
    let added = machine.plug(.panel(), 1)
    machine.frame(1, at: 0, "slot 2; id 1; x 1; y 1")
    kiosk.follow(added)
    machine.drop(1, at: 1)
    machine.frame(1, at: 2, "slot 3; id 2; x -10; y 0")
    // What was sent behind the SYN_DROPPED is in the state that is read after it.
    #expect(try kiosk.serve() == ["added event1", "resynchronized event1", "began event1 0,0"])
    machine.frame(1, at: 3, "slot 2; x 50")
    machine.frame(1, at: 4, "id -1; slot 3; id -1")
    #expect(try kiosk.serve() == ["ended event1 0,0"])
  }
}
