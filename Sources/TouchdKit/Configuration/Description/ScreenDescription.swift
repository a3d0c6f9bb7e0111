import Dispatcher
import LinuxInput
import YAML

/// The screen that a layout is for.
package struct ScreenDescription: Equatable, Sendable {
  /// A name for people; `nil` if the layout has none.
  var name: String?
  /// In points, as it stands after the rotation.
  var size: Size
  /// In millimetres; `nil` if the layout leaves it to the panel's resolution.
  var sizeInMillimetres: Size?
  /// Place of ``sizeInMillimetres``.
  var sizeInMillimetresMark: Mark?
  /// The connector of the graphics card that the screen is on; `nil` if it does not say whether the screen is lit.
  var output: String?
  /// Place of ``output`` in the file.
  var outputMark: Mark?
  /// The screen's backlight; `nil` if it does not say whether the screen is lit.
  var backlight: String?
  /// The time after darkness in which a touch is ignored.
  var settle = ScreenDescription.usualSettling
  var touchscreen: TouchscreenDescription
  /// The page, if touchd takes the panel (`delivery: filter`); `nil` if touchd listens beside it.
  var page: PageDescription?

  /// Default of the time after darkness in which a touch is ignored: a monitor takes about that long from its
  /// first signal to its picture. (O)
  static let usualSettling = Interval.milliseconds(700)

  /// Points per millimetre, if the layout says how large the screen is.
  var pointsPerMillimetre: (x: Double, y: Double)? {
    sizeInMillimetres.map { (size.width / $0.width, size.height / $0.height) }
  }

  /// The keys with which touchd lights the screen, and keeps it lit.
  var wakeKeys: Set<UInt16> {
    guard let page else { return [] }
    var keys: Set<UInt16> = page.keepsAwake ? [EventCode.keyUnknown] : []
    if output != nil || backlight != nil { keys.insert(EventCode.keyWakeUp) }
    return keys
  }

  /// Fate of touches that other programs are waiting for, too.
  enum Delivery: String, LayoutChoice {
    /// They go to all programs; touchd listens.
    case observe
    /// touchd takes the panel; what nothing keeps goes on to the page.
    case filter
  }
}

/// The page of a layout with `delivery: filter`.
struct PageDescription: Equatable, Sendable {
  /// Place of `delivery`.
  var mark: Mark
  /// The end of a withdrawn touch as the page sees it.
  var cancel = ScreenCancel.slide(by: ScreenCancel.slideDistance)
  /// Name of its touchscreen; `nil` for the panel's own name after `touchd`.
  var deviceName: String?
  /// Whether the screen is kept awake while touches are kept from the page.
  var keepsAwake = true

  /// The words for ``cancel``.
  enum Cancel: String, LayoutChoice {
    case slide
    case edge
    case lift
    case palm
  }
}

extension Setting {
  /// `screen`; `nil` if its size is missing or no good.
  func screen() -> ScreenDescription? {
    guard let fields = fields(.screen) else { return nil }
    let name = fields["name"]?.label()?.value
    let size = fields["size"]?.size()
    let millimetres = fields["size_mm"]?.size()
    let output = fields["output"]?.connector()
    let backlight = fields["backlight"]?.folderName("the name of a backlight such as 10-0045")
    let settle = fields["settle"]?.duration(.from(0, to: 10))
    let touchscreen = fields["touchscreen"]?.touchscreen() ?? TouchscreenDescription()
    let page = fields.page()
    return size.map {
      ScreenDescription(
        name: name, size: $0, sizeInMillimetres: millimetres, sizeInMillimetresMark: fields["size_mm"]?.mark,
        output: output, outputMark: fields["output"]?.mark, backlight: backlight,
        settle: settle ?? ScreenDescription.usualSettling,
        touchscreen: touchscreen, page: page)
    }
  }

  /// A name that is one of a folder, too.
  ///
  /// - Parameter what: what it must be, for messages.
  private func folderName(_ what: String) -> String? {
    guard let label = label() else { return nil }
    guard !label.value.contains("/"), label.value != "..", label.value != "." else {
      error("\(name) must be \(what), not a path")
      return nil
    }
    return label.value
  }

  /// The kernel's folder of it has the number of the card before it.
  private func connector() -> String? {
    guard let name = folderName("the name of a connector such as HDMI-A-1") else { return nil }
    let rest = name.dropFirst("card".count).drop(while: \.isNumber)
    guard name.hasPrefix("card"), rest.hasPrefix("-") else { return name }
    error("\(self.name) must be the name of a connector, without its card", help: "write \(rest.dropFirst())")
    return nil
  }

  private func size() -> Size? {
    numbers(2, "[width, height]", .positive).map { Size(width: $0[0], height: $0[1]) }
  }

  private func touchscreen() -> TouchscreenDescription? {
    guard let fields = fields(.touchscreen) else { return nil }
    var touchscreen = TouchscreenDescription()
    touchscreen.match = fields["match"]?.match() ?? DeviceMatch()
    touchscreen.isForced = fields["force"]?.word(among: ["touchscreen"]) != nil
    let range = fields["range"]?.fields(.range)
    touchscreen.rangeX = range?["x"]?.axisRange()
    touchscreen.rangeY = range?["y"]?.axisRange()
    touchscreen.rotation = fields["rotate"]?.rotation() ?? .none
    let flips = fields["flip"]?.flips() ?? []
    touchscreen.flipsX = flips.contains("x")
    touchscreen.flipsY = flips.contains("y")
    touchscreen.calibration = fields["calibration"]?.calibration()
    touchscreen.averagePressure = fields["average_pressure"]?.number(.positive)
    touchscreen.stuckAfter = fields["stuck_after"]?.duration(.from(1, to: 3600))
    touchscreen.penArbitration = fields["pen_arbitration"]?.flag() ?? true
    touchscreen.filters = fields["filters"]?.filters() ?? []
    return touchscreen
  }

