import Dispatcher
import YAML

/// A request of a client of the events socket: a line with one object, with one of the keys of ``Key``.
struct EventRequest: Equatable {
  /// The request.
  enum Verb: Equatable {
    /// To hear these lines from now on, in the place of what it heard before.
    case subscribe(Set<LineKind>, views: Set<String>?)
    /// To answer for a responder that the layout leaves to a program.
    case respond(String)
    /// To show a view or a window, by its id, or to hide it.
    case show(String, isHidden: Bool)
    /// To cancel everything that is down.
    case cancel
    /// To know that a program has darkened the screen, or lit it.
    case screen(isDark: Bool)
    /// To say what the daemon does.
    case status(StatusFormat)
    /// To say what visitors did on a day: `today`, or as `2026-11-26`.
    case stats(day: String)
    /// To read the layouts again, and to use them if they are good.
    case reload
    /// To speak for a layout that is explored by touch, or what a program that does has to say.
    case explore(ExploreAnswer)
  }

  let verb: Verb
  /// The layout that is meant; `nil` for all, or the only one that can be.
  var layout: String?

  /// The longest line, its line feed included, in bytes.
  static let longest = 64 << 10
  /// The most views of a subscription. (O)
  static let mostViews = 1024
  /// The longest id of a request, in bytes: a UUID has 36. (O)
  static let longestID = 256

  /// A line that is no request, and why.
  struct Refusal: Error, Equatable {
    let message: String
    /// Whether it was tried, and what it is about is bad: files with errors, a layout that is not there.
    var wasTried = false
  }

  /// Takes the answer to a request, which may come later: a text for people, or why there is none.
  typealias Reply = (Result<String, Refusal>) -> Void

  /// The keys of the object: those of which a request has exactly one; others; those that only go with `explore`.
  private enum Key: String, CaseIterable {
    case subscribe, respond, show, hide, cancel, screen, status, stats, reload, explore
    case layout, views, id
    case speaks, headphones, ask, frame, point, label, state

    static let verbs = allCases.prefix { $0 != .layout }
    static let spoken = allCases.drop { $0 != .speaks }
  }

  /// Reads a line, without its line feed.
  ///
  /// - Returns: the id that the answer repeats, also beside a refusal, and what is asked for.
  static func read(_ line: [UInt8]) -> (id: JSON?, request: Result<EventRequest, Refusal>) {
    var id: JSON?
    do throws(Refusal) {
      let members = try members(of: line)
      id = try Self.id(members.first { $0.key == Key.id.rawValue }?.value)
      return (id, .success(try EventRequest(members)))
    } catch {
      return (id, .failure(error))
    }
  }

  private static func members(of line: [UInt8]) throws(Refusal) -> JSON.Members {
    let value: JSON
    do {
      value = try JSON(parsing: line)
    } catch {
      throw Refusal(message: "this is not JSON, at column \(error.column): \(error)")
    }
    guard case .object(let pairs) = value else {
      throw Refusal(message: "a request is an object, such as {\"subscribe\":[\"event\"]}")
    }
    return pairs
  }

  private static func id(_ value: JSON?) throws(Refusal) -> JSON? {
    switch value {
    case nil: return nil
    case .integer(let number)?: return .integer(number)
    case .string(let text)? where text.utf8.count <= longestID: return .string(text)
    default:
      throw Refusal(message: "`id` is a whole number, or a string of at most \(longestID) bytes")
    }
  }

  private init(_ pairs: JSON.Members) throws(Refusal) {
    var members: [Key: JSON] = [:]
    for (name, value) in pairs {
      guard let key = Key(rawValue: name) else {
        throw Refusal(message: Self.unknown("key", name, among: Key.allCases.map(\.rawValue)))
      }
      members[key] = value
    }
    let asked = Key.verbs.filter { members[$0] != nil }
    guard asked.count == 1, let key = asked.first, let value = members[key] else {
      let names = alternatives(Key.verbs.map { "`\($0.rawValue)`" })
      throw Refusal(message: "a request has exactly one of \(names)")
    }
    if members[.views] != nil, key != .subscribe { throw Refusal(message: "`views` goes with `subscribe`") }
    if members[.layout] != nil, key == .status || key == .reload {
      throw Refusal(message: "`layout` does not go with `\(key.rawValue)`, which is about all")
    }
    if key != .explore, let other = Key.spoken.first(where: { members[$0] != nil }) {
      throw Refusal(message: "`\(other.rawValue)` goes with `explore`")
    }
    layout = try members[.layout].map { value throws(Refusal) in try Self.name(value, "layout") }
    switch key {
    case .subscribe: verb = .subscribe(try Self.kinds(value), views: try members[.views].map(Self.views))
    case .respond: verb = .respond(try Self.name(value, "respond"))
    case .show: verb = .show(try Self.name(value, "show"), isHidden: false)
    case .hide: verb = .show(try Self.name(value, "hide"), isHidden: true)
    case .cancel, .reload:
      guard case .bool(true) = value else { throw Refusal(message: "`\(key.rawValue)` must be true") }
      verb = key == .cancel ? .cancel : .reload
    case .screen: verb = .screen(isDark: try Self.word(value, key) == ScreenCommand.Light.dark)
    case .status: verb = .status(try Self.word(value, key))
    case .stats: verb = .stats(day: try Self.day(value))
    case .explore: verb = .explore(try Self.answer(value, members))
    case .layout, .views, .id, .speaks, .headphones, .ask, .frame, .point, .label, .state:
      preconditionFailure("only verbs are asked for")
    }
  }

