import Dispatcher
import LinuxInput
import YAML

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
