import Dispatcher
import YAML

/// Looks for what a layout without errors says and cannot work: warnings of `touchd check`.
///
/// A layout with such a fault does no harm, so no other command says it. Each rule is a function of the layout and the
/// machine to findings.
struct LayoutReview {
  /// Permissions by the daemon's file that names the layout.
  struct Permission {
    let file: String
    let grants: Grants
  }

  let layout: Layout
  let findings: Findings
  private let permission: Permission?
  private let machine: ReviewedMachine
  /// The plugins of the responders that are touchd's own, by the responders' names.
  private let plugins: [String: String]

  /// - Parameters:
  ///   - permission: `nil` for a layout that is checked by itself: a daemon's file may name it later.
  ///   - machine: where the layout is checked, which need not be where it is used.
  init(_ layout: Layout, _ permission: Permission?, on machine: ReviewedMachine, _ findings: Findings) {
    (self.layout, self.permission, self.machine, self.findings) = (layout, permission, machine, findings)
    plugins = Dictionary(
      layout.responders.filter(\.isBuiltIn).map { ($0.name.value, $0.plugin.value) },
      uniquingKeysWith: { a, _ in a })
  }

  func run() { for rule in [uses, actions, explore, fingers, lengths, reach, secrets, output] { rule() } }

  /// Explore by touch that nothing turns on, and responders that have nothing to turn on.
  private func explore() {
    if let explore = layout.explore, !layout.canExplore {
      findings.warning(
        "nothing turns `explore` on", at: explore.mark,
        help: "write `headphones: true`, or a responder `{ plugin: explore, mode: toggle }` for a gesture")
    }
    for responder in layout.responders
    where layout.explore == nil && plugins[responder.name.value] == "explore" {
      findings.warning(
        "\(quoted(responder.name.value)) does nothing: the layout has no `explore`",
        at: responder.plugin.mark, help: "write `explore: {}` beside `screen`")
    }
  }

  /// Looks for programs and units that cannot be started, and for actions that the daemon's file does not permit.
  private func actions() {
    let grants = permission?.grants
    let needs = [
      "exec": (grants?.exec, "starts no programs"), "keys": (grants?.keys, "presses no keys"),
      "pointer": (grants?.pointer, "moves no pointer"),
    ]
    for responder in layout.responders where responder.isBuiltIn {
      let plugin = responder.plugin
      if let permission, let (isGranted, lack) = needs[plugin.value], isGranted == false {
        findings.warning(
          "\(quoted(responder.name.value)) does nothing: the daemon \(lack) with \(permission.file)",
          at: plugin.mark,
          help: "write `\(plugin.value): true` into that file, which only root may write then")
      }
      if plugin.value == "exec" { checkProgram(of: responder) }
    }
    for unit in layout.units where machine.lacksUnit(unit.value) {
      findings.warning(
        "there is no unit \(quoted(unit.value)) on this machine", at: unit.mark,
        help: "check the name: `systemctl list-unit-files` shows those of the system")
    }
  }

  private func checkProgram(of responder: ResponderBinding) {
    guard let program = (responder.options.value("run") as [String]?)?.first,
      let mark = responder.places["run"], let lack = machine.programLack(program)
    else { return }
    let relative = "check the path; a relative one starts at the folder that touchd runs in"
    let elsewhere = program.contains("/") ? relative : "write its whole path, or install it"
    let (words, help) =
      switch lack {
      case .absent: ("there is no program \(quoted(program)) on this machine", elsewhere)
      case .folder: ("\(quoted(program)) is a folder, not a program", "name the program in it")
      case .notExecutable: ("\(quoted(program)) is not executable", "make it executable, as with `chmod +x`")
      }
    findings.warning(words, at: mark, help: help)
  }

