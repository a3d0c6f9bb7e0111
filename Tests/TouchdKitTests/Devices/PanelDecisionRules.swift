import FakePanels
import LinuxInput
import TestTables

@testable import TouchdKit

/// Which panel belongs to which layout, and the message if the layouts leave it undecided.
@Suite("Panel decisions") struct PanelDecisionRules {
  private let machine = Machine()

  /// A layout of 1000 × 500 points.
  private static func layout(_ file: String, _ match: DeviceMatch = DeviceMatch(), width: Double = 1000)
    -> Layout
  {
    Kiosk.layout(file, Size(width: width, height: 500), .matching(match))
  }

  private static func panel(_ port: Int) -> DeviceDescription {
    .panel().plugged(at: "usb-0000:00:14.0-\(port)/input0")
  }

  private static func udev(_ port: Int, interface: Int = 0) -> [String: String] {
    ["ID_PATH": "pci-0000:00:14.0-usb-0:\(port):1.\(interface)"]
  }

  private static func line(_ port: Int) -> String {
    "to decide, add to the layout it is meant for: "
      + "`touchscreen: { match: { path: \"pci-0000:00:14.0-usb-0:\(port):1.0\" } }`"
  }

  @Test("Two layouts, each with its own panel: both panels are used, and no contact has another's id")
  func twoLayouts() throws {
    let kiosk = try Kiosk(
      on: machine,
      [
        Self.layout("left.yaml", DeviceMatch(path: "*usb-0:3:*")),
        Self.layout("right.yaml", DeviceMatch(path: "*usb-0:4:*"), width: 2000),
      ], .decided)
    kiosk.follow(machine.plug(Self.panel(3), 1, Self.udev(3)), machine.plug(Self.panel(4), 2, Self.udev(4)))
    machine.frame(1, at: 0, "id 1; x 2043; y 1024")
    machine.frame(2, at: 0, "id 1; x 2043; y 1024")
    #expect(
      try kiosk.serve().sorted() == [
        "added event1", "added event2", "began event1 500,250", "began event2 1000,250",
      ])
    #expect(kiosk.contacts.sorted() == [1, 2])
  }

  @Test("A panel that two layouts match is not used, and both the layouts and the line to add are named")
  func twoMatches() throws {
    let kiosk = try Kiosk(
      on: machine, [Self.layout("a.yaml"), Self.layout("b.yaml", DeviceMatch(name: "Lobby*"))], .decided)
    kiosk.follow(machine.plug(Self.panel(3), 1, Self.udev(3)))
    #expect(try kiosk.serve() == ["unusable event1: a.yaml and b.yaml all match it; \(Self.line(3))"])
  }

  @Test(
    "Two panels that one layout matches: the one in use stays in use, also through a reload, until the layout decides"
  )
  func twoPanels() throws {
    let kiosk = try Kiosk(on: machine, [Self.layout("a.yaml")], .decided)
    kiosk.follow(machine.plug(Self.panel(3), 1, Self.udev(3)), machine.plug(Self.panel(4), 2, Self.udev(4)))
    let late = "unusable event2: a.yaml has \"Lobby Panel\" (/dev/input/event1) already; \(Self.line(4))"
    #expect(try kiosk.serve() == ["added event1", late])
    #expect(kiosk.problem(with: [Self.layout("a.yaml")]) == nil)
    kiosk.use([Self.layout("a.yaml")])
    #expect(try kiosk.serve() == ["added event1", late])
    kiosk.use([Self.layout("a.yaml", DeviceMatch(path: "*usb-0:4:*"))])
    #expect(
      try kiosk.serve() == [
        "refused event1: its path is \"pci-0000:00:14.0-usb-0:3:1.0\", the layout wants \"*usb-0:4:*\"",
        "dismissed event1", "added event2",
      ])
    #expect(machine.opened[1] == 1, "A panel in use is not opened anew.")
  }

  @Test("Two panels that are there when a layout comes: neither is used, until one of them goes")
  func together() throws {
    let kiosk = try Kiosk(on: machine, [Self.layout("none.yaml", DeviceMatch(name: "Another*"))], .decided)
    kiosk.follow(machine.plug(Self.panel(3), 1, Self.udev(3)), machine.plug(Self.panel(4), 2, Self.udev(4)))
    _ = try kiosk.serve()
    kiosk.use([Self.layout("a.yaml")])
    #expect(
      try kiosk.serve() == [
        "unusable event1: a.yaml would take \"Lobby Panel\" (/dev/input/event2) as well; \(Self.line(3))",
        "unusable event2: a.yaml would take \"Lobby Panel\" (/dev/input/event1) as well; \(Self.line(4))",
      ])
    kiosk.follow(machine.unplug(2))
    #expect(try kiosk.serve() == ["added event1"])
  }

  @Test(
    "A panel that drops off the bus finds its place free when it comes back, though another would have liked it"
  )
  func place() throws {
    let kiosk = try Kiosk(on: machine, [Self.layout("a.yaml")], .decided)
    kiosk.follow(machine.plug(Self.panel(3), 1, Self.udev(3)), machine.plug(Self.panel(4), 2, Self.udev(4)))
    _ = try kiosk.serve()
    kiosk.follow(machine.unplug(1))
    #expect(try kiosk.serve() == ["removed event1"])
    kiosk.follow(machine.plug(Self.panel(3), 7, Self.udev(3)))
    #expect(try kiosk.serve() == ["added event7"])
  }

  @Test("A panel that is plugged into another port is used, if it is the only one")
  func otherPort() throws {
    let kiosk = try Kiosk(on: machine, [Self.layout("a.yaml")], .decided)
    kiosk.follow(machine.plug(Self.panel(3), 1, Self.udev(3)))
    kiosk.follow(machine.unplug(1))
    kiosk.follow(machine.plug(Self.panel(4), 2, Self.udev(4)))
    #expect(try kiosk.serve() == ["added event1", "removed event1", "added event2"])
  }

  @Test("A finger that is down through a reload is cancelled, and dead until it lifts; nothing else is lost")
  func reload() throws {
    let kiosk = try Kiosk(on: machine, [Self.layout("a.yaml")], .decided)
    kiosk.follow(machine.plug(Self.panel(3), 1, Self.udev(3)))
    machine.frame(1, at: 0, "id 1; x 2043; y 1024")
    #expect(try kiosk.serve() == ["added event1", "began event1 500,250"])
    kiosk.use([Self.layout("a.yaml", width: 2000)])
    #expect(try kiosk.serve() == ["cancelled event1 500,250", "added event1"])
    machine.frame(1, at: 10, "x 100")
    machine.frame(1, at: 20, "id -1")
    machine.frame(1, at: 30, "id 2; x 2043")
    #expect(try kiosk.serve() == ["began event1 1000,250"])
  }

  @Test("The line that the message suggests decides, in one of the two layouts")
  func decided() throws {
    let named = DeviceMatch(path: "pci-0000:00:14.0-usb-0:3:1.0")
    let kiosk = try Kiosk(
      on: machine, [Self.layout("a.yaml"), Self.layout("b.yaml", named, width: 2000)], .decided)
    kiosk.follow(machine.plug(Self.panel(3), 1, Self.udev(3)))
    machine.frame(1, at: 0, "id 1; x 2043; y 1024")
    #expect(try kiosk.serve() == ["added event1", "began event1 1000,250"])
    kiosk.use([Self.layout("a.yaml", named), Self.layout("b.yaml", named)])
    let lines = try kiosk.serve()
    #expect(lines.contains { $0.hasPrefix("unusable event1: a.yaml and b.yaml all match it") }, "\(lines)")
  }

  @Test("A pen, and another node of the same device, need no decision")
  func companions() throws {
    let pen = DeviceDescription.pen(phys: "usb-0000:00:14.0-9/input0")
    let node = Self.panel(3).plugged(at: "usb-0000:00:14.0-3/input1")
    for (companion, udev) in [(pen, [:]), (node, Self.udev(3, interface: 1))] {
      let machine = Machine()
      let kiosk = try Kiosk(on: machine, [Self.layout("a.yaml")], .decided)
      kiosk.follow(machine.plug(Self.panel(3), 1, Self.udev(3)), machine.plug(companion, 2, udev))
      #expect(try kiosk.serve() == ["added event1", "added event2"])
    }
  }

  @Test("A mouse is no rival, and a dump uses all panels that match")
  func others() throws {
    var mouse = DeviceDescription(name: "Mouse")
    mouse.codes[EventType.key] = [EventCode.btnLeft]
    for (choice, second) in [(PanelChoice.decided, "unusable event2"), (.all, "added event2")] {
      let machine = Machine()
      let kiosk = try Kiosk(on: machine, [Self.layout("a.yaml")], choice)
      kiosk.follow(
        machine.plug(mouse, 0), machine.plug(Self.panel(3), 1, Self.udev(3)),
        machine.plug(Self.panel(4), 2, Self.udev(4)))
      let lines = try kiosk.serve()
      #expect(
        lines[0].hasPrefix("refused event0") && lines[1] == "added event1" && lines[2].hasPrefix(second))
    }
  }

  @Test("A node that is named twice, and that udev does not know, is opened once")
  func namedTwice() {
    let nodes = PanelChoice.nodes(["/x", "/y", "/x"]).adding(to: [DeviceNode(path: "/y", number: 1)])
    #expect(nodes.map(\.path) == ["/y", "/x"])
  }

  @Test("Layouts that would not do for the panel in use are known before they are used")
  func problems() throws {
    let kiosk = try Kiosk(on: machine, [Self.layout("a.yaml")], .decided)
    kiosk.follow(machine.plug(Self.panel(3), 1, Self.udev(3)))
    let rows: [(layouts: [Layout], problem: String?)] = [
      ([Self.layout("a.yaml")], nil),
      ([Self.layout("other.yaml", DeviceMatch(name: "Another*"))], nil),
      ([Self.layout("a.yaml"), Self.layout("b.yaml")], "a.yaml and b.yaml all match it"),
    ]
    for row in rows {
      let problem = kiosk.problem(with: row.layouts)
      #expect((problem == nil) == (row.problem == nil), "\(problem ?? "")")
      if let words = row.problem { #expect(problem?.contains(words) == true, "\(problem ?? "")") }
    }
  }
}
