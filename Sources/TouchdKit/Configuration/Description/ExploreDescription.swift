import Dispatcher
import LinuxInput
import YAML

/// Explore by touch, as a layout has it: the key `explore`.
struct ExploreDescription: Equatable, Sendable {
  /// Place of the mapping.
  var mark: Mark
  /// The headsets that turn it on.
  var headphones = Headphones.ignored
  /// The user whose program may answer and speak; `nil` for none.
  var speaker: Located<String>? { didSet { speakerID = speaker.flatMap { userID(of: $0.value) } } }
  /// The number of that user, looked up as the file is read: the machine's directory of users may be slow. `nil` where
  /// there is no such user.
  private(set) var speakerID: UInt32?
  /// `nil` for the number of `thresholds`.
  var offAfter: Interval?
  var language: String?
  var elements = ExploreMode.Elements.both
  var hasReach = false
  var greeting: LocalizedText?

  /// The headsets that count.
  enum Headphones: Equatable, Sendable {
    case ignored
    /// Any socket that tells (SW_HEADPHONE_INSERT).
    case anySocket
    /// A sound card of this name.
    case card(String)
  }

  static let keys = Keys<ExploreDescription>(
    "explore", "`explore`", "Explore by touch, for people who do not see the screen; off until turned on.",
    sample: .init("headphones", "true"), blank: { ExploreDescription(mark: $0.mark) },
    Key("headphones", .headphones, \.headphones)
      .help("Whether a headset that is plugged in turns it on; { card: NAME } for a sound card that is."),
    Key("speaker", Form<Located<String>>.label, \.speaker)
      .help("The user whose program may answer and speak."),
    Key("off_after", .duration(), \.offAfter, default: "60s")
      .help("The time without a touch after which it ends."),
    Key("language", .label, \.language).help("The language of texts, as in HTML: de."),
    Key("elements", .word(["layout": .layout, "page": .page, "both": .both]), \.elements)
      .help("The elements that are found: those of the layout, those of the page, or both."),
    Key("reach", .flag, \.hasReach)
      .help("Whether three fingers that flick down bring the upper half down, for people in a wheelchair."),
    Key("greeting", .text, \.greeting).help("What is spoken when it begins."))

  /// The settings of the mode.
  func settings(_ thresholds: Thresholds) -> ExploreMode.Settings {
    var settings = ExploreMode.Settings()
    (settings.elements, settings.hasReach, settings.thresholds) = (elements, hasReach, thresholds.explore)
    if let offAfter { settings.thresholds.offAfter = offAfter }
    settings.followsHeadset = headphones != .ignored
    return settings
  }
}

/// An element of explore by touch, as a layout has it: the key `accessible` of a view.
struct AccessibleDescription: Equatable, Sendable {
  var mark: Mark
  var label: LocalizedText?
  var hint: LocalizedText?
  var value: LocalizedText?
  var traits: Set<Trait> = []
  var order: Double?
  /// In points of the screen.
  var point: [Double]?
  var isModal = false
  var language: String?
  /// Responders by the acts that they answer.
  var on: [AccessibilityAct: [Located<String>]] = [:]
  /// `nil` for what is usual: with a headset alone for what is sensitive, else always.
  var speech: AccessibilitySpeech?

  /// Nature of an element.
  enum Trait: String, LayoutChoice {
    case button, link, header, selected, adjustable, image
    case staticText = "static_text"

    var trait: AccessibilityTraits { AccessibilityTraits.words.first { $0.word == rawValue }?.trait ?? [] }
  }

