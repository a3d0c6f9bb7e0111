/// The keys of one mapping of a configuration file, and which of them work.
///
/// This is the one place that says so. A key whose feature is built moves from `notBuilt` to `built`;
/// whatever reads, suggests or documents keys follows.
struct KeyTable: Sendable {
  /// The name of the mapping's definition in `layout.schema.json`.
  let name: String
  /// What messages call such a mapping: `a view`.
  let subject: String
  /// The keys that this version acts on.
  let built: [String]
  /// The keys that the format has and this version does not act on: an error each, never silently ignored.
  let notBuilt: [String]
  /// Those of the built keys that must be there.
  let required: [String]
  /// Whether keys that are in no column are the user's to choose.
  let isOpen: Bool

  init(
    _ name: String, _ subject: String, built: [String], notBuilt: [String] = [], required: [String] = [],
    isOpen: Bool = false
  ) {
    self.name = name
    self.subject = subject
    self.built = built
    self.notBuilt = notBuilt
    self.required = required
    self.isOpen = isOpen
  }

  /// What to write instead of a key in no column; `suggestion` is the key that was meant.
  func remedy(for unknown: String) -> (help: String, suggestion: String?) {
    let known = built + notBuilt
    let meant = UIKitNames.key[unknown].flatMap { known.contains($0) ? $0 : nil }
    if let suggestion = meant ?? Suggestion.nearest(to: unknown, among: known) {
      return ("did you mean \(quoted(suggestion))?", suggestion)
    }
    let homes = KeyTable.all.filter { $0.built.contains(unknown) }.map(\.subject)
    if !homes.isEmpty {
      return ("`\(unknown)` belongs in \(alternatives(homes))", nil)
    }
    return ("the keys of \(subject) are " + built.joined(separator: ", "), nil)
  }
}

/// Names that people know from UIKit, and the layout's keys for them.
///
/// Those that differ only in case or `_`, as `exclusiveTouch`, need no entry.
private enum UIKitNames {
  static let key = [
    "subviews": "children",
    "isUserInteractionEnabled": "interactive",
    "userInteractionEnabled": "interactive",
    "isHidden": "hidden",
    "isMultipleTouchEnabled": "multiple_touch",
    "isExclusiveTouch": "exclusive_touch",
    "gestureRecognizers": "gestures",
    "rootViewController": "controller",
    "viewController": "controller",
    "windowLevel": "level",
    "windowScene": "scene",
    "numberOfTapsRequired": "count",
    "numberOfTouchesRequired": "touches",
    "minimumPressDuration": "minimum",
    "cancelsTouchesInView": "cancels_touches",
    "delaysTouchesBegan": "delays_began",
    "delaysTouchesEnded": "delays_ended",
  ]
}
