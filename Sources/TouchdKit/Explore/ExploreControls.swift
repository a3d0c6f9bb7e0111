import Dispatcher
import LinuxInput

/// Explore by touch of one layout: its texts in the language of now, and the actions that control the mode.
///
/// touchd makes no sound: what is to be spoken, and how loud, is in the lines of kind `explore`.
final class ExploreControls {
  let mode: ExploreMode
  private let description: ExploreDescription
  private let layout: Layout
  private weak var application: Application?
  /// The languages of the layout's texts, in the file's order.
  private let languages: [String]
  private var language: String?
  /// The program that speaks; `nil` where there is no socket.
  private let speaker: ClaimSeat?
  /// Whether that program says that a headset alone hears it.
  private var hasHeadphones = false
  /// The question that the program has not answered, and the one that waits for it.
  private var (asked, waiting): (Question?, ExploreMode.Question?)
  private var lastAsk = 0
  private var absence: Alarm?

  private struct Question {
    let number: Int
    let until: Timestamp
    let subject: ExploreMode.Question
  }

  /// The time for an answer; afterwards it counts no more. (O)
  private static let patience = Interval.seconds(1)
  /// The time after which the mode ends whose program has gone. (O)
  private static let longestAbsence = Interval.seconds(10)

  init(_ description: ExploreDescription, of layout: Layout, _ plugins: PluginSet, _ pipeline: Pipeline) {
    (self.description, self.layout, application) = (description, layout, pipeline.application)
    mode = pipeline.explore(description.settings(layout.thresholds))
    languages = layout.languages
    mode.isExit = { recognizer in recognizer.plugins.contains { $0 is ExplorePlugin } }
    speaker = plugins.tree.speaker
    mode.onChange = { [unowned self] isOn in
      absence?.set(nil)
      (asked, waiting) = (nil, nil)
      if !isOn { use(self.description.language) }
    }
    mode.onReport = { [unowned self] in tell($0, at: $1) }
    absence = Alarm(in: pipeline.application) { [unowned self] in mode.set(false, at: $0) }
    if speaker?.claimant != nil { listen() }
    use(description.language)
  }

  /// Goes on in the place of the one of the same layout before a reload, or for another panel, in the language that was
  /// chosen, and as the program that speaks has it.
  func takeOver(_ former: ExploreControls, at time: Timestamp) {
    mode.takeOver(former.mode, at: time)
    (hasHeadphones, lastAsk) = (former.hasHeadphones, former.lastAsk)
    mode.isSpeaking = former.mode.isSpeaking
    guard mode.isOn else { return }
    use(former.language)
    if speaker?.claimant == nil { absence?.set(former.absence?.deadline) }
  }

  // MARK: The program that speaks

  /// Takes in what the program says.
  func take(_ answer: ExploreAnswer, at time: Timestamp) {
    switch answer {
    case .claim(let speaks, let hasHeadphones):
      self.hasHeadphones = hasHeadphones && speaks
      listen()
    case .speaking(let isSpeaking): mode.isSpeaking = isSpeaking
    case .done(let ask):
      if close(ask, at: time) == .previous, waiting == nil { mode.leavePage(at: time) }
      askNext(at: time)
    case .focus(let ask, let element, let label):
      var counts = close(ask, at: time) != nil && element.frame.contains(element.activationPoint)
      // A finger that has moved on within the element asks for no other; one that is elsewhere, not for this.
      if counts, case .at(let point)? = waiting {
        counts = element.frame.contains(point)
        if counts { waiting = nil }
      }
      if counts { mode.focus(on: element, label, at: time) }
      askNext(at: time)
    case .gone(let point): mode.drop(pageElementAt: point)
    case .next: mode.stepForward(at: time)
    }
  }

  /// The program has left: the mode ends, unless one comes soon.
  func speakerLeft(at time: Timestamp) {
    (mode.ask, mode.isSpeaking, hasHeadphones, asked, waiting) = (nil, false, false, nil, nil)
    mode.drop(pageElementAt: nil)
    if mode.isOn { absence?.set(time + Self.longestAbsence) }
  }

  private func listen() {
    absence?.set(nil)
    mode.ask = { [unowned self] in ask($0, at: $1) }
  }

