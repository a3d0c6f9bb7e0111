/// Properties of a responder for people who do not see the screen: those of UIKit's `UIAccessibility`.
///
/// A responder has them from the first that is set. Text is spoken by another program; touchd makes no sound.
package final class AccessibilityProperties {
  var isElement = false
  var label: String?
  var hint: String?
  var value: String?
  var language: String?
  var traits: AccessibilityTraits = []
  /// In points of the screen; `nil` for the view's own.
  var frame: Rect?
  /// In points of the screen; `nil` for the middle of the frame.
  var activationPoint: Point?
  var elements: [View]?
  var isModal = false
  /// Its place among the others, by a layout: those with one come first, the others in the order of their places.
  package var order: Double?
  /// Circumstances in which it is spoken; `nil` for the usual ones.
  package var speech: AccessibilitySpeech?
  /// The plugins that a layout bound to an act.
  package var plugins: [AccessibilityAct: [any ResponderPlugin]] = [:]
}

/// Nature of an element, as UIKit has it: a person hears it after the label.
public struct AccessibilityTraits: OptionSet, Hashable, Sendable {
  public let rawValue: UInt16

  /// Traits by their bits.
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// It is pressed.
  public static let button = AccessibilityTraits(rawValue: 1)
  /// It leads elsewhere.
  public static let link = AccessibilityTraits(rawValue: 2)
  /// It divides the screen into parts.
  public static let header = AccessibilityTraits(rawValue: 4)
  /// It is the one of several that is chosen.
  public static let selected = AccessibilityTraits(rawValue: 8)
  /// Its value can be raised and lowered.
  public static let adjustable = AccessibilityTraits(rawValue: 16)
  /// It is an image.
  public static let image = AccessibilityTraits(rawValue: 32)
  /// It is text that does not change.
  public static let staticText = AccessibilityTraits(rawValue: 64)
  /// It can do nothing now.
  public static let notEnabled = AccessibilityTraits(rawValue: 128)

  /// The traits that a layout can give, by their words, in the order in which they are spoken.
  package static let words: [(word: String, trait: AccessibilityTraits)] = [
    ("button", .button), ("link", .link), ("header", .header), ("selected", .selected),
    ("adjustable", .adjustable), ("image", .image), ("static_text", .staticText),
  ]

  /// The words of traces and of the events socket.
  package var words: [String] {
    (Self.words + [("not_enabled", .notEnabled)]).filter { contains($0.trait) }.map(\.word)
  }
}

/// Circumstances in which an element is spoken.
package enum AccessibilitySpeech: String, CaseIterable, Sendable {
  /// Only while the program that speaks says that a headset hears it.
  case headphones
  case always, never
}

/// An act of a person on an element besides activating it; its raw value is the word of layouts and traces.
package enum AccessibilityAct: String, CaseIterable, Sendable {
  case increment, decrement, escape, magic, scroll
}

/// Direction in which a person scrolls: that of the fingers.
@frozen public enum AccessibilityScrollDirection: String, CaseIterable, Sendable {
  case left, right, up, down
}

extension Responder {
  /// Whether the focus can be on it: no, unless set. Of a view that can be hit; a control that is switched off stays
  /// an element, and says so.
  public final var isAccessibilityElement: Bool {
    get { accessibility?.isElement ?? false }
    set { setAccessibility { $0.isElement = newValue } }
  }
  /// Its name, in a word or two.
  public final var accessibilityLabel: String? {
    get { accessibility?.label }
    set { setAccessibility { $0.label = newValue } }
  }
  /// The result of activating it.
  public final var accessibilityHint: String? {
    get { accessibility?.hint }
    set { setAccessibility { $0.hint = newValue } }
  }
  /// Its state, such as the number that a slider is at.
  public final var accessibilityValue: String? {
    get { accessibility?.value }
    set { setAccessibility { $0.value = newValue } }
  }
  /// Language of its label, as in HTML: `de`.
  public final var accessibilityLanguage: String? {
    get { accessibility?.language }
    set { setAccessibility { $0.language = newValue } }
  }
  /// Its nature.
  public final var accessibilityTraits: AccessibilityTraits {
    get { accessibility?.traits ?? [] }
    set { setAccessibility { $0.traits = newValue } }
  }
  /// The elements in it, in the order in which they are read; `nil` for all below it, in the order of their places.
  public final var accessibilityElements: [View]? {
    get { accessibility?.elements }
    set { setAccessibility { $0.elements = newValue } }
  }
  /// Whether no element outside of it can get the focus while it can be hit.
  public final var accessibilityViewIsModal: Bool {
    get { accessibility?.isModal ?? false }
    set { setAccessibility { $0.isModal = newValue } }
  }

  /// Changes those of the responder, made where it has none.
  fileprivate final func setAccessibility(_ change: (AccessibilityProperties) -> Void) {
    let properties = accessibility ?? AccessibilityProperties()
    accessibility = properties
    change(properties)
  }
}

