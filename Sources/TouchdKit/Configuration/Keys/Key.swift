import Dispatcher
import YAML

/// A key of a mapping: the row from which it is read, suggested and documented.
///
/// A new key is one row in the ``Keys`` of a description, and a line in docs/layout.md and docs/layout.schema.json,
/// which tests compare with the row.
struct Key<Root>: Sendable {
  typealias Path<Value> = any WritableKeyPath<Root, Value> & Sendable

  let name: String
  /// Its description in `layout.schema.json`; empty where the definition of its value has one.
  private(set) var help = ""
  /// Members of its schema: those of its ``Form``.
  let schema: String
  let isRequired: Bool
  /// Takes the value from the file; what is wrong is reported, and leaves the root as it is.
  let read: @Sendable (Setting, inout Root) -> Void
  /// The default as a file would have it; `nil` for none.
  let standard: @Sendable (Root) -> String?

  /// - Parameters:
  ///   - standard: the default, if it is not the value that a fresh root has at the path.
  ///   - take: puts the value into the root; a value that is wrong has been reported.
  init<Value>(
    _ name: String, _ form: Form<Value>, isRequired: Bool = false, default standard: String? = nil,
    take: @escaping @Sendable (Value, inout Root) -> Void
  ) {
    self.init(name, form.schema, isRequired, { _ in standard }) { setting, root in
      if let value = form.read(setting) { take(value, &root) }
    }
  }

  init<Value>(_ name: String, _ form: Form<Value>, _ path: Path<Value>, isRequired: Bool = false) {
    let standard: @Sendable (Root) -> String? = { isRequired ? nil : form.written($0[keyPath: path]) }
    self.init(name, form.schema, isRequired, standard) { setting, root in
      if let value = form.read(setting) { root[keyPath: path] = value }
    }
  }

  init<Value>(
    _ name: String, _ form: Form<Value>, _ path: Path<Value?>, isRequired: Bool = false,
    default standard: String? = nil
  ) {
    self.init(name, form, isRequired: isRequired, default: standard) { $1[keyPath: path] = $0 }
  }

  /// A key with a mapping below it that changes a part of the root.
  init<Part>(_ name: String, _ keys: Keys<Part>, _ path: Path<Part>, isRequired: Bool = false) {
    self.init(name, keys.form.schema, isRequired, { _ in nil }) { keys.read($0, into: &$1[keyPath: path]) }
  }

  /// A key that is read together with others, by the table's own code.
  init<Value>(
    unread name: String, _ form: Form<Value>, isRequired: Bool = false, default standard: String? = nil
  ) {
    self.init(name, form.schema, isRequired, { _ in standard }) { _, _ in }
  }

  private init(
    _ name: String, _ schema: String, _ isRequired: Bool, _ standard: @escaping @Sendable (Root) -> String?,
    read: @escaping @Sendable (Setting, inout Root) -> Void
  ) {
    (self.name, self.schema, self.isRequired) = (name, schema, isRequired)
    (self.standard, self.read) = (standard, read)
  }

  func help(_ text: String) -> Key {
    var key = self
    key.help = text
    return key
  }

  /// The same key in another table, whose own code reads it.
  func unread<Other>(default standard: @escaping @Sendable (Other) -> String? = { _ in nil }) -> Key<Other> {
    Key<Other>(name, schema, isRequired, standard) { _, _ in }.help(help)
  }
}

/// A type of value: how it is read, and what a schema says of it.
struct Form<Value>: Sendable {
  /// Members of a JSON schema, in YAML: `type: number, minimum: 0`.
  let schema: String
  /// Reads a value; reports what is wrong and returns `nil`.
  let read: @Sendable (Setting) -> Value?
  /// A value as a file has it, for defaults; `nil` for what is no default.
  let written: @Sendable (Value) -> String?

  init(
    _ schema: String, written: @escaping @Sendable (Value) -> String? = { _ in nil },
    _ read: @escaping @Sendable (Setting) -> Value?
  ) {
    (self.schema, self.written, self.read) = (schema, written, read)
  }

  /// A type that is a definition of the schema.
  ///
  /// - Parameter more: further members.
  init(
    ref name: String, _ more: String = "", written: @escaping @Sendable (Value) -> String? = { _ in nil },
    _ read: @escaping @Sendable (Setting) -> Value?
  ) {
    self.init("\(Form.reference(name))\(more)", written: written, read)
  }

  static func reference(_ name: String) -> String { "$ref: '#/$defs/\(name)'" }