  /// Asks the program, one question at a time; of those that come meanwhile, the last.
  private func ask(_ question: ExploreMode.Question, at time: Timestamp) {
    if let asked, time <= asked.until { return waiting = question }
    waiting = nil
    lastAsk += 1
    asked = Question(number: lastAsk, until: time + Self.patience, subject: question)
    var fields: JSON.Members = [("ask", .integer(lastAsk))]
    switch question {
    case .at(let point): fields += [("act", "focus"), ("page", .bool(true)), ("at", .point(point))]
    case .next: fields += [("act", "next"), ("page", .bool(true))]
    case .previous: fields += [("act", "previous"), ("page", .bool(true))]
    }
    speaker?.claimant?.receive(TraceLine(.explore, at: time, fields))
  }

  /// - Returns: the question, if it is open, and the answer in time.
  private func close(_ number: Int, at time: Timestamp) -> ExploreMode.Question? {
    guard let asked, asked.number == number else { return nil }
    self.asked = nil
    return time <= asked.until ? asked.subject : nil
  }

  private func askNext(at time: Timestamp) { if asked == nil, let waiting { ask(waiting, at: time) } }

  /// Sends an act to the program, with the words that it may speak.
  private func tell(_ report: ExploreReport, at time: Timestamp) {
    // An element of the layout has the focus: questions about the page count no more.
    if report.act == .focus, !report.isPage { (asked, waiting) = (nil, nil) }
    guard let claimant = speaker?.claimant, report.act != .next, report.act != .previous else { return }
    let speech = report.view?.accessibility?.speech ?? (report.isForHeadphones ? .headphones : .always)
    guard speech != .never else { return }
    let isHeard = speech == .always || speech == .headphones && hasHeadphones
    let fields = TraceLine.fields(of: report, isShown: true, isHeard: isHeard)
    claimant.receive(TraceLine(.explore, at: time, fields))
  }

  /// Gives all elements their texts in a language.
  private func use(_ language: String?) {
    self.language = language
    let greeting = description.greeting?.entry(in: language)
    (mode.greeting, mode.language) = (greeting?.text, greeting?.language ?? language)
    layout.forEachView { view in
      guard let accessible = view.accessible, let element = application?.view(view.id.value) else { return }
      let label = accessible.label?.entry(in: language)
      element.accessibilityLabel = label?.text
      element.accessibilityHint = accessible.hint?.entry(in: language)?.text
      element.accessibilityValue = accessible.value?.entry(in: language)?.text
      element.accessibilityLanguage = label?.language ?? accessible.language ?? language
    }
  }

  /// Goes by the headsets that the layout means.
  func use(_ headsets: Headsets, at time: Timestamp) {
    mode.useHeadset(headsets.contains(description.headphones), at: time)
  }

  /// Does what a responder of the plugin stands for.
  func perform(_ action: ExplorePlugin.Action, at time: Timestamp) {
    switch action {
    case .mode(let isOn):
      if let isOn { mode.set(isOn, at: time) } else { mode.toggle(at: time) }
    case .language(let name):
      guard mode.isOn else { return }
      use(name ?? languageAfter(language))
      mode.tell(at: time) { _ in }
    case .volume(let direction): if mode.isOn { mode.tell(at: time) { $0.volume = direction } }
    case .rate(let direction): if mode.isOn { mode.tell(at: time) { $0.rate = direction } }
    case .repeated: mode.repeatFocus(at: time)
    }
  }

  private func languageAfter(_ language: String?) -> String? {
    guard let place = languages.firstIndex(where: { $0 == language })
    else { return languages.first ?? language }
    return languages[(place + 1) % languages.count]
  }
}

extension ExploreDescription {
  /// - Throws: that a user may not speak.
  func admit(_ user: UInt32) throws(EventRequest.Refusal) {
    if speakerID == user { return }
    let words = speaker.map { "only the user \(quoted($0.value)) may speak for this layout (`speaker`)" }
    throw EventRequest.Refusal(message: words ?? "the layout names no `speaker` in `explore`")
  }
}

extension Layout {
  /// The languages of its texts, each once, in the file's order.
  fileprivate var languages: [String] {
    let texts =
      [explore?.greeting].compactMap(\.self)
      + ofViews(\.accessible).flatMap { [$0.label, $0.hint, $0.value].compactMap(\.self) }
    var languages = [explore?.language].compactMap(\.self)
    for language in texts.flatMap(\.entries).compactMap(\.language) where !languages.contains(language) {
      languages.append(language)
    }
    return languages
  }
}

