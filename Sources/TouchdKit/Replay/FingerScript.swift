import Dispatcher
import LinuxInput
import YAML

/// Fingers on a screen as text for people: a line is an act, such as `tap 975,37` or `pinch map 2x and hold help`.
///
/// docs/testing.md has the acts. Acts follow each other; those that `and` joins begin together. Lines of ``FingerStep``
/// count their times from the end of the act before them.
struct FingerScript {
  /// A line, and where it begins.
  typealias Line = (text: Substring, mark: Mark)

  /// The end of the names of files with such text.
  static let suffix = ".fingers"
  /// The most bytes of a text, touches, reports and places on ways, fingers at once, and seconds of an act. (O)
  static let (byteLimit, contactLimit, stepLimit, fingerLimit, longest) = (
    4 << 20, 100_000, 1_000_000, 40, 86_400.0
  )
  /// Microseconds between reports and between acts, of a tap, of a way, of a swipe, of a hold (0.1 s more than a long
  /// press takes), and after which no act begins, so that sums stay within `Int`. (O)
  private static let (report, pause, tap, way, swipe, hold, latest) = (
    10_000, 100_000, 100_000, 300_000, 150_000, 600_000, 1_000_000_000_000_000
  )
  /// Points of a swipe, between fingers that do one thing, and at most between those of a pinch or a turn. (O)
  private static let (swipeLength, spacing, span) = (150.0, 60.0, 200.0)
  /// Of a screen that does not say how large it is: 96 points an inch. (O)
  private static let pointsPerMillimetre = 96 / 25.4

  /// A finger on its way: places with their times after its start, in microseconds, its lift, and when it is a palm.
  private struct Contact {
    var start = 0
    var path: [(time: Int, place: Point)] = []
    var lift: Int
    var palm: Int?
    /// Of 255, and in tenths of a millimetre. (O)
    var pressure: Int32 = 100
    var size: Int32 = 80
    var jitter = 0.0
    var seed: UInt64 = 0
  }

  /// An act that cannot be read, which has been reported.
  private struct Unreadable: Error {}

  private let findings: Findings
  private let screen: Rect
  private let application: Application?
  /// Folder of the layouts that `reload` names, with its slash.
  private let folder: String
  private var contacts: [Contact] = []
  /// The number of places on the ways of acts.
  private var places = 0
  private var exact: [FingerStep] = []
  /// The last size of each finger that `fr` has reported; another one is a report.
  private var sizes: [Int: Int32] = [:]
  private var marks: [RecordedMark] = []
  /// The end of the last act, when the next one begins, and the begin of a block of ``FingerStep``s.
  private var (last, now, block) = (0, 0, Int?.none)
  /// Whether the last act has no fingers: then its end counts, too.
  private var waits = false
  private var (jitter, seed) = (0.0, UInt64(0))
  private var line: Line = ("", .start)
  /// The words of the act that are still to be read.
  private var act: ArraySlice<Substring> = []
  /// The first contact of the acts that begin together.
  private var joined = 0

  /// Reads lines.
  ///
  /// - Parameter layout: the views that acts may name; `nil` where there is none.
  /// - Returns: what a panel of the screen's size records of them; `nil` after a mistake, which is among the findings.
  static func recording(
    _ lines: some Sequence<Line>, on layout: Layout?, folder: String = "", _ findings: Findings
  ) -> Recording? {
    let size = layout?.screen.size ?? Size(width: 1920, height: 1080)
    let scale = (x: pointsPerMillimetre, y: pointsPerMillimetre)
    let application = layout.flatMap { try? $0.makeStillApplication(pointsPerMillimetre: scale) }
    var script = FingerScript(
      findings: findings, screen: Rect(origin: .zero, size: size), application: application, folder: folder)
    for line in lines where !findings.isFull {
      script.line = line
      for piece in acts(of: line.text).split(separator: ";") {
        try? script.readActs(piece.split(whereSeparator: \.isWhitespace)[...])
      }
    }
    let device = script.device
    return findings.hasErrors ? nil : Recording(devices: [device])
  }

  /// A line without its comment, which begins the line, or stands behind a blank.
  static func acts(of line: Substring) -> Substring {
    let comment = line.indices.first { index in
      line[index] == "#" && (index == line.startIndex || line[line.index(before: index)] == " ")
    }
    return line[..<(comment ?? line.endIndex)]
  }