  /// Looks for gestures that want more fingers than the panel reports, if that panel is plugged in.
  ///
  /// Devices are opened only for a layout with a gesture of several fingers.
  func fingers() {
    let gestures = layout.allGestures.filter { $0.kind.fingers > 1 }
    guard !gestures.isEmpty else { return }
    let panels = machine.panels(layout.screen.touchscreen)
    // One of several may be the one that is meant.
    guard let best = panels.max(by: { $0.fingers ?? .max < $1.fingers ?? .max }), let most = best.fingers
    else { return }
    for gesture in gestures where gesture.kind.fingers > most {
      findings.warning(
        "\(quoted(gesture.name.value)) needs \(gesture.kind.fingers) fingers, and the panel \(quoted(best.name)) "
          + "(\(best.path)) reports \(most == 1 ? "one" : "at most \(most)")", at: gesture.name.mark,
        help:
          "use a gesture of \(most == 1 ? "one finger" : "fewer fingers"), such as several taps or a long press"
      )
    }
  }

  /// More points on a millimetre than any screen has: telephones have up to 32 pixels. A size in centimetres or inches
  /// makes 10 or 25 times too many. (O)
  private static let mostPointsPerMillimetre = 36.0
  /// A tenth of the screen's shorter side: jitter is a part of a millimetre. (O)
  private static let mostHysteresis = 0.1
  /// Narrowest palm, in millimetres: a fingertip is 5 to 10 mm wide on a panel; a palm is much wider. (O)
  private static let narrowestPalm = 8.0

  /// Looks for lengths that cannot be meant as they are: they are likely in another unit.
  private func lengths() {
    checkSize()
    for filter in layout.screen.touchscreen.filters { check(filter.value, at: filter.mark) }
    for gesture in layout.allGestures { check(gesture) }
  }

  private var screen: Size { layout.screen.size }

  private func checkSize() {
    guard let density = layout.screen.pointsPerMillimetre, let size = layout.screen.sizeInMillimetres,
      let mark = layout.screen.sizeInMillimetresMark,
      min(density.x, density.y) > Self.mostPointsPerMillimetre
    else { return }
    findings.warning(
      "a screen of \(words(for: screen.width)) × \(words(for: screen.height)) points is larger than "
        + "\(words(for: size.width)) × \(words(for: size.height)) mm", at: mark,
      help: "`size_mm` is in millimetres: a centimetre has 10, an inch 25.4")
  }

  private func check(_ filter: FilterDescription, at mark: Mark) {
    switch filter {
    case .edge(let length):
      guard let band = points(length), 2 * band.x >= screen.width || 2 * band.y >= screen.height
      else { return }
      findings.warning(
        "with this filter no finger lands anywhere: the band covers the whole screen", at: mark,
        help: Self.unitHelp)
    case .hysteresis(let length?):
      guard let margin = points(length),
        max(margin.x, margin.y) > Self.mostHysteresis * min(screen.width, screen.height)
      else { return }
      findings.warning(
        "with this filter a finger moves more than a tenth of the screen before anything follows it",
        at: mark, help: Self.unitHelp)
    case .size(let length?):
      guard let width = millimetres(length), width < Self.narrowestPalm else { return }
      findings.warning(
        "with this filter fingers count as palms: it is \(words(for: (width * 10).rounded() / 10)) mm",
        at: mark, help: "a palm is wider than a fingertip, such as 40mm; a number without unit is points")
    case .hysteresis(nil), .size(nil), .median, .smooth, .debounce, .holdDuration, .ignoreRepeat, .skip,
      .pressure:
      break
    }
  }

  private static let unitHelp = "a number without unit is points; millimetres are written as 0.5mm"

  private func check(_ gesture: GestureDescription) {
    guard case .longPress(let press) = gesture.kind, let distance = press.allowableMovement,
      distance > max(screen.width, screen.height)
    else { return }
    findings.warning(
      "a finger may move \(words(for: distance)) points during \(quoted(gesture.name.value)), and the screen has "
        + "\(words(for: screen.width)) × \(words(for: screen.height))", at: gesture.name.mark,
      help: "`allowable_movement` is in points; 10 is usual")
  }

