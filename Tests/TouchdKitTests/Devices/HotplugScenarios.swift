import FakePanels
import Glibc
import LinuxInput
import TestTables

@testable import TouchdKit

// Changes that are announced late, in part, or not at all.
extension DeviceScenarios {
  private static let touch = "id 1; x -10; y 0"

  @Test("A panel plugged in anew while its messages were lost is found, and nothing older changes it")
  func overflow() throws {
    let kiosk = try Kiosk(on: machine)
    let former = machine.plug(.panel(), 1)
    kiosk.follow(former)
    #expect(try kiosk.serve() == ["added event1"])
    let changed = machine.describe(1, ["LIBINPUT_CALIBRATION_MATRIX": "0.5 0 0 0 0.5 0"])
    let stale = machine.unplug(1)
    let added = machine.plug(.panel(), 1)
    #expect(try kiosk.serve() == ["removed event1"])
    kiosk.follow(.lost)
    machine.frame(1, at: 0, Self.touch)
    #expect(try kiosk.serve() == ["overflown", "added event1", "began event1 0,0"])
    // udev is late, and tells now what the rescan has seen, and what has gone.
    kiosk.follow(former, changed, stale, added)
    #expect(try kiosk.serve() == [])
    #expect(machine.opened[1] == 2)
  }

  @Test("A removal counts that is of a device which came later, and was never announced")
  func laterRemoval() throws {
    let kiosk = try Kiosk(on: machine)
    kiosk.follow(machine.plug(.panel(), 1))
    _ = try kiosk.serve()
    kiosk.follow(.removed(DeviceNode(path: Machine.path(1), number: 1, device: 99)))
    #expect(try kiosk.serve() == ["removed event1"])
  }

  @Test("A path that is another device's by now is opened anew, though the old one has not hung up yet")
  func samePathOtherDevice() throws {
    let kiosk = try Kiosk(on: machine)
    kiosk.follow(machine.plug(.panel(), 1))
    machine.frame(1, at: 0, Self.touch)
    #expect(try kiosk.serve() == ["added event1", "began event1 0,0"])
    kiosk.follow(machine.replace(.panel(), 1))
    #expect(try kiosk.serve() == ["cancelled event1 0,0", "removed event1", "added event1"])
    machine.frame(1, at: 10, Self.touch)
    #expect(try kiosk.serve() == ["began event1 0,0"])
  }

  @Test("A rescan finds unannounced devices, drops removed ones, and opens none twice")
  func rescan() throws {
    let kiosk = try Kiosk(on: machine, .matching(DeviceMatch(phys: "*/input0")))
    machine.plug(.panel(), 1)
    machine.plug(.panel().plugged(at: "usb/input7"), 2)
    kiosk.rescan()
    #expect(try kiosk.serve().map { $0.prefix(14) } == ["added event1", "refused event2"])
    // Headsets count for views that are made for the panel.
    #expect(kiosk.usedAtReport == ["event1"])
    kiosk.rescan()
    #expect(try kiosk.serve() == [])
    #expect(machine.opened == [1: 1, 2: 1])
    _ = machine.unplug(1)
    kiosk.rescan()
    #expect(try kiosk.serve() == ["removed event1"])
    machine.plug(.panel(), 3)
    kiosk.rescan()
    #expect(try kiosk.serve() == ["added event3"])
  }

  @Test("Where the nodes cannot be listed, it says so and goes on with those it has")
  func unlisted() throws {
    let kiosk = try Kiosk(on: machine)
    kiosk.follow(machine.plug(.panel(), 1))
    machine.unlisted = SystemError(call: "udev_new", on: "udev", code: ENOMEM)
    kiosk.follow(.lost)
    machine.frame(1, at: 0, Self.touch)
    let lines = try kiosk.serve()
    #expect(lines.count == 4)
    #expect(lines.last == "began event1 0,0")
    machine.unlisted = nil
    machine.plug(.panel().plugged(at: "usb-2/input0"), 2)
    kiosk.rescan()
    #expect(try kiosk.serve() != [])
  }
}