extension View {
  /// Its rectangle in points of the screen: the smallest around it, unless set.
  public final var accessibilityFrame: Rect {
    get { accessibility?.frame ?? toScreen.boundingBox(of: bounds) }
    set { setAccessibility { $0.frame = newValue } }
  }
  /// The point of the screen that is touched to activate it: the middle of its frame, unless set.
  public final var accessibilityActivationPoint: Point {
    get { accessibility?.activationPoint ?? accessibilityFrame.center }
    set { setAccessibility { $0.activationPoint = newValue } }
  }

  /// Whether it, and each view above it, can be hit: so it can be an element.
  final var canBeElement: Bool {
    isAccessibilityElement && window != nil && answer != nil
      && sequence(first: self as View, next: \.superview).allSatisfy(\.isHittable)
  }

  /// Its traits, with those that follow from its state.
  package final var presentTraits: AccessibilityTraits {
    (self as? Control)?.isEnabled == false ? accessibilityTraits.union(.notEnabled) : accessibilityTraits
  }
}

extension Application {
  /// The elements that can get the focus, in no order. O(views).
  package final var accessibilityElementsInFront: [View] {
    let (found, modal) = (windowsFromFront.flatMap(\.elements), frontMostModal)
    return modal.map { modal in found.filter { $0.isDescendant(of: modal) } } ?? found
  }

  /// The same in the order in which they are read. O(views + elements × log elements).
  ///
  /// Those with an order of their own come first. Of the others, a row begins with the topmost that is left, and takes
  /// all whose middle is above its lower edge, from the left.
  package final var accessibilityElementsInOrder: [View] {
    let groups = Dictionary(grouping: accessibilityElementsInFront) { $0.accessibility?.order ?? .infinity }
    return groups.sorted { $0.key < $1.key }.flatMap { rows(of: $0.value) }
  }

  private final func rows(of elements: [View]) -> [View] {
    // By their middles, so that a row is the begin of those that are left.
    var left = elements.map { (view: $0, frame: $0.accessibilityFrame) }
      .sorted { $0.frame.center.y < $1.frame.center.y }[...]
    // The topmost of each and those behind it.
    var topmost = left.map(\.frame)
    for index in topmost.indices.dropLast().reversed() where topmost[index + 1].minY < topmost[index].minY {
      topmost[index] = topmost[index + 1]
    }
    var read: [View] = []
    while !left.isEmpty {
      let edge = topmost[left.startIndex].maxY
      let row = max(left.prefix { $0.frame.center.y < edge }.count, 1)
      read += left.prefix(row).sorted { ($0.frame.minX, $0.frame.minY) < ($1.frame.minX, $1.frame.minY) }
        .map(\.view)
      left = left.dropFirst(row)
    }
    return read
  }

  /// The view in front of all that keeps the focus in itself; `nil` for none.
  private final var frontMostModal: View? {
    for window in windowsFromFront { if let modal = window.frontMostModal { return modal } }
    return nil
  }

  /// The element at a point of the screen: of several, the one that a hit test meets first. O(views).
  package final func accessibilityElement(at point: Point) -> View? {
    let modal = frontMostModal
    for window in windowsFromFront {
      guard let local = window.convert(fromSuperview: screen?.clamp(point) ?? point),
        let element = window.element(at: local)
      else { continue }
      return modal.map { element.isDescendant(of: $0) } ?? true ? element : nil
    }
    return nil
  }
}

extension View {
  /// The elements of the view and those below it; in the order of a container that has one.
  fileprivate final var elements: [View] {
    guard isHittable else { return [] }
    if let own = accessibilityElements { return own.filter { $0.canBeElement && $0.isDescendant(of: self) } }
    return (isAccessibilityElement && answer != nil ? [self] : []) + subviews.flatMap(\.elements)
  }

  /// The first view that can be hit and keeps the focus in itself, as a hit test meets them.
  fileprivate final var frontMostModal: View? {
    guard isHittable else { return nil }
    for view in subviews.reversed() { if let modal = view.frontMostModal { return modal } }
    return accessibilityViewIsModal ? self : nil
  }

  /// The element at a point of the view's own coordinates, itself or below it.
  ///
  /// - Parameter container: the elements of a container above it, which are then the only ones in it.
  fileprivate final func element(at point: Point, of container: [View]? = nil) -> View? {
    guard isHittable else { return nil }
    let isInside = target.contains(point)
    guard isInside || reachesChildren else { return nil }
    let elements = container ?? accessibilityElements
    for view in subviews.reversed() {
      if let local = view.convert(fromSuperview: point), let element = view.element(at: local, of: elements) {
        return element
      }
    }
    let isListed = elements?.contains { $0 === self } ?? true
    return isInside && isListed && isAccessibilityElement && answer != nil ? self : nil
  }
}