  private init(findings: Findings, screen: Rect, application: Application?, folder: String) {
    (self.findings, self.screen, self.application, self.folder) = (findings, screen, application, folder)
  }

  private mutating func readActs(_ words: ArraySlice<Substring>) throws(Unreadable) {
    guard let first = words.first else { return }
    try expect(now < Self.latest, "what is before this takes more than 30 years", at: first)
    if first.contains("@") { return try readExact(words) }
    let start = block == nil ? now : now + Self.pause
    (block, joined, waits) = (nil, contacts.count, false)
    var end = start
    for words in words.split(separator: "and", omittingEmptySubsequences: false) {
      act = words
      end = max(end, try readAct(at: start))
    }
    last = end
    now = contacts.count > joined ? end + Self.pause : end
  }

  private mutating func readExact(_ words: ArraySlice<Substring>) throws(Unreadable) {
    let start = block ?? now
    (block, waits) = (start, false)
    for word in words {
      do {
        var step = try FingerStep(word, fingers: Self.fingerLimit, FingerStep.Verb.allCases)
        step.time = Timestamp(microseconds: Int64(start)) + (step.time - .zero)
        let time = Int(step.time.microseconds)
        last = max(last, time)
        switch step.verb {
        // After a frame of its time.
        case .unplug: mark(.unplugged, at: time + 1)
        case .replug: mark(.plugged, at: time)
        case .dark, .lit: mark(.recorded(isDark: step.verb == .dark), at: time)
        case .down: (step.size, step.pressure) = (80, 100)
        case .frame:
          step.size = sizes[step.finger] == 81 ? 82 : 81
          sizes[step.finger] = step.size
        default: break
        }
        if step.verb.isReport { exact.append(step) }
      } catch {
        throw report(error.message, at: word)
      }
    }
    now = last
  }

  private mutating func mark(_ kind: RecordedMark.Kind, at time: Int) {
    marks.append(RecordedMark(kind, at: Timestamp(microseconds: Int64(time))))
    waits = true
  }

  // MARK: - Acts

  private static let verbs = [
    "tap", "double", "triple", "hold", "swipe", "pan", "pinch", "rotate", "palm", "wait", "screen", "headset",
    "unplug", "replug", "reload", "jitter",
  ]
  /// Words of other tools and of people.
  private static let otherVerbs = [
    "click": "tap", "press": "tap", "touch": "tap", "longpress": "hold", "long": "hold", "drag": "pan",
    "move": "pan", "scroll": "pan", "flick": "swipe", "zoom": "pinch", "spread": "pinch", "turn": "rotate",
    "sleep": "wait", "pause": "wait", "delay": "wait", "doubletap": "double tap",
  ]

  /// Reads the next word, one of two, and says whether it is the first of them.
  private mutating func isFirst(of words: (String, String), _ verb: Substring, _ message: String)
    throws(Unreadable) -> Bool
  {
    let word = String(act.popFirst() ?? "")
    let help = "write `\(verb) \(words.0)` or `\(verb) \(words.1)`"
    try expect([words.0, words.1].contains(word), message, at: verb, help)
    return word == words.0
  }

  /// Reads an act from its words.
  ///
  /// - Returns: its end.
  private mutating func readAct(at start: Int) throws(Unreadable) -> Int {
    var (fingers, times, start) = (1, 1, start)
    while let prefix = act.dropFirst().first, prefix.hasSuffix(":") {
      if act.first == "after" {
        act.removeFirst()
        act[act.startIndex].removeLast()
        start += try duration()
        continue
      }
      let isTimes = prefix == "times:"
      let help = "write `2 fingers:`, `5 times:` or `after 200ms:`"
      try expect(isTimes || prefix.hasPrefix("finger"), "no act begins so", at: act.first, help)
      let most = isTimes ? 1000 : Self.fingerLimit
      let count = Int(try number("a whole number", 1...Double(most), isWhole: true))
      if isTimes { times = count } else { fingers = count }
      act.removeFirst()
    }
    guard var verb = act.popFirst() else { throw report("an act is missing here", at: nil) }
    if let taps = ["double": 2, "triple": 3][verb] {
      times *= taps
      try expect(act.first == "tap", "this is for taps", at: verb, "write `\(verb) tap` and a place")
      verb = act.removeFirst()
    }
    let own = contacts.count
    let time = try read(verb, fingers, at: start)
    try expect(act.isEmpty, "this is one word too many", at: act.first, help(before: act.first ?? ""))
    let made = contacts[own...]
    contacts.removeSubrange(own...)
    for index in 0..<(made.isEmpty ? 0 : times) {
      for var contact in made {
        contact.start = start + index * (time + Self.pause)
        (contact.jitter, contact.seed) = (jitter, seed &+ UInt64(contacts.count))
        contacts.append(contact)
      }
      let message = "there are more than \(Self.contactLimit) touches, the most that are read"
      try expect(contacts.count <= Self.contactLimit, message, at: verb)
    }
    return start + time + (made.isEmpty ? 0 : (times - 1) * (time + Self.pause))
  }

