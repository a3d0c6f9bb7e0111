/// Names that people know from UIKit, or from other toolkits, and the layout's words for them.
///
/// Those that differ only in case, `_` or `-`, as `exclusiveTouch`, need no entry.
enum UIKitNames {
  /// Key or word that was probably meant: the first of the layout's that is known there.
  static func meant(by typed: String, among known: [String]) -> String? {
    for form in forms(of: typed) {
      let letters = Suggestion.letters(of: form)
      let alike = known.first { Suggestion.letters(of: $0) == letters }
      if let meant = alike ?? words(for: form).first(where: known.contains) { return meant }
    }
    return nil
  }

  /// The layout's words for a name of UIKit; which of them is meant, the mapping tells.
  static func words(for name: String) -> [String] { table[Suggestion.letters(of: name)] ?? [] }

  /// The longest name that is looked at, in bytes; UIKit has none as long.
  static let longest = 80

  /// The name, then what is left of a type's: `UIPanGestureRecognizer` is `Pan`, `UIScrollView` is `Scroll`.
  private static func forms(of typed: String) -> [String] {
    guard typed.utf8.count <= longest else { return [] }
    let plain = typed.hasPrefix("UI") ? String(typed.dropFirst(2)) : typed
    let suffixes = ["GestureRecognizer", "Gesture", "Recognizer", "View", "_gesture", "_view"]
    let suffix = suffixes.first { plain.hasSuffix($0) && plain.count > $0.count }
    let bare = suffix.map { String(plain.dropLast($0.count)) } ?? plain
    return [typed] + [plain, bare].filter { $0 != typed }
  }

  private static let table = Dictionary(
    names.map { (Suggestion.letters(of: $0.key), $0.value) }, uniquingKeysWith: { first, _ in first })

  private static let names = [
    // Views.
    "subviews": ["children", "views"],
    "views": ["children"],
    "children": ["views"],
    "isUserInteractionEnabled": ["interactive"],
    "userInteractionEnabled": ["interactive"],
    "isHidden": ["hidden"],
    "isMultipleTouchEnabled": ["multiple_touch"],
    "isExclusiveTouch": ["exclusive_touch"],
    "gestureRecognizers": ["gestures"],
    "rootViewController": ["controller"],
    "viewController": ["controller"],
    "windowLevel": ["level"],
    "windowScene": ["scene"],
    "rotation": ["rotate"],
    "x": ["left"],
    "y": ["top"],
    "w": ["width"],
    "h": ["height"],
    "button": ["control"],
    "tableView": ["scroll"],
    "collectionView": ["scroll"],
    // Gestures.
    "numberOfTapsRequired": ["count", "taps"],
    "numberOfTouchesRequired": ["touches", "min_touches"],
    "taps": ["count"],
    "fingers": ["touches", "min_touches"],
    "duration": ["minimum"],
    "time": ["minimum"],
    "direction": ["axis"],
    "minimumNumberOfTouches": ["min_touches"],
    "maximumNumberOfTouches": ["max_touches"],
    "minimumPressDuration": ["minimum"],
    "cancelsTouchesInView": ["cancels_touches"],
    "delaysTouchesBegan": ["delays_began"],
    "delaysTouchesEnded": ["delays_ended"],
    "screenEdgePan": ["edge_pan"],
    "screenEdge": ["edge_pan"],
    "drag": ["pan"],
    "press": ["long_press"],
    "rotate": ["rotation"],
    "zoom": ["pinch"],
    "requires": ["requires_failure_of"],
    "require": ["requires_failure_of"],
    "require(toFail:)": ["requires_failure_of"],
    "requireToFail": ["requires_failure_of"],
    "requireGestureRecognizerToFail": ["requires_failure_of"],
    "shouldRequireFailureOf": ["requires_failure_of"],
    "shouldRequireFailure": ["requires_failure_of"],
    "waitsFor": ["requires_failure_of"],
    "simultaneous": ["simultaneous_with"],
    "shouldRecognizeSimultaneously": ["simultaneous_with"],
    "shouldRecognizeSimultaneouslyWith": ["simultaneous_with"],
    "recognizesSimultaneouslyWith": ["simultaneous_with"],
    // Scroll views and controls.
    "isScrollEnabled": ["enabled"],
    "scrollEnabled": ["enabled"],
    "isDirectionalLockEnabled": ["directional_lock"],
    "directionalLockEnabled": ["directional_lock"],
    "targets": ["events"],
    "actions": ["events"],
    "primaryActionTriggered": ["touch_up_inside"],
    "click": ["touch_up_inside"],
    // Plugins.
    "keys": ["press"],
    "warn": ["warning"],
  ]
}