extension View {
  /// Makes the view an element, as a layout has it; ``ExploreControls`` gives it its texts.
  func beAccessible(_ description: AccessibleDescription, plugin: (String) -> any ResponderPlugin) {
    isAccessibilityElement = true
    accessibilityTraits = description.traits.reduce(into: []) { $0.formUnion($1.trait) }
    accessibilityViewIsModal = description.isModal
    accessibility?.order = description.order
    if let point = description.point { accessibilityActivationPoint = Point(x: point[0], y: point[1]) }
    accessibilityLabel = description.label?.entry(in: nil)?.text
    accessibility?.speech = description.speech
    accessibility?.plugins = description.on.mapValues { $0.map { plugin($0.value) } }
  }
}

/// The plugin `explore`: turns the mode on and off, and changes how it speaks.
///
/// Recognizers that it is bound to go on in the mode.
final class ExplorePlugin: ActingPlugin {
  /// Effect of a responder.
  enum Action: Equatable {
    /// `nil` for the other of the two.
    case mode(isOn: Bool?)
    /// `nil` for the next one.
    case language(String?)
    case volume(String)
    case rate(String)
    case repeated
  }

  let name: String
  private let action: Action
  let states: ActingStates
  private let host: PluginHost

  init(name: String, options: PluginOptions, host: PluginHost) {
    (self.name, self.host) = (name, host)
    states = ActingStates(options)
    let mode = options["mode"].map { Action.mode(isOn: $0 == "toggle" ? nil : $0 == "on") }
    let language = options["language"].map { Action.language($0 == "next" ? nil : $0) }
    let sound = options["volume"].map(Action.volume) ?? options["rate"].map(Action.rate)
    action = mode ?? language ?? sound ?? .repeated
  }

  func gesture(_ event: GestureEvent) {
    if event.isRecognition { host.tree.explore?.mode.giveUp(at: event.timestamp) }
    if states.admits(event) { act(.gesture(event), at: event.timestamp) }
  }

  func act(_ occasion: ActingOccasion, at time: Timestamp) { host.tree.explore?.perform(action, at: time) }
}

extension TraceLine {
  /// Line of an act of a person who explores. Of a sensitive element it has neither name nor place.
  init(_ report: ExploreReport, at time: Timestamp) {
    self.init(.explore, at: time, Self.fields(of: report, isShown: !report.isSensitive))
  }

  /// - Parameters:
  ///   - isShown: whether a sensitive element is named.
  ///   - isHeard: whether its words are.
  fileprivate static func fields(
    of report: ExploreReport, isShown: Bool, isHeard: Bool = true
  ) -> JSON.Members {
    let (element, isSecret) = (report.view, !isShown)
    var fields: JSON.Members = [("act", .string(report.act.rawValue))]
    func add(_ key: String, _ value: JSON?) { if let value { fields.append((key, value)) } }
    add("state", report.state.map { .string($0.rawValue) })
    if let element { add("view", isSecret ? .null : .string(element.identifier)) }
    if report.isPage { add("page", .bool(true)) }
    add("at", isSecret ? .null : report.location.map(JSON.point))
    let label = element?.accessibilityLabel ?? report.label
    let isMute = isSecret || !isHeard && (report.isPage || label != nil)
    add("label", isMute ? .null : label.map(JSON.string))
    if let element, !isSecret, isHeard, report.act == .focus || report.act == .position {
      let traits = element.presentTraits.words
      if !traits.isEmpty { add("traits", .array(traits.map(JSON.string))) }
      add("hint", element.accessibilityHint.map(JSON.string))
      add("value", element.accessibilityValue.map(JSON.string))
    }
    add("language", isSecret ? nil : (element?.accessibilityLanguage ?? report.language).map(JSON.string))
    add("volume", report.volume.map(JSON.string))
    add("rate", report.rate.map(JSON.string))
    add("direction", report.direction.map { .string($0.rawValue) })
    if !isSecret, isHeard {
      add("position", report.position.map { .array([.integer($0.place), .integer($0.count)]) })
    }
    return fields
  }
}

/// Part of the program that speaks while a layout is explored.
enum ExploreAnswer: Equatable {
  /// To be sent acts and questions.
  case claim(speaks: Bool, hasHeadphones: Bool)
  /// An element of the page has the focus.
  case focus(ask: Int, ExploreMode.PageElement, label: String?)
  /// There is nothing, or it is done.
  case done(ask: Int)
  /// The element of the page with this activation point is not there any more.
  case gone(Point)
  /// It speaks now, or has ended.
  case speaking(Bool)
  /// It has spoken, and reads on: the next element is to get the focus.
  case next
}