  static let keys = Keys<AccessibleDescription>(
    "accessible", "`accessible`",
    "Facts about a view for people who do not see it; with them it is an element.",
    sample: .init("label", "NAME"), blank: { AccessibleDescription(mark: $0.mark) },
    Key("label", .text, \.label).help("Its name: a text, or a mapping of languages to texts."),
    Key("hint", .text, \.hint).help("The result of activating it."),
    Key("value", .text, \.value).help("Its state."),
    Key("traits", .choices(), \.traits).help("Its nature."),
    Key("order", .coordinate, \.order)
      .help("Its place among the elements: those with one come first, by the number."),
    Key("point", Form(ref: "point") { $0.numbers(2, "[x, y]", .coordinates) }, \.point)
      .help("[x, y] on the screen, in points: what is touched to activate it. By default its middle."),
    Key("modal", .flag, \.isModal).help("Whether no element outside of it is found while it can be hit."),
    Key("language", .label, \.language).help("The language of its texts."),
    Key("on", actions, \.on),
    Key("speak", .word(["headphones": .headphones, "always": .always, "never": .never]), \.speech)
      .help("Where it is spoken: by default always, and what is sensitive by headphones alone."))

  static let actions = Keys<[AccessibilityAct: [Located<String>]]>(
    "accessible_on", "`on`", "Names of responders, by what a person does to the element.",
    sample: .init("increment", "[NAME]"), blank: { _ in [:] },
    rows: AccessibilityAct.allCases.map { act in
      Key(act.rawValue, .responders) { $1[act] = $0 }.help(act.help)
    })
}

extension AccessibilityAct {
  fileprivate var help: String {
    switch self {
    case .increment: "One flicks up: the value is to be raised."
    case .decrement: "One flicks down: the value is to be lowered."
    case .escape: "Two fingers go to and fro: the way out."
    case .magic: "Two fingers tap twice: what matters most."
    case .scroll: "Three fingers flick: the next part."
    }
  }
}

/// A text in one language or in several.
struct LocalizedText: Equatable, Sendable {
  /// In the file's order; `nil` for the language of what is around it.
  var entries: [Entry]

  struct Entry: Equatable, Sendable {
    let language: String?
    let text: String
  }

  /// The text in a language; the first one if it has not that.
  func entry(in language: String?) -> Entry? { entries.first { $0.language == language } ?? entries.first }

  /// The most languages of a text: more than Europe has. (O)
  static let mostLanguages = 32

  fileprivate static let languages = KeyTable("languages", "a text in several languages", isOpen: true)
}

extension Form<LocalizedText> {
  fileprivate static var text: Form {
    Form(
      "anyOf: [{ \(Form.reference("name")) }, { type: object, additionalProperties: { \(Form.reference("name")) }, "
        + "minProperties: 1, maxProperties: \(LocalizedText.mostLanguages) }]",
      written: { $0.entries.first?.text }, { $0.localizedText() })
  }
}

extension Form<ExploreDescription.Headphones> {
  fileprivate static var headphones: Form {
    Form(
      "anyOf: [{ type: boolean }, { type: object, properties: { card: { \(Form.reference("name")) } }, "
        + "required: [card], additionalProperties: false }]",
      written: { $0 == .ignored ? "false" : nil }, { $0.headphones() })
  }
}

extension Setting {
  fileprivate func localizedText() -> LocalizedText? {
    guard node.mapping != nil
    else { return label().map { LocalizedText(entries: [.init(language: nil, text: $0.value)]) } }
    guard let settings = fields(LocalizedText.languages)?.settings else { return nil }
    if settings.isEmpty {
      error("\(name) must hold at least one language", help: "write `\(key): { en: TEXT }`")
    }
    if settings.count > LocalizedText.mostLanguages {
      error("\(name) may hold at most \(LocalizedText.mostLanguages) languages")
    }
    return LocalizedText(
      entries: settings.compactMap { setting in
        guard let language = setting.keyLabel(), let text = setting.label() else { return nil }
        return .init(language: language.value, text: text.value)
      })
  }

  fileprivate func headphones() -> ExploreDescription.Headphones? {
    guard node.mapping != nil else { return flag().map { $0 ? .anySocket : .ignored } }
    var card: String?
    guard Self.card.read(self, into: &card), let card else { return nil }
    return .card(card)
  }

  private static let card = Keys<String?>(
    "headphones", "`headphones`", blank: { _ in nil },
    Key("card", Form<String>.label, isRequired: true) { $1 = $0 })
}