  /// Reads the rest of an act.
  ///
  /// - Returns: how long it takes.
  private mutating func read(_ verb: Substring, _ fingers: Int, at start: Int) throws(Unreadable) -> Int {
    switch verb {
    case "tap": return try travel(fingers, [place().point], Self.tap)
    case "hold": return try travel(fingers, [place().point], Self.hold)
    case "swipe": return try swipe(fingers, verb)
    case "pan":
      var places = [try place().point]
      while act.first == "to" {
        act.removeFirst()
        places.append(try place().point)
      }
      try expect(places.count > 1, "`pan` needs where to", at: verb, "write `pan 100,100 to 400,100`")
      return try travel(fingers, places, Self.way)
    case "pinch": return try turn(verb, unit: "x", "a factor such as 2x or 0.5x")
    case "rotate": return try turn(verb, unit: "deg", "an angle such as 90deg or -45deg")
    case "palm":
      let own = act.isEmpty && contacts.count > joined ? joined : contacts.count
      var time = 0
      if own == contacts.count {
        time = try travel(fingers, [act.isEmpty ? screen.center : place().point], 2 * Self.tap)
      }
      for index in own..<contacts.count { contacts[index].palm = contacts[index].lift / 2 }
      return time
    case "wait":
      waits = true
      return try duration()
    case "screen":
      mark(.said(isDark: try isFirst(of: ("dark", "lit"), verb, "the screen is dark or lit")), at: start)
    case "headset":
      mark(.headset(isIn: try isFirst(of: ("in", "out"), verb, "a headset is in or out")), at: start)
    case "unplug": mark(.unplugged, at: start)
    case "replug": mark(.plugged, at: start)
    case "reload":
      let file = String(act.popFirst() ?? "")
      try expect(!file.isEmpty, "a layout's file is missing", at: verb, "write `reload lobby.yaml`")
      mark(.reload(file.hasPrefix("/") ? file : folder + file), at: start)
    case "jitter":
      (jitter, seed) = (try number("a number of points", 0...1000), 1)
      if act.first == "seed" {
        act.removeFirst()
        seed = UInt64(try number("a seed", 0...1e9))
      }
    default:
      if Double(verb) != nil, let next = act.first, ["times", "fingers"].contains(next) {
        throw report(
          "a colon is missing behind \(quoted(String(next)))", at: next, "write `\(verb) \(next):`")
      }
      if FingerStep.Verb.allCases.contains(where: { verb.hasPrefix("\($0.rawValue)#") }) {
        throw report("it ends with a time in seconds", at: verb, "write `\(verb)@0.25`")
      }
      let word = verb.lowercased()
      let meant = Self.otherVerbs[word] ?? Suggestion.nearest(to: word, among: Self.verbs)
      let all = "an act begins with \(alternatives(Self.verbs))"
      throw report(
        "\(quoted(String(verb))) is no act", at: verb, meant.map { "did you mean `\($0)`?" } ?? all)
    }
    return 0
  }

  /// Fingers side by side that go the same way, or rest.
  private mutating func travel(_ fingers: Int, _ places: [Point], _ usual: Int) throws(Unreadable) -> Int {
    let isBare = places.count == 1 && act.first.flatMap { Quantity(String($0))?.interval } != nil
    var contact = try traits(isBare ? duration() : usual)
    let time = contact.lift
    try count(fingers * places.count)
    if places.count > 1 { contact.lift += Self.report }
    for finger in 0..<fingers {
      let offset = (Double(finger) - Double(fingers - 1) / 2) * Self.spacing
      contact.path = places.enumerated().map { index, place in
        (time * index / max(places.count - 1, 1), screen.clamp(Point(x: place.x + offset, y: place.y)))
      }
      contacts.append(contact)
    }
    return contact.lift
  }

