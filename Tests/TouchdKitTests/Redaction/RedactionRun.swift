import TestTables
import YAML

@testable import TouchdKit

/// One random run, held against where the sensitive view is, found in another way than the program finds it.
final class RedactionRun {
  private let rig: PrivateRig
  private var fingers: RandomFingers
  private let touchProtocol: TouchProtocol
  private let hasFilters: Bool
  private(set) var violations: [String] = []
  /// How many lines and contacts of frames were without a place.
  private(set) var withheld = 0
  /// What is known of each contact that is down for the kernel: whether a reader must not see it, or must.
  private var contacts: [Int: (id: Int32, mustHide: Bool, mustShow: Bool)] = [:]

  /// The slots whose last contact a reader must not see.
  private var secretSlots: Set<Int> = []

  /// With filters, which remember places: the slots whose contact has been on the sensitive view, and the contacts.
  private var coveredSlots: Set<Int> = []
  private var covered: Set<ContactID> = []
  private var noted = 0

  private static let frames = 40
  /// Closer than this to an edge, a place may count as on the view or beside it.
  private static let doubt = 0.1

  init(_ text: String, seed: UInt64, _ touchProtocol: TouchProtocol) throws {
    rig = try PrivateRig(text, touchProtocol)
    fingers = RandomFingers(seed: seed)
    self.touchProtocol = touchProtocol
    hasFilters = !text.contains("filters: []")
  }

  func play() throws {
    // Fingers were there before.
    rig.kernel.lose(fingers.step(fingers: count))
    rig.attach()
    note(isFirst: true)
    for _ in 0..<Self.frames where violations.isEmpty {
      let steps = fingers.step(fingers: count)
      if fingers.chance(oneIn: 30) { rig.drop(steps) } else { rig.play(steps) }
      note()
      checkFrame()
    }
    rig.end()
    try checkTouches()
    try checkEvents()
    try checkWords()
  }

  private var count: Int { if case .singleTouch = touchProtocol { 1 } else { KernelPanel.slotCount } }

  // MARK: The truth

  private func place(_ x: Int32, _ y: Int32) -> Point { rig.panel.calibration.location(x: x, y: y) }

  /// Whether a point of the screen is on the sensitive view or one below it, each enlarged by a distance.
  private func isSensitive(_ point: Point, enlargedBy distance: Double = 0) -> Bool {
    rig.application.windows.contains { isSensitive(point, $0, distance, isBelow: false) }
  }

  private func isSensitive(_ point: Point, _ view: View, _ distance: Double, isBelow: Bool) -> Bool {
    let isMeant = isBelow || view.isSensitive
    if isMeant, let inverse = view.toScreen.inverse {
      let (local, bounds) = (inverse.apply(to: point), view.bounds)
      // A way on the screen is longer by this in the view.
      let slack = distance * max(abs(inverse.a) + abs(inverse.c), abs(inverse.b) + abs(inverse.d))
      func contains(_ outset: EdgeInsets) -> Bool {
        local.x >= bounds.minX - outset.left - slack && local.x < bounds.maxX + outset.right + slack
          && local.y >= bounds.minY - outset.top - slack && local.y < bounds.maxY + outset.bottom + slack
      }
      if contains(.zero) || contains(view.hitOutset) { return true }
    }
    return view.subviews.contains { isSensitive(point, $0, distance, isBelow: isMeant) }
  }

  private func belongs(_ view: View?) -> Bool {
    var view = view
    while let current = view {
      if current.isSensitive { return true }
      view = current.superview
    }
    return false
  }

  /// Notes which contacts came and went. Of the first, a reader must not see any: none knows where they landed.
  private func note(isFirst: Bool = false) {
    for (slot, state) in truth.enumerated() {
      guard state.trackingID >= 0 else {
        if contacts[slot]?.mustHide == true { secretSlots.insert(slot) }
        contacts[slot] = nil
        continue
      }
      secretSlots.remove(slot)
      let point = place(state.x, state.y)
      if contacts[slot]?.id != state.trackingID { coveredSlots.remove(slot) }
      if hasFilters, isSensitive(point, enlargedBy: Self.doubt) { coveredSlots.insert(slot) }
      guard contacts[slot]?.id != state.trackingID else { continue }
      let isHit = belongs(rig.application.recursiveHitTest(point, with: nil))
      let isNear = isHit || isSensitive(point, enlargedBy: Self.doubt)
      let mayShow = !isNear && !hasFilters && !rig.panel.assembler.isMuted(slot)
      contacts[slot] = (state.trackingID, isFirst || isHit || isSensitive(point), mayShow)
    }
    for truth in rig.truths[noted...] where coveredSlots.contains(truth.slot) {
      covered.insert(truth.contact)
    }
    noted = rig.truths.count
  }

  private var truth: [SlotState] { rig.panel.assembler.state.slots }

  // MARK: The outputs

  /// What a reader of the frames knows after each, against what the panel holds.
  private func checkFrame() {
    for contact in rig.reader.contacts where isSensitive(place(contact.x, contact.y)) {
      violations.append("a reader sees \(contact.x),\(contact.y), on the sensitive view")
    }
    if count > 1, let pointer = rig.reader.pointer, isSensitive(place(pointer.x, pointer.y)) {
      violations.append("the pointer is at \(pointer), on the sensitive view")
    }
    for (slot, state) in truth.enumerated() {
      if touchProtocol == .packets { checkPacket(state, contacts[slot]) } else { checkSlot(slot, state) }
    }
  }