  /// `nil` for millimetres of a screen whose size is not known.
  private func points(_ length: Length) -> Point? {
    try? length.pointsPerAxis(pointsPerMillimetre: layout.screen.pointsPerMillimetre)
  }

  private func millimetres(_ length: Length) -> Double? {
    if length.unit == .millimetres { return length.value }
    return layout.screen.pointsPerMillimetre.map { length.value / max($0.x, $0.y) }
  }

  /// Looks for gestures that nothing hears, and for responders that nothing calls.
  private func uses() {
    let gestures = layout.allGestures
    let named = Set(gestures.flatMap { $0.requiresFailureOf + $0.simultaneousWith }.map(\.value))
    for gesture in gestures where !gesture.isOfUse && !named.contains(gesture.name.value) {
      findings.warning(
        "nothing hears the gesture \(quoted(gesture.name.value)): it has no `to`", at: gesture.name.mark,
        help:
          "write `to: NAME` with a name of `responders`; or give it a `name`, if a program on the events socket "
          + "hears it")
    }
    let used = Set(layout.usedResponders.map(\.value))
    // What a plugin of the program's own does without being called is not known.
    for responder in layout.responders where responder.isBuiltIn && !used.contains(responder.name.value) {
      findings.warning(
        "nothing uses the responder \(quoted(responder.name.value))", at: responder.name.mark,
        help: "name it in the `to` of a gesture or of an `on_touch`, or leave it out")
    }
  }

  /// The types of connectors, as the kernel names them (`drm_connector_enum_list` in drivers/gpu/drm/drm_connector.c).
  private static let types = [
    "Unknown", "VGA", "DVI-I", "DVI-D", "DVI-A", "Composite", "SVIDEO", "LVDS", "Component", "DIN", "DP",
    "HDMI-A", "HDMI-B", "TV", "eDP", "Virtual", "DSI", "DPI", "Writeback", "SPI", "USB",
  ]

  /// Looks for an output that no connector of a graphics card is called: its screen would count as lit for ever.
  private func output() {
    guard let name = layout.screen.output, let mark = layout.screen.outputMark, !Self.isConnector(name)
    else { return }
    let here = machine.outputs()
    guard !here.contains(name) else { return }
    findings.warning(
      "no connector is called \(quoted(name))", at: mark,
      help: Suggestion.question(name, among: here)
        ?? "the folders in /sys/class/drm have their names behind the card: HDMI-A-1, DP-1, eDP-1, DSI-1")
  }

  private static func isConnector(_ name: String) -> Bool {
    guard let dash = name.lastIndex(of: "-") else { return false }
    return types.contains(String(name[..<dash])) && name.last?.isNumber == true
  }

  /// Looks for secrets that are not kept: gestures that the page sees all the same, and bindings in a sensitive view
  /// that show which view in it was touched.
  private func secrets() {
    let outer = [layout.application.onTouch, layout.application.delegate?.onTouch].contains(where: listens)
    for window in layout.windows {
      let isHeard = outer || listens(window.onTouch) || window.custom != nil
      checkDelays(window.gestures, isHeard: isHeard || window.views.contains(where: hears))
      for view in window.views {
        checkDelays(view, isHeard: isHeard)
        checkSecrets(view, in: window.isSensitive ? window.id.value : nil)
      }
    }
    checkWaiting()
  }

  /// Looks for gestures outside of sensitive views whose outcome is that of a gesture in one.
  private func checkWaiting() {
    var outside = layout.windows.filter { !$0.isSensitive }.flatMap(\.gestures)
    var inside: Set<String> = []
    func sort(_ view: ViewDescription, isInside: Bool) {
      if isInside { inside.formUnion(view.gestures.map(\.name.value)) }
      if !isInside, !view.isSensitive { outside += view.gestures }
      for child in view.children { sort(child, isInside: isInside || view.isSensitive) }
    }
    for window in layout.windows { for view in window.views { sort(view, isInside: window.isSensitive) } }
    for gesture in outside {
      for name in gesture.requiresFailureOf where inside.contains(name.value) {
        findings.warning(
          "\(quoted(gesture.name.value)) shows what comes of \(quoted(name.value)), in a sensitive view",
          at: name.mark, help: "let it wait for a gesture of the sensitive view itself")
      }
    }
  }

