import Dispatcher
import LinuxInput
import YAML

/// The screen that a layout is for.
package struct ScreenDescription: Equatable, Sendable {
  var name: String?
  var size: Size
  /// In millimetres; `nil` if the layout leaves it to the panel's resolution.
  var sizeInMillimetres: Size?
  var sizeInMillimetresMark: Mark?
  /// Millimetres from the floor to the screen's lower edge; `nil` if the layout does not say.
  var edgeHeight: Double?
  /// The connector of the graphics card that the screen is on; `nil` if it does not say whether the screen is lit.
  var output: String?
  var outputMark: Mark?
  /// The screen's backlight; `nil` if it does not say whether the screen is lit.
  var backlight: String?
  var settle = ScreenDescription.usualSettling
  var touchscreen: TouchscreenDescription
  /// The page, if touchd takes the panel (`delivery: filter`); `nil` if touchd listens beside it.
  var page: PageDescription?

  /// Default of the time after darkness in which a touch is ignored: a monitor takes about that long from its
  /// first signal to its picture. (O)
  static let usualSettling = Interval.milliseconds(700)

  /// Points per millimetre, if the layout says how large the screen is.
  var pointsPerMillimetre: PointsPerMillimetre? {
    sizeInMillimetres.map { (size.width / $0.width, size.height / $0.height) }
  }

  /// The same for fingers in points, which no panel turns or calibrates.
  var inPoints: ScreenDescription {
    var screen = self
    screen.touchscreen.position = CalibrationKeys(matrix: CalibrationKeys.identity)
    (screen.touchscreen.rangeX, screen.touchscreen.rangeY) = (nil, nil)
    return screen
  }

  /// The keys with which touchd lights the screen, and keeps it lit.
  var wakeKeys: Set<UInt16> {
    guard let page else { return [] }
    var keys: Set<UInt16> = page.keepsAwake ? [EventCode.keyUnknown] : []
    if output != nil || backlight != nil { keys.insert(EventCode.keyWakeUp) }
    return keys
  }

  /// Fate of touches that other programs are waiting for, too.
  enum Delivery: String, LayoutChoice { case observe, filter }

  static var keys: KeyTable { reading.table }

  private static let reading = Keys<ScreenReading>(
    "screen", "`screen`", "The screen that the layout is for.", sample: .init("size", "[1920, 1080]"),
    blank: { _ in ScreenReading() },
    Key("name", .label, \.screen.name).help("A name for the screen, shown to people."),
    Key("size", .size, \.screen.size, isRequired: true)
      .help("[width, height] in points after the rotation; the origin is top left."),
    Key("size_mm", .size, \.screen.sizeInMillimetres)
      .help(
        "[width, height] in millimetres; without it, lengths in mm need a panel that reports its resolution."
      ),
    Key("height_mm", .distance, \.screen.edgeHeight)
      .help("The height of the screen's lower edge above the floor, in millimetres."),
    Key("output", .folder { $0.connector() }, \.screen.output)
      .help(
        "The connector of the graphics card that the screen is on, such as HDMI-A-1: touches that begin while it "
          + "is dark have no effect."),
    Key("backlight", .folder { $0.folderName("the name of a backlight such as 10-0045") }, \.screen.backlight)
      .help(
        "The screen's backlight, a name of /sys/class/backlight: touches that begin while it is off have no "
          + "effect."),
    Key("settle", .duration(.from(0, to: 10), "duration_from_0_to_10s"), \.screen.settle)
      .help("How long after the screen was dark a touch is ignored; at most 10 s."),
    Key("touchscreen", TouchscreenDescription.keys, \.screen.touchscreen),
    Key("delivery", .choice, \.delivery)
      .help(
        "observe: touchd listens beside other programs. filter: touchd takes the panel, and what nothing keeps "
          + "goes on to the page."),
    Key(
      "cancel", .word(["slide": ScreenReading.slide, "edge": .edge, "lift": .lift, "palm": .palm]), \.cancel
    )
    .help("With filter: how a touch ends for the page that a gesture takes from it."),
    Key("cancel_by", .distance, \.distance).help("How far a slide goes, in points."),
    Key(
      "device_name",
      Form(ref: "name", ", maxLength: \(VirtualDevice.longestName)") {
        $0.label(atMost: VirtualDevice.longestName)?.value
      }, \.page.deviceName
    )
    .help("With filter: what the page's touchscreen is called; without it, touchd and the panel's name."),
    Key("keep_awake", .flag, \.page.keepsAwake)
      .help(
        "With filter: whether KEY_UNKNOWN is pressed, at most every 20 s, while touches are kept from the page."
      ),
    check: { fields, reading in
      reading.screen.sizeInMillimetresMark = fields["size_mm"]?.mark
      reading.screen.outputMark = fields["output"]?.mark
      reading.checkPage(fields)
    })

  /// `screen`; `nil` if its size is missing or no good.
  static let form = Form(ref: "screen") { setting in
    reading.read(setting).flatMap { $0.screen.size == .zero ? nil : $0.screen }
  }
}