  private func axisRange() -> ClosedRange<Int32>? {
    let limits = Int(Int32.min)...Int(Int32.max)
    guard let ends = tuple(2, "whole numbers, [minimum, maximum]")?.complete({ $0.integer(limits) }) else {
      return nil
    }
    guard ends[0] < ends[1] else {
      error("the minimum of \(name) must be less than its maximum")
      return nil
    }
    return Int32(clamping: ends[0])...Int32(clamping: ends[1])
  }

  private func rotation() -> Calibration.Rotation? {
    let rotation = node.double.flatMap(Int.init(exactly:)).flatMap(Calibration.Rotation.init)
    if rotation == nil { mismatch(alternatives(Calibration.Rotation.allCases.map { String($0.rawValue) })) }
    return rotation
  }

  private func flips() -> Set<String> {
    var axes: Set<String> = []
    guard node.scalar == nil || node.isNull || ["x", "y"].contains(node.string) else {
      mismatch(
        "a list of x and y", help: "write `flip: [x]` to swap left and right, `[y]` to swap top and bottom")
      return []
    }
    for item in items("a list of x and y") ?? [] {
      guard let axis = item.word(among: ["x", "y"]) else { continue }
      if !axes.insert(axis).inserted { item.error("\(axis) is flipped twice") }
    }
    return axes
  }
}

extension Fields {
  /// `delivery` and what goes with `filter`; `nil` for `observe`.
  fileprivate func page() -> PageDescription? {
    let delivery = self["delivery"]
    let isFilter = delivery?.choice(ScreenDescription.Delivery.self) == .filter
    let (cancel, distance) = (self["cancel"], self["cancel_by"])
    let awake = self["keep_awake"]
    let keepsAwake = awake?.flag() ?? true
    let word = cancel?.choice(PageDescription.Cancel.self) ?? .slide
    let points = distance?.number(.distances) ?? ScreenCancel.slideDistance
    if let distance, cancel != nil, word != .slide {
      findings.warning("`cancel_by` is for `cancel: slide`", at: distance.keyMark)
    }
    let deviceName = self["device_name"]
    let name = deviceName?.label(atMost: VirtualDevice.longestName)?.value
    guard isFilter, let delivery else {
      for setting in [cancel, distance, deviceName, awake].compactMap(\.self) {
        findings.warning("\(setting.name) does nothing without `delivery: filter`", at: setting.keyMark)
      }
      return nil
    }
    return PageDescription(
      mark: delivery.mark, cancel: word.style(by: points), deviceName: name, keepsAwake: keepsAwake)
  }
}

extension PageDescription.Cancel {
  fileprivate func style(by distance: Double) -> ScreenCancel {
    switch self {
    case .slide: .slide(by: distance)
    case .edge: .edge
    case .lift: .lift
    case .palm: .palm
    }
  }
}

/// An event after a while without a finger on the layout's panels.
struct IdleDescription: Equatable, Sendable {
  /// Unique among those of the layout.
  var name: Located<String>
  /// From the last lift on.
  var after: Interval
  /// The names of the ``ResponderBinding``s that the event goes to.
  var to: [Located<String>]
}

/// The event of a touch that lands while the screen is dark.
enum WakeEvent { static let name = "wake" }

extension Setting {
  /// `wake`: the names of the responders that a touch goes to which is to wake the screen.
  func wake() -> [Located<String>] { fields(.wake)?["to"]?.responderNames() ?? [] }

  /// The most idle times of a layout: a warning, a restart, a dark screen, and some more. (O)
  static let mostIdleTimes = 16
  /// A day, in seconds: a kiosk that no finger has touched for longer is switched off at night. (O)
  private static let longestIdleTime = 86_400.0

  /// `idle`: what happens after a while without a finger.
  func idleTimes() -> [IdleDescription] {
    let items = items("a list of idle times") ?? []
    if items.count > Self.mostIdleTimes {
      items[Self.mostIdleTimes].error("\(name) may hold at most \(Self.mostIdleTimes) idle times")
    }
    return items.compactMap { $0.named("an idle time").idleTime() }
  }

  private func idleTime() -> IdleDescription? {
    guard let fields = fields(.idle) else { return nil }
    let name = fields["name"]?.idleName()
    let after = fields["after"]?.duration(.above(0, to: Self.longestIdleTime))
    let to = fields["to"]?.responderNames() ?? []
    // One that is no good (which is an error) is read on, for names that are used twice or that nothing bears.
    return IdleDescription(
      name: name ?? Located("", at: mark), after: after ?? .seconds(Self.longestIdleTime), to: to)
  }

  private func idleName() -> Located<String>? {
    guard let name = label() else { return nil }
    let help =
      switch name.value {
      case IdleWatch.activeName: "it is the event of the first touch afterwards"
      case WakeEvent.name: "it is the event of a touch that lands while the screen is dark"
      default: ""
      }
    guard help.isEmpty else {
      error("the name \(quoted(name.value)) is reserved", help: help)
      return nil
    }
    return name
  }
}

extension PageDescription {
  /// The touchscreen that the page sees, for any panel: of ten fingers, which report only where they are.
  func makePanel(for screen: ScreenDescription) -> VirtualPanel {
    VirtualPanel(
      VirtualPanelTraits(size: screen.size, sizeInMillimetres: screen.sizeInMillimetres, panelSlots: 10),
      cancel: cancel)
  }
}