  // MARK: Gestures that hold touches back from nothing

  /// - Parameter isHeard: whether something above the view acts on touches.
  private func checkDelays(_ view: ViewDescription, isHeard: Bool) {
    let isHeard = isHeard || hearsItself(view)
    checkDelays(view.gestures, isHeard: isHeard || view.children.contains(where: hears))
    for child in view.children { checkDelays(child, isHeard: isHeard) }
  }

  private func checkDelays(_ gestures: [GestureDescription], isHeard: Bool) {
    guard layout.screen.page == nil, !isHeard else { return }
    for gesture in gestures where gesture.delaysBegan == true && !gesture.to.isEmpty {
      findings.warning(
        "\(quoted(gesture.name.value)) holds nothing back: with `delivery: observe` the page gets each touch itself",
        at: gesture.name.mark,
        help: "write `delivery: filter` in `screen`, or leave `delays_began` out")
    }
  }

  /// Whether a view, or one in it, acts on touches.
  private func hears(_ view: ViewDescription) -> Bool {
    hearsItself(view) || view.children.contains(where: hears)
  }

  private func hearsItself(_ view: ViewDescription) -> Bool {
    view.kind == .control || view.kind == .scroll || view.custom != nil || view.controller?.custom != nil
      || listens(view.onTouch) || listens(view.controller?.onTouch)
  }

  /// Whether a plugin acts on touches: a log only writes them down.
  private func listens(_ binding: TouchBinding?) -> Bool {
    binding.map { plugins[$0.to.value] != "log" } ?? false
  }

  // MARK: Bindings in sensitive views

  /// - Parameter sensitive: the outermost sensitive view that it is in.
  private func checkSecrets(_ view: ViewDescription, in sensitive: String?) {
    if let sensitive { report(view, in: sensitive) }
    for child in view.children {
      checkSecrets(child, in: sensitive ?? (view.isSensitive ? view.id.value : nil))
    }
  }

  private func report(_ view: ViewDescription, in sensitive: String) {
    var used = [view.onTouch?.to, view.controller?.onTouch?.to].compactMap(\.self)
    used += view.gestures.flatMap(\.to) + (view.control?.events.values.flatMap(\.self) ?? [])
    used += view.accessible?.on.values.flatMap(\.self) ?? []
    // The first for each responder of a view says it.
    var said: Set<String> = []
    for name in used.sorted(by: { $0.mark < $1.mark }) where said.insert(name.value).inserted {
      switch plugins[name.value] {
      case "log":
        findings.warning(
          "\(quoted(name.value)) logs nothing of \(quoted(view.id.value)): which view in the sensitive "
            + "\(quoted(sensitive)) is touched stays in the process", at: name.mark,
          help: "a plugin of your own, or a program that answers for `plugin: socket`, is sent it")
      case "exec", "unit", "keys", "pointer", "show":
        findings.warning(
          "what \(quoted(name.value)) does shows that \(quoted(view.id.value)) was touched, in the sensitive "
            + quoted(sensitive), at: name.mark,
          help: "bind the views in it to a plugin of your own, or to `plugin: socket`")
      default: break
      }
    }
    for gesture in view.gestures where gesture.to.isEmpty && gesture.isNamed {
      findings.warning(
        "nothing hears \(quoted(gesture.name.value)): what happens in the sensitive \(quoted(sensitive)) stays in the "
          + "process", at: gesture.name.mark, help: "write `to: NAME` with a name of `responders`")
    }
  }
}

