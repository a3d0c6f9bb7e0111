import Dispatcher
import TestSupport

@testable import TouchdKit

/// The layout file that gives fingers what a row's tree, relations and overrides give them.
struct GoldenLayout {
  /// As YAML.
  private(set) var text = ""
  /// The scene's responder for each id of the layout.
  private(set) var responders: [String: Responder] = [:]
  private var lines: [String] = []
  private let relations: [String]

  /// - Precondition: the scene overrides nothing that a layout cannot say; a row that does says so.
  init(of row: GoldenRow, _ scene: Scene) {
    relations = row.relations.split(separator: ";").map(String.init)
    lines = [
      "version: 1",
      "screen: { size: [\(Scene.screen.width), \(Scene.screen.height)] }",
      "responders: { audit: { plugin: log, level: trace } }",
      "windows:",
    ]
    write(scene.window)
    write(scene.application)
    text = lines.joined(separator: "\n") + "\n"
  }

  private mutating func write(_ window: Window) {
    precondition(type(of: window) == Window.self, "a layout cannot override a window's hit test")
    lines.append("  - id: \(id(of: window))")
    lines.append("    frame: \(window.frame.text)")
    if let scene = window.scene {
      lines.append("    scene: true")
      responders["scene"] = scene
    }
    writeGestures(of: window, "    ")
    lines.append("    views:" + (window.subviews.isEmpty ? " []" : ""))
    for view in window.subviews { write(view, "      ") }
  }

  private mutating func write(_ application: Application) {
    responders["application"] = application
    responders["delegate"] = application.next
    lines.append("application:")
    lines.append("  hit_test_passes: \(application.hitTestPasses)")
    if application.next != nil { lines.append("  delegate: {}") }
  }

  private mutating func write(_ view: View, _ indent: String) {
    let inner = indent + "  "
    lines.append(indent + "- id: \(id(of: view))")
    lines += view.settings.map { inner + $0 }
    if let controller = view.controller { lines.append(inner + setting(for: controller)) }
    if let touches = (view as? SceneView)?.touchSetting { lines.append(inner + touches) }
    writeGestures(of: view, inner)
    if !view.subviews.isEmpty { lines.append(inner + "children:") }
    for child in view.subviews { write(child, inner + "  ") }
  }

  private mutating func setting(for controller: ViewController) -> String {
    responders[controller.identifier] = controller
    let presenting = controller.presentingViewController
      .map { ", presenting: \(quoted($0.identifier))" }
    return "controller: { id: \(quoted(controller.identifier))\(presenting ?? "") }"
  }

  private mutating func writeGestures(of view: View, _ indent: String) {
    // A scroll view's come with it.
    guard !view.gestureRecognizers.isEmpty, !(view is ScrollView) else { return }
    lines.append(indent + "gestures:")
    for recognizer in view.gestureRecognizers {
      lines.append(
        "\(indent)  - { \((recognizer.settings + others(of: recognizer)).joined(separator: ", ")) }")
    }
  }

  /// The recognizers that it names: `A requires B`, `A with B`.
  private func others(of recognizer: GestureRecognizer) -> [String] {
    let sentences = relations.map { $0.split(separator: " ").map(String.init) }
      .filter { $0.count == 3 && $0[0] == recognizer.name }
    return [("requires", "requires_failure_of"), ("with", "simultaneous_with")].compactMap { verb, key in
      let names = sentences.filter { $0[1] == verb }.map { quoted($0[2]) }
      return names.isEmpty ? nil : "\(key): [\(names.joined(separator: ", "))]"
    }
  }

  /// Names of a scene may stand twice, ids may not: `UIView`, `UIView#2`.
  private mutating func id(of view: View) -> String {
    var count = 0
    var id = ""
    repeat { id = DefaultName.next(view.identifier, &count) } while responders[id] != nil
    responders[id] = view
    return quoted(id)
  }
}

private func quoted(_ name: String) -> String { JSON.string(name).text }

extension Rect {
  fileprivate var text: String { "[\(origin.x), \(origin.y), \(size.width), \(size.height)]" }
}

extension View {
  /// What differs from a view's defaults.
  fileprivate var settings: [String] {
    let isPicture = self is ImageView || self is Label
    let settings: [(String, Bool)] = [
      ("type: image", self is ImageView),
      ("type: label", self is Label),
      ("type: control", self is Control),
      ("type: scroll", self is ScrollView),
      ("hidden: true", isHidden),
      ("alpha: \(alpha)", alpha != 1),
      ("interactive: \(isUserInteractionEnabled)", isUserInteractionEnabled == isPicture),
      ("multiple_touch: true", isMultipleTouchEnabled),
      ("exclusive_touch: true", isExclusiveTouch),
      ("reaches_children: true", reachesChildren),
      ("hit_outset: \(hitOutset.list)", hitOutset != .zero),
    ]
    let options = (self as? ScrollView).map { [$0.options] } ?? []
    return ["frame: \(frame.text)"] + settings.filter(\.1).map(\.0) + hitSetting + options
  }

  private var hitSetting: [String] {
    switch hitBehavior {
    case .normal: []
    case .passThrough: ["hit: pass_through"]
    case .none: ["hit: none"]
    case .redirect(let target): target.object.map { ["hit_redirect: \(quoted($0.identifier))"] } ?? []
    }
  }
}

extension ScrollView {
  fileprivate var options: String {
    let size = "[\(contentSize.width), \(contentSize.height)]"
    return "scroll: { content_size: \(size), delays_content_touches: \(delaysContentTouches) }"
  }
}

extension EdgeInsets {
  fileprivate var list: String { "[\(top), \(left), \(bottom), \(right)]" }
}

extension SceneView {
  /// A plugin stands for code that overrides `touchesBegan`: a responder that got that gets the rest.
  fileprivate var touchSetting: String? {
    precondition(onHitTest == nil && onPointInside == nil, "a layout cannot override the hit test")
    switch handling[.began] {
    case .swallow: return "on_touch: { to: audit }"
    case .callSuper: return "on_touch: { to: audit, forward: true }"
    case .callNext: preconditionFailure("a layout cannot call next")
    case .byDefault, nil:
      precondition(handling.isEmpty, "a layout cannot override a later phase of \(identifier) alone")
      return nil
    }
  }
}

extension GestureRecognizer {
  fileprivate var settings: [String] {
    let flags = [
      ("cancels_touches: false", !cancelsTouchesInView),
      ("delays_began: true", delaysTouchesBegan),
      ("delays_ended: false", !delaysTouchesEnded),
    ]
    return [kind, "name: \(quoted(name))"] + flags.filter(\.1).map(\.0)
  }

  private var kind: String {
    switch self {
    case let tap as TapGestureRecognizer:
      return "tap: { count: \(tap.numberOfTapsRequired), touches: \(tap.numberOfTouchesRequired) }"
    case let press as LongPressGestureRecognizer:
      return "long_press: { touches: \(press.numberOfTouchesRequired) }"
    default: preconditionFailure("a layout has no recognizer like \(name)")
    }
  }
}