  private func checkSlot(_ slot: Int, _ state: SlotState) {
    let last = rig.reader.slots[slot]
    let seen = last.trackingID >= 0 ? last : nil
    guard let contact = contacts[slot] else {
      if seen != nil { violations.append("a reader sees a contact in the empty slot \(slot)") }
      if secretSlots.contains(slot), last.x == state.x, last.y == state.y {
        violations.append("a reader knows where a hidden contact lifted, \(last.x),\(last.y)")
      }
      return
    }
    if contact.mustHide {
      withheld += 1
      if let seen {
        violations.append("a reader sees \(seen.x),\(seen.y) of the hidden contact \(contact.id)")
      }
    } else if contact.mustShow {
      let isBeside = !isSensitive(place(state.x, state.y), enlargedBy: Self.doubt)
      if seen?.trackingID != contact.id || isBeside && (seen?.x != state.x || seen?.y != state.y) {
        violations.append("a reader sees \(seen.map { "\($0)" } ?? "nothing") instead of \(state)")
      }
    }
  }

  /// A reader numbers the contacts in its own way, so only places can be compared.
  private func checkPacket(_ state: SlotState, _ contact: (id: Int32, mustHide: Bool, mustShow: Bool)?) {
    guard let contact else { return }
    let isSeen = rig.reader.contacts.contains { $0.x == state.x && $0.y == state.y }
    let isElsewhere = truth.count { $0.trackingID >= 0 && $0.x == state.x && $0.y == state.y } > 1
    if contact.mustHide {
      withheld += 1
      if isSeen, !isElsewhere { violations.append("a reader sees \(state) of a hidden contact") }
    } else if contact.mustShow, !isElsewhere, !isSensitive(place(state.x, state.y), enlargedBy: Self.doubt) {
      if !isSeen { violations.append("a reader does not see \(state)") }
    }
  }

  /// Each line of kind `touch`, against the touch.
  private func checkTouches() throws {
    let lines = try rig.traced("touch")
    guard lines.count == rig.truths.count else { return violations.append("\(lines.count) lines of touches") }
    for (line, truth) in zip(lines, rig.truths) {
      let (at, raw) = (line.point("at"), line.point("raw"))
      let screen = truth.view?.window.map { $0.toScreen.apply(to: truth.location) } ?? truth.location
      let places = [screen, place(truth.raw.x, truth.raw.y)]
      if belongs(truth.view) || places.contains(where: { isSensitive($0) }) {
        withheld += 1
        if at != nil || raw != nil { violations.append("a line shows \(truth): \(line)") }
        if hasFilters { covered.insert(truth.contact) }
      } else if !covered.contains(truth.contact),
        !places.contains(where: { isSensitive($0, enlargedBy: Self.doubt) })
      {
        if at == nil || raw == nil { violations.append("a line does not show \(truth)") }
      }
    }
  }

  /// No place of an event, nor what follows from it, is on the view.
  private func checkEvents() throws {
    var contacts: [String: Int] = [:]
    for line in try rig.traced("event", "gesture") {
      if let gesture = line["gesture"]?.string { contacts[gesture] = line["touches"]?.sequence?.count }
      guard let at = line.point("at"), let name = line["name"]?.string else { continue }
      check(at, "the event \(name)")
      // Of several fingers, it is no place of theirs.
      if let way = line.point("translation"), contacts[name] == 1 { check(at - way, "the start of \(name)") }
      if let view = line["view"]?.string, belongs(self.view(view)) {
        violations.append("an event of the sensitive view has a place")
      }
    }
  }

  private func check(_ place: Point, _ what: String, isInWindow: Bool = true) {
    let point = (isInWindow ? rig.application.windows.first : nil)?.toScreen.apply(to: place) ?? place
    // Written with three decimals.
    if isSensitive(point, enlargedBy: -0.001) { violations.append("\(what) is at \(place)") }
  }

  private func view(_ id: String) -> View? {
    func find(_ view: View) -> View? {
      view.identifier == id ? view : view.subviews.lazy.compactMap(find).first
    }
    return rig.application.windows.lazy.compactMap(find).first
  }

  /// The log, what programs get, and the trace as text.
  private func checkWords() throws {
    for line in rig.logged.lines + rig.texts where !line.contains("kind=frame") {
      for point in points(in: line) { check(point, line, isInWindow: !line.contains(" window=-")) }
    }
    for line in rig.spy.inputs {
      for point in points(in: line) { check(point, line, isInWindow: !line.contains("\"window\":null")) }
    }
    for environment in rig.spy.environments {
      let numbers = environment.compactMap { entry -> Double? in
        guard entry.hasPrefix("TOUCHD_X=") || entry.hasPrefix("TOUCHD_Y=") else { return nil }
        return Double(entry.dropFirst("TOUCHD_X=".count))
      }
      guard numbers.count == 2 else {
        if !environment.contains("TOUCHD_X=") { violations.append("half a place: \(environment)") }
        continue
      }
      check(Point(x: numbers[0], y: numbers[1]), "a program's environment")
    }
  }

  /// The places in a line: `at [x,y]` of the log, `at=[x,y]` and `"at":[x,y]` of a trace.
  private func points(in line: String) -> [Point] {
    ["at [", "at=[", "\"at\":["].flatMap { start in
      line.split(separator: start, omittingEmptySubsequences: false).dropFirst().compactMap { rest in
        let numbers = rest.prefix { $0 != "]" }.split(separator: ",").compactMap { Double($0) }
        return numbers.count == 2 ? Point(x: numbers[0], y: numbers[1]) : nil
      }
    }
  }
}