  func map<Other>(_ transform: @escaping @Sendable (Value) -> Other?) -> Form<Other> {
    Form<Other>(schema) { [read] in read($0).flatMap(transform) }
  }

  /// A list whose items are a definition of the schema.
  static func list<Item>(
    of name: String, _ more: String = "", _ read: @escaping @Sendable (Setting) -> Value?
  ) -> Form where Value == [Item] {
    Form("type: array, items: { \(Form.reference(name)) }\(more)", written: { $0.isEmpty ? "[]" : nil }, read)
  }

  /// One of a choice's words, or a list of them.
  static func choices<Choice: LayoutChoice>() -> Form where Value == Set<Choice> {
    let one = "enum: [\(Choice.words)]"
    return Form(
      "anyOf: [{ \(one) }, { type: array, items: { \(one) }, minItems: 1, uniqueItems: true }]",
      written: { $0.count == 1 ? $0.first?.rawValue : nil }, { $0.choices(Choice.self) })
  }
}

extension Form<Bool> {
  static var flag: Form { Form("type: boolean", written: { "\($0)" }, { $0.flag() }) }
}

extension Form<Double> {
  static func number(_ bounds: Bounds) -> Form {
    Form("type: number, \(bounds.schema)", written: { words(for: $0) }, { $0.number(bounds) })
  }

  static var coordinate: Form {
    Form(ref: "coordinate", written: { words(for: $0) }, { $0.number(.coordinates) })
  }
  static var distance: Form { Form(ref: "distance", written: { words(for: $0) }, { $0.number(.distances) }) }
  static var angle: Form { Form(ref: "angle") { $0.angle() } }
}

extension Form<Int> {
  static func integer(_ range: ClosedRange<Int>) -> Form {
    Form(
      "type: integer, minimum: \(range.lowerBound), maximum: \(range.upperBound)", written: { "\($0)" },
      { $0.integer(range) })
  }

  /// The number of the format. Another one is an error: its keys may mean something else.
  static var version: Form { Form(ref: "version") { $0.version() } }

  /// Bytes in whole KiB or MiB.
  static func memory(_ range: ClosedRange<Int>) -> Form {
    Form(ref: "memory", written: { "\($0 >> 20)MiB" }, { $0.memory(range) })
  }
}

extension Form<Interval> {
  /// - Parameter name: the definition in the schema, which cannot compare times.
  static func duration(_ bounds: Bounds = .above(0, to: 3600), _ name: String = "duration") -> Form {
    Form(ref: name, written: { words(for: ($0.seconds * 1000).rounded()) + "ms" }, { $0.duration(bounds) })
  }
}

extension Form<String> {
  static var string: Form { Form("type: string") { $0.string() } }
  static var label: Form { Form(ref: "name") { $0.label()?.value } }
  static func word(among words: [String]) -> Form {
    Form("enum: [\(words.joined(separator: ", "))]") { $0.word(among: words) }
  }
}

extension Form<Located<String>> {
  static var label: Form { Form(ref: "name") { $0.label() } }
  static var ownID: Form { Form(ref: "id") { $0.ownID() } }
}

extension Form<[Located<String>]> {
  static var responders: Form { Form(ref: "responder_names") { $0.responderNames() } }
  static var gestures: Form { Form(ref: "gesture_names") { $0.names("a gesture's name") } }
}

extension Form<PanAxis> {
  static var axis: Form { .word(["any": .any, "horizontal": .horizontal, "vertical": .vertical]) }
}

extension Form<EdgeLengths> {
  static var edgeLengths: Form { Form(ref: "edge_lengths") { $0.edgeLengths() } }
}

extension Form where Value: Equatable & Sendable {
  static func word(_ words: KeyValuePairs<String, Value>) -> Form {
    let keys = words.map(\.key)
    return Form(
      Form<String>.word(among: keys).schema, written: { value in words.first { $0.value == value }?.key },
      { setting in setting.word(among: keys).flatMap { word in words.first { $0.key == word }?.value } })
  }
}

extension Form where Value: LayoutChoice {
  static var choice: Form {
    Form("enum: [\(Value.words)]", written: { $0.rawValue }, { $0.choice(Value.self) })
  }
}

extension LayoutChoice {
  fileprivate static var words: String { allCases.map(\.rawValue).joined(separator: ", ") }
}

extension Bounds {
  fileprivate var schema: String {
    "\(excludesLowest ? "exclusiveMinimum" : "minimum"): \(words(for: lowest)), "
      + "\(excludesHighest ? "exclusiveMaximum" : "maximum"): \(words(for: highest))"
  }
}
