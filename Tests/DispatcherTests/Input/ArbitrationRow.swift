import TestTables

/// A pen and touchscreens, what they send, and which touches are reported.
struct ArbitrationRow: TableRow {
  var what = ""
  /// The panels that are there from the start.
  var plug = "pen screen"
  /// `NAME: FRAME` (see ``FrameText``), or `plug NAME`, `unplug NAME at MS`, `wake NAME at MS` with nothing near it,
  /// `wait MS` for the clock.
  let given: String
  /// What is reported at each line: `screen began | pen began`.
  let told: String

  /// `pen` and `screen` are one device; the tablet and the cousin have its maker and product only. `left` and `right`
  /// hang side by side on a hub, and udev has them in one group. Of `adrift` and `float` nothing says where they hang;
  /// `ported` and `dock` have a port and nothing else. The layouts of `deaf` and `patient` allow touches beside a pen.
  private static let pairings: [String: PenPairing] = [
    "pen": PenPairing(isPen: true, phys: "usb-1/input1", vendor: 1),
    "pen2": PenPairing(isPen: true, phys: "usb-1/input2", vendor: 1),
    "screen": PenPairing(isPen: false, phys: "usb-1/input0", vendor: 1),
    "cousin": PenPairing(isPen: false, phys: "usb-2/input0", vendor: 1),
    "tablet": PenPairing(isPen: true, phys: "usb-3/input0", vendor: 1),
    "stranger": PenPairing(isPen: false, phys: "usb-4/input0", vendor: 9),
    "left": PenPairing(isPen: true, group: "3/56a/37b:usb-5", phys: "usb-5.1/input0", vendor: 1),
    "right": PenPairing(isPen: false, group: "3/56a/37b:usb-5", phys: "usb-5.2/input0", vendor: 2),
    "adrift": PenPairing(isPen: true, vendor: 1, product: 2),
    "float": PenPairing(isPen: false, vendor: 1, product: 2),
    "flotsam": PenPairing(isPen: false, vendor: 1, product: 3),
    "ported": PenPairing(isPen: true, port: "pci-usb-0:3", vendor: 1),
    "dock": PenPairing(isPen: false, port: "pci-usb-0:3", vendor: 7),
    "quay": PenPairing(isPen: false, port: "pci-usb-0:4", vendor: 1),
    "deaf": PenPairing(isPen: true, isArbitrated: false, phys: "usb-1/input1", vendor: 1),
    "patient": PenPairing(isPen: false, isArbitrated: false, phys: "usb-1/input0", vendor: 1),
  ]

  func check() {
    let rig = PanelRig()
    run("plug " + plug, on: rig)
    rig.expect(told, of: given, words: { "\($0) \($1.phase)" }, run: { run($0, on: rig) })
  }

  private func run(_ line: String, on rig: PanelRig) {
    let words = line.split(separator: " ").map(String.init)
    let time = Timestamp(seconds: (words.last.flatMap(Double.init) ?? 0) / 1000)
    switch words[0] {
    case "plug": for name in words.dropFirst() { plug(name, into: rig) }
    case "wait": rig.pipeline.advance(to: time)
    case "unplug": rig.pipeline.detach(rig[words[1]], at: time)
    case "wake": rig.pipeline.resume(rig[words[1]], state: .slots((-1, 0, 0)), at: time)
    default: rig.feed(String(line.drop { $0 != ":" }.dropFirst()), from: String(words[0].dropLast()))
    }
  }

  private func plug(_ name: String, into rig: PanelRig) {
    let pairing = Self.pairings[name]
    let isPen = pairing?.isPen == true
    rig.attach(
      name, isPen ? .singleTouch(button: EventCode.btnTouch) : .slots(count: 10),
      scales: ContactScales(type: isPen ? .stylus : .direct), pairing: pairing)
  }
}