  private mutating func swipe(_ fingers: Int, _ verb: Substring) throws(Unreadable) -> Int {
    let ways = [
      "left": Point(x: -1, y: 0), "right": Point(x: 1, y: 0), "up": Point(x: 0, y: -1),
      "down": Point(x: 0, y: 1),
    ]
    guard let word = act.popFirst(), let way = ways[String(word)]
    else { throw report("`swipe` goes left, right, up or down", at: verb, "write `swipe left` and a place") }
    let (from, length) = (try place().point, Self.swipeLength)
    let to = screen.clamp(Point(x: from.x + way.x * length, y: from.y + way.y * length))
    let room = abs(to.x - from.x) + abs(to.y - from.y)
    let message = "from here, the edge of the screen is \(words(for: room)) points \(word)"
    try expect(room >= 50, message, at: word, "begin further from the edge: a swipe needs 50")
    return try travel(fingers, [from, to], Self.swipe)
  }

  /// Two fingers around a place: `pinch` with a factor, `rotate` with an angle, clockwise; each may have both.
  private mutating func turn(_ verb: Substring, unit: String, _ form: String) throws(Unreadable) -> Int {
    let (centre, area) = try place()
    var (factor, angle, isGiven) = (1.0, 0.0, false)
    while let quantity = act.first.flatMap({ Quantity(String($0)) }), ["x", "deg"].contains(quantity.unit) {
      if quantity.unit == "x" { factor = quantity.value } else { angle = quantity.value }
      isGiven = isGiven || quantity.unit == unit
      act.removeFirst()
    }
    let isRight = isGiven && (0.01...100).contains(factor) && abs(angle) <= 3600
    let help = act.first.flatMap { MeantQuantity(String($0))?.angleHelp }
    try expect(isRight, "`\(verb)` needs \(form)", at: act.first ?? verb, help)
    let widest = min(Self.span, area.map { min($0.width, $0.height) * 0.8 } ?? Self.span)
    let wide = factor < 1 ? widest : max(widest / factor, min(widest, 20))
    var contact = try traits(Self.way)
    let (time, steps) = (contact.lift, min(max(contact.lift / Self.report, 1), 1000))
    try count(2 * steps)
    contact.lift += Self.report
    for side in [-0.5, 0.5] {
      contact.path = (0...steps).map { step in
        let part = Double(step) / Double(steps)
        let radius = Point(x: side * wide * (1 + (factor - 1) * part), y: 0)
        let place = AffineTransform(rotation: angle * part * .pi / 180).apply(to: radius)
        return (time * step / steps, screen.clamp(Point(x: centre.x + place.x, y: centre.y + place.y)))
      }
      contacts.append(contact)
    }
    return contact.lift
  }

  // MARK: - Parts of acts

  /// Counts places that fingers are to be kept for, before they are made.
  private mutating func count(_ more: Int) throws(Unreadable) {
    places += more
    try expect(places <= Self.stepLimit, "there are more than \(Self.stepLimit) places up to here", at: nil)
  }

  /// `in 300ms`, `for 1s`, `pressure 30`, `size 20mm`: a contact without a way, whose lift is the time.
  private mutating func traits(_ usual: Int) throws(Unreadable) -> Contact {
    var contact = Contact(lift: usual)
    while let word = act.first, ["in", "for", "pressure", "size"].contains(word) {
      act.removeFirst()
      switch word {
      case "pressure": contact.pressure = Int32(try number("a pressure", 0...255))
      case "size":
        if act.first?.hasSuffix("mm") == true { act[act.startIndex].removeLast(2) }
        contact.size = Int32(try number("a size in millimetres", 0...200) * 10)
      default: contact.lift = try duration()
      }
    }
    try expect(contact.lift > 0, "a finger that is down for no time is not seen", at: act.last)
    return contact
  }