/// The page of a layout with `delivery: filter`.
struct PageDescription: Equatable, Sendable {
  var mark: Mark
  /// The end of a withdrawn touch as the page sees it.
  var cancel = ScreenCancel.slide(by: ScreenCancel.slideDistance)
  /// Name of its touchscreen; `nil` for the panel's own name after `touchd`.
  var deviceName: String?
  var keepsAwake = true

  /// The touchscreen that the page sees, for any panel: of ten fingers, which report only where they are.
  func makePanel(for screen: ScreenDescription) -> VirtualPanel {
    VirtualPanel(
      VirtualPanelTraits(size: screen.size, sizeInMillimetres: screen.sizeInMillimetres, panelSlots: 10),
      cancel: cancel)
  }
}

/// A screen while it is read: what is said of its page counts with `delivery: filter`.
private struct ScreenReading: Sendable {
  var screen = ScreenDescription(size: .zero, touchscreen: TouchscreenDescription())
  var delivery = ScreenDescription.Delivery.observe
  var cancel = ScreenReading.slide
  var distance = ScreenCancel.slideDistance
  var page = PageDescription(mark: .start)

  static let slide = ScreenCancel.slide(by: ScreenCancel.slideDistance)

  fileprivate mutating func checkPage(_ fields: Fields) {
    if let distance = fields["cancel_by"], cancel != Self.slide {
      fields.findings.warning("`cancel_by` is for `cancel: slide`", at: distance.keyMark)
    }
    guard delivery == .filter, let mark = fields["delivery"]?.mark else {
      for setting in ["cancel", "cancel_by", "device_name", "keep_awake"].compactMap({ fields[$0] }) {
        fields.findings.warning(
          "\(setting.name) does nothing without `delivery: filter`", at: setting.keyMark)
      }
      return
    }
    (page.mark, page.cancel) = (mark, cancel == Self.slide ? .slide(by: distance) : cancel)
    screen.page = page
  }
}

extension Form<Size> {
  fileprivate static var size: Form {
    Form(ref: "size") {
      $0.numbers(2, "[width, height]", .positive).map { Size(width: $0[0], height: $0[1]) }
    }
  }
}

extension Form<String> {
  fileprivate static func folder(_ read: @escaping @Sendable (Setting) -> String?) -> Form {
    Form("type: string, maxLength: 255, pattern: '^[^/]+$', not: { enum: ['.', '..'] }", read)
  }
}

extension Setting {
  /// A name that is one of a folder, too.
  ///
  /// - Parameter what: what it must be, for messages.
  fileprivate func folderName(_ what: String) -> String? {
    guard let label = label() else { return nil }
    guard !label.value.contains("/"), label.value != "..", label.value != "."
    else { return error("\(name) must be \(what), not a path") }
    return label.value
  }

  /// The kernel's folder of it has the number of the card before it.
  fileprivate func connector() -> String? {
    guard let name = folderName("the name of a connector such as HDMI-A-1") else { return nil }
    let rest = name.dropFirst("card".count).drop(while: \.isNumber)
    guard name.hasPrefix("card"), rest.hasPrefix("-") else { return name }
    return error(
      "\(self.name) must be the name of a connector, without its card", help: "write \(rest.dropFirst())")
  }

  /// The most idle times of a layout: a warning, a restart, a dark screen, and some more. (O)
  static let mostIdleTimes = 16

  /// `idle`: what happens after a while without a finger.
  func idleTimes() -> [IdleDescription] {
    let items = items("a list of idle times") ?? []
    if items.count > Self.mostIdleTimes {
      items[Self.mostIdleTimes].error("\(name) may hold at most \(Self.mostIdleTimes) idle times")
    }
    return items.compactMap { IdleDescription.keys.read($0.named("an idle time")) }
  }

  fileprivate func idleName() -> Located<String>? {
    guard let name = label() else { return nil }
    let help =
      switch name.value {
      case IdleWatch.activeName: "it is the event of the first touch afterwards"
      case WakeEvent.name: "it is the event of a touch that lands while the screen is dark"
      default: ""
      }
    guard help.isEmpty else { return error("the name \(quoted(name.value)) is reserved", help: help) }
    return name
  }
}

/// An event after a while without a finger on the layout's panels.
struct IdleDescription: Equatable, Sendable {
  var name: Located<String>
  var after: Interval
  var to: [Located<String>]

  /// A day, in seconds: a kiosk that no finger has touched for longer is switched off at night. (O)
  private static let longest = 86_400.0

  /// One that is no good (which is an error) is read on, for names that are used twice or that nothing bears.
  static let keys = Keys<IdleDescription>(
    "idle", "an idle time",
    "An event after a while without a finger; it fires once, and the next touch arms it again.",
    sample: .init("after", "3min"),
    blank: { IdleDescription(name: Located("", at: $0.mark), after: .seconds(longest), to: []) },
    Key("after", .duration(.above(0, to: longest)), \.after, isRequired: true)
      .help("The time since the last lift; at most a day."),
    Key(
      "name", Form(ref: "name", ", not: { enum: [active, wake] }") { $0.idleName() }, \.name, isRequired: true
    )
    .help("The name of the event, unique in the list. The first touch afterwards gives the event active."),
    Key("to", .responders, \.to, isRequired: true).help("Names of responders."))
}

/// The event of a touch that lands while the screen is dark.
enum WakeEvent { static let name = "wake" }