extension Layout {
  /// The y of what a person in a wheelchair reaches, 1220 mm above the floor, by ADA 308.2.1 and EN 301 549, 8.3;
  /// `nil` if it is not known where that is, and where `reach` brings down what is above it.
  var highestReach: Double? {
    guard let millimetre = screen.pointsPerMillimetre?.y, let edge = screen.edgeHeight, let explore,
      !explore.hasReach
    else { return nil }
    return screen.size.height - (1220 - edge) * millimetre
  }

  /// Whether something turns explore by touch on.
  var canExplore: Bool {
    let switches = responders.filter {
      $0.plugin.value == "explore" && ["on", "toggle"].contains($0.options.value("mode") ?? "")
    }
    let used = Set(usedResponders.map(\.value))
    return explore?.headphones ?? .ignored != .ignored || switches.contains { used.contains($0.name.value) }
  }

  /// Place of a view or a window, and whether anything waits for touches on it.
  struct Place {
    let id: Mark
    let frame: Mark
    let listens: Bool
    /// Whether touches on it go no further along the chain.
    var keepsTouches = false
    /// The kind of the view, if that alone decides that no finger touches it; `nil` otherwise.
    var refusingKind: ViewDescription.Kind?
  }

  /// The views and windows by their ids.
  var places: [String: Place] {
    var places: [String: Place] = [:]
    // A program on the events socket may let touches go on, or not be there.
    let programs = Set(socketResponders)
    func isForProgram(_ binding: TouchBinding?) -> Bool {
      binding.map { programs.contains($0.to.value) } ?? false
    }
    for window in windows {
      places[window.id.value] = Place(
        id: window.id.mark, frame: window.frame.mark,
        listens: window.onTouch != nil || !window.gestures.isEmpty,
        keepsTouches: window.onTouch?.keeps ?? false && !isForProgram(window.onTouch))
    }
    forEachView { view in
      places[view.id.value] = Place(
        id: view.id.mark, frame: view.frame.mark, listens: view.listens,
        keepsTouches: view.keepsTouches && !isForProgram(view.onTouch ?? view.controller?.onTouch),
        refusingKind: view.refusingKind)
    }
    return places
  }

  /// The ids of views and windows that a responder shows or hides.
  var changingViews: Set<String> {
    Set(
      responders.flatMap { responder in
        ["view", "window"].compactMap { (responder.options.value($0) as Located<String>?)?.value }
      })
  }

  /// Whether classes or plugins of the program's own are part of it, which may move and hide what they like.
  var hasOwnCode: Bool {
    responders.contains { !$0.isBuiltIn } || application.custom != nil
      || windows.contains { $0.custom != nil }
      || !ofViews(\.custom).isEmpty || !ofViews { $0.controller?.custom }.isEmpty
      || allGestures.contains { if case .custom = $0.kind { true } else { false } }
  }
}

extension ViewDescription {
  fileprivate var refusingKind: Kind? {
    isInteractive == nil && [.image, .label].contains(kind) ? kind : nil
  }

  fileprivate var listens: Bool {
    kind == .control || onTouch != nil || !gestures.isEmpty || controller?.onTouch != nil
  }
}

extension GestureDescription.Kind {
  /// The least number of fingers that it needs; 1 for a program's own gestures.
  fileprivate var fingers: Int {
    switch self {
    case .tap(let tap): tap.touches
    case .longPress(let press): press.touches
    case .pan(let pan): pan.minTouches
    case .swipe(let swipe): swipe.touches
    case .pinch, .rotation: 2
    case .edgePan, .hover, .custom: 1
    }
  }
}

extension GestureDescription {
  /// Whether it does something by itself, or may be meant to: a program may listen for a name, a flag keeps touches
  /// from the view or from the page, and a recognizer of the program's own may call what it likes.
  fileprivate var isOfUse: Bool {
    if case .custom = kind { return true }
    return !to.isEmpty || isNamed || cancelsTouches != nil || delaysBegan != nil || delaysEnded != nil
  }
}

extension ResponderBinding {
  /// Whether its plugin is one of touchd's own.
  var isBuiltIn: Bool { PluginDeclaration.builtIn.contains { $0.name == plugin.value } }
}