  /// A point, or the middle of what is shown of a view.
  private mutating func place() throws(Unreadable) -> (point: Point, area: Rect?) {
    let help = "write a point such as 975,37, or the id of a view"
    guard let word = act.popFirst() else { throw report("a place is missing here", at: nil, help) }
    let numbers = word.split(separator: ",").map { Double($0) }
    if numbers.count == 2, let x = numbers[0], let y = numbers[1] {
      let (point, size) = (Point(x: x, y: y), "\(words(for: screen.width)) × \(words(for: screen.height))")
      try expect(screen.clamp(point) == point, "this is not on the screen", at: word, "it has \(size) points")
      return (point, nil)
    }
    if numbers.count < 3, let x = numbers.first ?? nil {
      let y = (numbers.dropFirst().first ?? act.first.flatMap { Double($0) }) ?? 37
      let point = "write `\(words(for: x)),\(words(for: y))`, without a blank"
      throw report("a point is two numbers with a comma", at: word, point)
    }
    guard let application else {
      let message = "\(quoted(String(word))) is no point, and there is no layout with views"
      throw report(message, at: word, "name the layout with -c, or write a point such as 975,37")
    }
    guard let view = application.view(String(word)) else {
      let meant = Suggestion.question(String(word), among: application.allViews.map(\.identifier))
      throw report("there is no view \(quoted(String(word)))", at: word, meant ?? help)
    }
    // What is shown of it, within its superviews.
    var area = screen.intersection(view.toScreen.boundingBox(of: view.bounds))
    for view in sequence(first: view, next: \.superview).dropFirst() where !view.reachesChildren {
      area = area.intersection(view.toScreen.boundingBox(of: view.bounds))
    }
    try expect(!area.isEmpty, "no part of \(quoted(String(word))) is on the screen", at: word)
    return (area.center, area)
  }

  /// A time of an act, in microseconds.
  private mutating func duration() throws(Unreadable) -> Int {
    guard let word = act.popFirst()
    else { throw report("a time is missing here", at: nil, "write 3s or 250ms") }
    if let time = Quantity(String(word))?.interval, (0...Self.longest).contains(time.seconds) {
      return Int(time.microseconds)
    }
    let text = Double(word) == nil ? String(word) : "\(word)\(act.first ?? "")"
    let meant = MeantQuantity(text)?.durationHelp
    let bare = Double(word).map { "write \(words(for: $0))s or \(words(for: $0))ms" }
    let help = meant == "write \(word)" ? nil : meant ?? bare
    throw report("\(quoted(String(word))) is no time such as 250ms, 3s or 3min, up to a day", at: word, help)
  }

  private mutating func number(
    _ what: String, _ range: ClosedRange<Double>, isWhole: Bool = false
  ) throws(Unreadable) -> Double {
    let word = act.popFirst()
    if let number = word.flatMap({ Double($0) }), range.contains(number),
      !isWhole || number.rounded() == number
    {
      return number
    }
    let bounds = "\(words(for: range.lowerBound)) to \(words(for: range.upperBound))"
    throw report("this must be \(what) from \(bounds)", at: word)
  }

  private func help(before word: Substring) -> String? {
    if Quantity(String(word))?.interval != nil { return "write `in \(word)`" }
    if Self.verbs.contains(String(word)) { return "between acts stands `and`, `;` or the end of a line" }
    if Double(word) != nil { return "a time has its unit: write `\(word)s` or `\(word)ms`" }
    if let help = MeantQuantity(String(word))?.durationHelp { return help }
    return Suggestion.question(String(word), among: ["and", "in", "for", "to", "pressure", "size"])
  }

  private func expect(
    _ holds: Bool, _ message: String, at word: Substring?, _ help: @autoclosure () -> String? = nil
  ) throws(Unreadable) {
    if !holds { throw report(message, at: word, help()) }
  }

  /// Reports a mistake; at the end of the line for a word that is missing.
  private func report(_ message: String, at word: Substring?, _ help: String? = nil) -> Unreadable {
    let before = word.map { line.text[..<$0.startIndex] } ?? line.text.dropLast()
    let column = line.mark.column + before.unicodeScalars.count
    findings.error(message, at: Mark(line: line.mark.line, column: column), help: help)
    return Unreadable()
  }
}

