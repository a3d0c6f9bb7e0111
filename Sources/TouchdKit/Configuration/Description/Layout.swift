import ArgumentParser
import Dispatcher
import YAML

/// A layout file that has no error: plain values, from which the tree of windows and views is built.
package struct Layout: Equatable, Sendable {
  /// The file's name, for problems that show only when the layout meets a panel.
  var file: String
  package var screen: ScreenDescription
  var responders: [ResponderBinding]
  /// In the file's order; the later of two with one level is in front. Never empty.
  var windows: [WindowDescription]
  var application: ApplicationDescription
  var thresholds: Thresholds
  var idle: [IdleDescription] = []
  /// The names of the ``ResponderBinding``s that a touch goes to which is to wake the screen.
  var wake: [Located<String>] = []
  var commands: Set<SocketCommand> = []
  /// Counts of what visitors do; `nil` if nothing is counted.
  var statistics: StatisticsDescription?
  /// Explore by touch; `nil` if it cannot be turned on.
  var explore: ExploreDescription?
  var digest = Digest()

  /// The CRC-32 of its file, in hexadecimal digits. Layouts that differ in nothing else are the same.
  struct Digest: Equatable, Sendable {
    var text = "00000000"

    static func == (a: Digest, b: Digest) -> Bool { true }
  }

  /// Builds on the layout; what has no place on the screen ends the command.
  func placed<Result>(_ build: () throws(GeometryError) -> Result) throws -> Result {
    do {
      return try build()
    } catch {
      throw failure(problem(error), .badInput)
    }
  }

  /// Message about a thing that has no place on the screen, with its line.
  func problem(_ error: GeometryError) -> String { "\(file):\(error.mark): error: \(error.message)" }

  /// One window without views.
  static func empty(_ size: Size) -> Layout {
    let window = WindowDescription(id: Located("window", at: .start), frame: FrameDescription(mark: .start))
    return Layout(
      file: "", screen: ScreenDescription(size: size, touchscreen: TouchscreenDescription()),
      responders: [], windows: [window], application: ApplicationDescription(),
      thresholds: Thresholds())
  }

  static let keys = Keys<LayoutReading>(
    "layout", "a layout", "A screen, and the views on it that take touches.", sample: .init("version", "1"),
    blank: { _ in LayoutReading() },
    Key("version", .version, isRequired: true) { _, _ in },
    Key("screen", ScreenDescription.form, \.screen, isRequired: true),
    Key("wake", wake, \.layout.wake),
    Key("idle", .list(of: "idle", ", maxItems: \(Setting.mostIdleTimes)") { $0.idleTimes() }, \.layout.idle)
      .help("What happens after a while without a finger on the layout's panels."),
    Key("socket", socket, \.layout.commands),
    Key("explore", ExploreDescription.keys.form, \.layout.explore),
    Key("statistics", StatisticsDescription.keys.optionalForm, \.layout.statistics),
    Key(unread: "responders", Form<Setting>(ref: ResponderBinding.keys.name) { $0 }),
    Key(unread: "views", Form<Setting>.list(of: "view"))
      .help("The views of the one window, whose id is window."),
    Key(unread: "windows", Form<Setting>.list(of: "window", ", minItems: 1"))
      .help("Several windows, in place of views."),
    Key("application", ApplicationDescription.keys, \.layout.application),
    Key("thresholds", ThresholdKeys.all, \.layout.thresholds),
    Key("promises", Promise.list, \.promises).help("What must come of fingers, for touchd test."),
    check: { fields, reading in
      reading.layout.windows = fields.windows()
      if let screen = reading.screen { reading.layout.screen = screen }
      reading.layout.responders = reading.responders ?? []
    })

  static let wake = Keys<[Located<String>]>(
    "wake", "`wake`", "The event wake, of a touch that lands while the screen is dark.",
    sample: .init("to", "NAME"), blank: { _ in [] },
    Key("to", .responders, \.self, isRequired: true).help("Names of responders."))

  static let socket = Keys<Set<SocketCommand>>(
    "socket", "`socket`", "What programs on the events socket may do to the layout.",
    sample: .init("commands", "[show]"), blank: { _ in [] },
    Key("commands", .commands, \.self, isRequired: true)
      .help(
        "show: show and hide views and windows; cancel: cancel what is down; screen: report the screen dark or lit."
      ))
}

/// A command that a layout permits to programs on the events socket.
enum SocketCommand: String, LayoutChoice { case show, cancel, screen }

/// Counts of what visitors do.
struct StatisticsDescription: Equatable, Sendable {
  /// Time without a finger after which a touch begins a session.
  var sessionGap = Interval.seconds(30)
  /// Columns and rows of the grid in which landings are counted.
  var grid = [48, 27]

  var columns: Int { grid[0] }
  var rows: Int { grid[1] }

  /// A finger is wider than a cell of more on any screen. (O)
  private static let cells = 1...64