  private static func answer(_ value: JSON, _ members: [Key: JSON]) throws(Refusal) -> ExploreAnswer {
    switch value {
    case .string("answer"):
      return .claim(speaks: try flag(.speaks, members), hasHeadphones: try flag(.headphones, members))
    case .string("speaking"): return .speaking(try flag(.state, members))
    case .string("next"): return .next
    case .string("done"): return .done(ask: try ask(members))
    case .string("gone"):
      guard let point = numbers(members[.point], 2) else {
        throw Refusal(message: "`gone` has the `point` of the element that had the focus, [x, y]")
      }
      return .gone(Point(x: point[0], y: point[1]))
    case .string("focus"):
      guard let frame = numbers(members[.frame], 4), let point = numbers(members[.point], 2) else {
        throw Refusal(
          message: "`focus` has `frame`, [x, y, width, height], and `point`, [x, y], on the screen")
      }
      let element = ExploreMode.PageElement(
        frame: Rect(x: frame[0], y: frame[1], width: frame[2], height: frame[3]),
        activationPoint: Point(x: point[0], y: point[1]))
      let label = try members[.label].map { value throws(Refusal) in try name(value, "label") }
      return .focus(ask: try ask(members), element, label: label?.printable)
    default:
      let words = ["answer", "focus", "done", "gone", "next", "speaking"].map(quoted)
      throw Refusal(message: "`explore` is \(alternatives(words))")
    }
  }

  private static func flag(_ key: Key, _ members: [Key: JSON]) throws(Refusal) -> Bool {
    switch members[key] {
    case nil: return false
    case .bool(let flag)?: return flag
    default: throw Refusal(message: "`\(key.rawValue)` must be true or false")
    }
  }

  private static func ask(_ members: [Key: JSON]) throws(Refusal) -> Int {
    guard case .integer(let number)? = members[.ask] else {
      throw Refusal(message: "`ask` must be the number of the question")
    }
    return number
  }

  private static func numbers(_ value: JSON?, _ count: Int) -> [Double]? {
    guard case .array(let items)? = value, items.count == count else { return nil }
    let numbers = items.compactMap(\.double)
    return numbers.count == count && numbers.allSatisfy { $0.magnitude <= 1_000_000 } ? numbers : nil
  }

  private static func name(_ value: JSON, _ key: String) throws(Refusal) -> String {
    guard case .string(let text) = value, !text.isEmpty else {
      throw Refusal(message: "`\(key)` must be a string that is not empty")
    }
    return text
  }

  private static func kinds(_ value: JSON) throws(Refusal) -> Set<LineKind> {
    guard case .array(let items) = value else {
      throw Refusal(message: "`subscribe` must be a list of kinds, such as [\"event\"]")
    }
    var kinds: Set<LineKind> = []
    for item in items {
      guard case .string(let word) = item else { throw Refusal(message: "a kind is a string") }
      guard let kind = LineKind(heard: word) else {
        throw Refusal(message: unknown("kind", word, among: LineKind.heard.map(\.rawValue)))
      }
      kinds.insert(kind)
    }
    return kinds
  }

  private static func views(_ value: JSON) throws(Refusal) -> Set<String> {
    guard case .array(let items) = value, items.count <= mostViews else {
      throw Refusal(message: "`views` must be a list of at most \(mostViews) ids of views")
    }
    return Set(try items.map { item throws(Refusal) in try name(item, "views") })
  }

  private static func word<Word: RawRepresentable<String> & CaseIterable>(
    _ value: JSON, _ key: Key
  ) throws(Refusal) -> Word {
    guard case .string(let text) = value, let word = Word(rawValue: text) else {
      let words = alternatives(Word.allCases.map { "\"\($0.rawValue)\"" })
      throw Refusal(message: "`\(key.rawValue)` must be \(words)")
    }
    return word
  }

  private static func day(_ value: JSON) throws(Refusal) -> String {
    guard case .string(let day) = value, day == "today" || StatisticsDay.isDay(day) else {
      throw Refusal(message: "`stats` must be \"today\", or a day such as \"2026-11-26\"")
    }
    return day
  }

  private static func unknown(_ what: String, _ word: String, among known: [String]) -> String {
    let help = Suggestion.question(word, among: known) ?? "there is \(series(known.map { "`\($0)`" }))"
    return "unknown \(what) \(quoted(word)): \(help)"
  }
}
