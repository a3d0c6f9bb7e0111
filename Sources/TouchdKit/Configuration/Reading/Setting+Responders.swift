import YAML

extension Setting {
  /// The entries of `responders`: names of the user's choice, each with its plugin and the plugin's options.
  ///
  /// Every name is there afterwards, also one whose plugin is no good; `nil` if there is no telling.
  func responders(_ plugins: [PluginDeclaration]) -> [ResponderBinding]? {
    fields(.responders)?.settings.compactMap { entry in
      guard let name = entry.keyLabel() else { return nil }
      return entry.responder(plugins).map { plugin, fields, options in
        let places = fields.settings.map { ($0.key, $0.mark) }
        return ResponderBinding(
          name: name, plugin: plugin, options: options,
          places: Dictionary(places, uniquingKeysWith: { first, _ in first }))
      } ?? ResponderBinding(name: name, plugin: Located("", at: entry.mark), options: [:])
    }
  }

  private func responder(
    _ plugins: [PluginDeclaration]
  ) -> (plugin: Located<String>, fields: Fields, options: [String: OptionValue])? {
    guard let pairs = node.mapping else {
      mismatch(
        "a mapping such as { plugin: log }",
        help: node.string.flatMap { word in
          plugins.contains { $0.name == word } ? "write `\(key): { plugin: \(word) }`" : nil
        })
      return nil
    }
    guard let plugin = required("plugin", in: "a responder"), let declaration = plugin.declaration(plugins)
    else { return nil }
    let fields = Fields(pairs, at: mark, declaration.keys, findings)
    fields.requireOne(of: declaration)
    return (Located(declaration.name, at: plugin.mark), fields, fields.options(declaration.options))
  }

  private func declaration(_ plugins: [PluginDeclaration]) -> PluginDeclaration? {
    guard let name = string() else { return nil }
    let found = plugins.first { $0.name == name }
    if found == nil {
      let names = plugins.map(\.name)
      error(
        "there is no plugin \(quoted(name))",
        help: Suggestion.question(name, among: names) ?? "there is \(names.joined(separator: ", "))")
    }
    return found
  }
}

extension Fields {
  /// Reports where not exactly one of the options is given that exclude each other.
  fileprivate func requireOne(of plugin: PluginDeclaration) {
    let given = plugin.alternatives.compactMap { self[$0]?.keyMark }
    let words = alternatives(plugin.alternatives.map { "`\($0)`" })
    if given.count > 1, let last = given.max() {
      findings.error("\(plugin.keys.subject) has either \(words)", at: last)
    }
    // A key such as `veiw` has been reported.
    if given.isEmpty, !plugin.alternatives.isEmpty, !hasOtherKeys {
      findings.error("\(plugin.keys.subject) must have \(words)", at: mark)
    }
  }

  /// The values of the options that a plugin declares; of all but `plugin` if it declares none.
  func options(_ declared: [PluginOption]?) -> [String: OptionValue] {
    var values: [String: OptionValue] = [:]
    guard let declared else {
      for setting in settings where setting.key != "plugin" { values[setting.key] = .node(setting.node) }
      return values
    }
    for option in declared { values[option.name] = self[option.name]?.value(of: option.kind) }
    return values
  }
}

extension Setting {
  fileprivate func value(of kind: PluginOption.Kind) -> OptionValue? {
    switch kind {
    case .string: string().map(OptionValue.string)
    case .choice(let words): word(among: words).map(OptionValue.string)
    case .words: argumentList().map(OptionValue.words)
    case .flag: flag().map(OptionValue.flag)
    case .flagOr(let word): flag(or: word)
    case .number: number(.coordinates).map(OptionValue.number)
    case .duration: duration().map(OptionValue.duration)
    case .durationOr(let word): duration(or: word)
    case .variables: variables().map(OptionValue.variables)
    case .states: states()
    case .view: label().map(OptionValue.view)
    case .window: label().map(OptionValue.window)
    case .keys: chord().map(OptionValue.keys)
    case .unit: unit().map(OptionValue.unit)
    }
  }

  private func flag(or word: String) -> OptionValue? {
    if let flag = node.bool { return .flag(flag) }
    if node.string == word { return .string(word) }
    let words = ["true", "false", word]
    mismatch(alternatives(words), help: meantFlag ?? Suggestion.question(node.string ?? "", among: words))
    return nil
  }

  private func duration(or word: String) -> OptionValue? {
    guard node.string == word else { return duration(insteadOf: word).map(OptionValue.duration) }
    return .string(word)
  }

  private func states() -> OptionValue? {
    let chosen = choices(PluginDeclaration.State.self)
    return .words(PluginDeclaration.State.allCases.filter(chosen.contains).map(\.rawValue))
  }

  /// A program and its arguments.
  func argumentList() -> [String]? {
    guard let items = items("a list of strings"), !items.isEmpty else {
      if node.sequence != nil { error("\(name) must hold at least one string") }
      return nil
    }
    if items.first?.node.scalar?.text.isEmpty == true {
      items.first?.error("\(name) must begin with a program")
    }
    return items.complete { $0.string() }
  }
}