// The panel that the fingers are on.
extension FingerScript {
  /// The panel of the screen's size, with all that it reports.
  private var device: RecordedDevice {
    var (steps, slots, turns) = (exact, [Int](), 0)
    let others = exact.map(\.finger).max() ?? 0
    for contact in contacts.sorted(by: { $0.start < $1.start })
    where turns <= Self.stepLimit && slots.count <= Self.fingerLimit {
      let free = slots.firstIndex { $0 < contact.start } ?? slots.count
      if free == slots.count { slots.append(0) }
      slots[free] = contact.start + contact.lift
      Self.report(contact, as: others + free + 1, to: &steps, &turns)
    }
    let count = others + slots.count
    if count > Self.fingerLimit || max(steps.count, turns) > Self.stepLimit {
      let most = "\(Self.fingerLimit) fingers at once or \(Self.stepLimit) reports"
      findings.error("there are more than \(most), the most that are read", at: line.mark)
      steps = []
    }
    // A power of two, so that most places come out of the calibration as they were written.
    var units = 262_144.0
    while units > 1, max(screen.width, screen.height) * units > 1_000_000_000 { units /= 2 }
    let frames = FingerStep.frames(of: steps.sorted { $0.time < $1.time }, units: units)
    // Ten fingers, unless the text has more.
    var device = RecordedDevice(
      description: description(units, slots: max(count, 10)), events: Array(frames.joined()))
    let end = waits ? [RecordedMark(.end, at: Timestamp(microseconds: Int64(last)))] : []
    (device.isText, device.marks) = (true, (marks + end).sorted { $0.time < $1.time })
    return device
  }

  /// A touchscreen of the screen's size, whose contacts have a size in tenths of a millimetre, and a pressure to 255.
  private func description(_ units: Double, slots: Int) -> DeviceDescription {
    var device = DeviceDescription(name: "fingers")
    device.properties = [InputProperty.direct]
    func range(_ maximum: Double, perMillimetre: Double = 0) -> AxisRange {
      AxisRange(minimum: 0, maximum: Int32(maximum.rounded()), resolution: Int32(perMillimetre.rounded()))
    }
    let fine = Self.pointsPerMillimetre * units
    device.axes = [
      EventCode.absMTSlot: range(Double(slots - 1)), EventCode.absMTTrackingID: range(65535),
      EventCode.absMTPositionX: range(screen.width * units - 1, perMillimetre: fine),
      EventCode.absMTPositionY: range(screen.height * units - 1, perMillimetre: fine),
      EventCode.absMTTouchMajor: range(2000, perMillimetre: 10), EventCode.absMTPressure: range(255),
      EventCode.absMTToolType: range(Double(ToolType.palm)),
      EventCode.absMTDistance: FingerStep.distanceRange,
    ]
    device.codes = [EventType.key: [EventCode.btnTouch], EventType.abs: Set(device.axes.keys)]
    return device
  }

  /// Adds the reports of a contact: where it has moved, or with jitter, at each time. Counts these times.
  private static func report(
    _ contact: Contact, as finger: Int, to steps: inout [FingerStep], _ turns: inout Int
  ) {
    let (path, jitter) = (contact.path, contact.jitter)
    // Marsaglia's xorshift; 0 would stay 0.
    var noise = contact.seed &* 0x9e37_79b9_7f4a_7c15 | 1
    func random() -> Double {
      noise ^= noise << 13
      noise ^= noise >> 7
      noise ^= noise << 17
      return jitter * (Double(noise >> 11) / Double(1 << 52) - 1)
    }
    func add(_ verb: FingerStep.Verb, _ time: Int, _ place: Point? = nil) {
      let shaken = place.map { jitter > 0 ? Point(x: $0.x + random(), y: $0.y + random()) : $0 }
      let time = Timestamp(microseconds: Int64(contact.start + time))
      steps.append(FingerStep(verb, finger, shaken, at: time))
    }
    add(.down, 0, path[0].place)
    (steps[steps.count - 1].size, steps[steps.count - 1].pressure) = (contact.size, contact.pressure)
    var (leg, before, time) = (1, path[0].place, 0)
    let end = path[path.count - 1].time
    while time < (jitter > 0 ? contact.lift - report : end), turns <= stepLimit {
      turns += 1
      time = time < end ? min(time + report, end) : time + report
      while leg < path.count - 1, path[leg].time < time { leg += 1 }
      // A finger that rests reports nothing, for up to a day.
      let rests = jitter == 0 && path[leg - 1].place == before && path[leg].place == before
      if rests { time = max(time, path[leg].time / report * report) }
      var place = path[min(leg, path.count - 1)].place
      if leg < path.count, case let (from, to) = (path[leg - 1], path[leg]), time < to.time {
        let part = Double(time - from.time) / Double(to.time - from.time)
        place.x = from.place.x + (to.place.x - from.place.x) * part
        place.y = from.place.y + (to.place.y - from.place.y) * part
      }
      if place != before || jitter > 0 { add(.move, time, place) }
      before = place
    }
    if let palm = contact.palm { add(.palm, palm) }
    add(.up, contact.lift)
  }
}