  static let keys = Keys<StatisticsDescription>(
    "statistics", "`statistics`",
    "Counts of what visitors do, for touchd stats; nothing is counted without it.",
    sample: .init("session_gap", "30s"), blank: { _ in StatisticsDescription() },
    Key("session_gap", .duration(.from(1, to: 3600)), \.sessionGap)
      .help("The time without a finger after which a touch begins a session; 1s to an hour."),
    Key(
      "grid",
      Form(
        "type: array, items: { type: integer, minimum: \(cells.lowerBound), maximum: \(cells.upperBound) }, "
          + "minItems: 2, maxItems: 2", written: { "[\($0[0]), \($0[1])]" }
      ) { $0.gridSize(cells) }, \.grid
    )
    .help("Columns and rows of the grid in which landings are counted."))
}

extension Setting {
  fileprivate func gridSize(_ cells: ClosedRange<Int>) -> [Int]? {
    guard let items = items("two whole numbers, such as [48, 27]") else { return nil }
    guard items.count == 2 else { return error("\(name) must be two whole numbers, such as [48, 27]") }
    return items.complete { $0.integer(cells) }
  }
}

/// The application, the last but one of every responder chain.
struct ApplicationDescription: Equatable, Sendable {
  var onTouch: TouchBinding?
  /// `nil`: the chain ends at the application.
  var delegate: DelegateDescription?
  var hitTestPasses = 1
  var cancelOrder = Application.CancelOrder.afterAction
  var custom: CustomDescription?

  static let keys = Keys<ApplicationDescription>(
    "application", "`application`", "The application, after all windows in the responder chain.",
    sample: .init("on_touch", "{ to: NAME }"), blank: { _ in ApplicationDescription() },
    Key("on_touch", .binding, \.onTouch),
    Key("delegate", DelegateDescription.keys.form, \.delegate),
    Key("hit_test_passes", .integer(1...10), \.hitTestPasses)
      .help("How often each hit test runs; the last result is used."),
    Key("cancel_order", .word(["after_action": .afterAction, "before_action": .beforeAction]), \.cancelOrder)
      .help("When a view receives touchesCancelled for touches that a recognizer took."),
    Key("custom", .custom(CustomDescription.application), \.custom))
}

/// The application's delegate, the end of every responder chain.
struct DelegateDescription: Equatable, Sendable {
  var onTouch: TouchBinding?

  static let keys = Keys<DelegateDescription>(
    "delegate", "`delegate`",
    "The application's delegate, the end of the responder chain; absent by default.",
    sample: .init("on_touch", "{ to: NAME }"), blank: { _ in DelegateDescription() },
    Key("on_touch", .binding, \.onTouch))
}

// What is found below a layout's windows, in the file's order, a view before its children. Only what is asked for is
// copied: a layout may have tens of thousands of views.
extension Layout {
  /// Values of something for the views of all windows.
  func ofViews<Value>(_ value: (ViewDescription) -> Value?) -> [Value] {
    var values: [Value] = []
    forEachView { view in
      if let found = value(view) { values.append(found) }
    }
    return values
  }

  /// Every gesture of every window and view, but not the pans that scroll views bring along.
  var allGestures: [GestureDescription] { windows.flatMap(\.allGestures) }

  var keys: [UInt16] { responders.flatMap { ($0.options.value("press") as KeyChord?)?.codes ?? [] } }

  var touchBindings: [TouchBinding] {
    [application.onTouch, application.delegate?.onTouch].compactMap(\.self) + windows.compactMap(\.onTouch)
      + ofViews(\.onTouch) + ofViews { $0.controller?.onTouch }
  }

  var controlResponders: [Located<String>] { ofViews(\.control).flatMap { $0.events.values.flatMap(\.self) } }

  /// The names of responders wherever they are used, as often as they are.
  var usedResponders: [Located<String>] {
    let others = ofViews(\.accessible).flatMap { $0.on.values.flatMap(\.self) } + idle.flatMap(\.to) + wake
    return touchBindings.map(\.to) + allGestures.flatMap(\.to) + controlResponders + others
  }

  func forEachView(_ visit: (ViewDescription) -> Void) {
    for window in windows { window.views.forEachWithDescendants(visit) }
  }
}

extension WindowDescription {
  /// Its own gestures, then those of its views.
  var allGestures: [GestureDescription] {
    var gestures = gestures
    views.forEachWithDescendants { gestures += $0.gestures }
    return gestures
  }
}

extension [ViewDescription] {
  fileprivate func forEachWithDescendants(_ visit: (ViewDescription) -> Void) {
    for view in self {
      visit(view)
      view.children.forEachWithDescendants(visit)
    }
  }
}

/// A layout while it is read.
struct LayoutReading: Sendable {
  var layout = Layout.empty(.zero)
  /// `nil` if its size is missing or no good.
  var screen: ScreenDescription?
  /// `nil` if there is no telling which there are.
  var responders: [ResponderBinding]? = []
  /// For `touchd test`; no layout in use has them.
  var promises: [Promise] = []
}

extension Form<Set<SocketCommand>> {
  /// None is what a layout without the key allows as well.
  fileprivate static var commands: Form {
    let one = Form<String>.reference("socket_command")
    return Form("anyOf: [{ \(one) }, { type: array, items: { \(one) }, uniqueItems: true }]") {
      $0.node.sequence?.isEmpty == true ? [] : $0.choices(SocketCommand.self)
    }
  }
}
