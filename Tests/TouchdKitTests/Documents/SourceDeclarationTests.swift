import Testing

@testable import TestSupport

/// What the tests of docs/uikit.md take for the public names of a file.
@Suite("Public names read from a source") struct SourceDeclarationTests {
  private func names(_ text: String) -> [String] {
    SourceFile(path: "a.swift", text: text).publicDeclarations.map(\.path)
  }

  @Test("classes with members, by their labels; nothing that is not public")
  func members() {
    let text = """
      open class Dial: View {
        public final var steps = 12 { didSet { let hidden = 1; turn(hidden) } }
        @MainActor public final private(set) weak var owner: View?
        final var angle = 0.0
        public init?(frame: Rect, steps count: Int = 12) { self.init(other: count) }
        open func turn(_ way: Int, by factor: [String: (Int) -> Void], then body: (_ a: Int, _ b: Int) -> Void) {}
        public final func turn(_ way: Int, _: Void = ()) { func inner() {} }
        func hidden() {}
        public static func < (a: Dial, b: Dial) -> Bool { true }
        public enum State { case on, off(for: Interval); case idle }
        enum Secret { case a }
      }
      private class Hidden { public var a = 1 }
      """
    #expect(
      names(text) == [
        "Dial", "Dial.steps", "Dial.owner", "Dial.init(frame:steps:)", "Dial.turn(_:by:then:)",
        "Dial.turn(_:)",
        "Dial.State", "Dial.State.on", "Dial.State.off", "Dial.State.idle",
      ])
  }

  @Test("requirements of a public protocol, extensions, and declarations over several lines")
  func protocols() {
    let text = """
      public protocol Watcher: AnyObject {
        var name: String { get }
        func dial(
          _ dial: Dial, shouldTurnTo angle: Double
        ) -> Bool
      }
      extension Dial.State {
        /// A comment with the word class Comment and a brace {
        public static let start = State.on
        var isOn: Bool { switch self { case .on: true default: false } }
      }
      public func free(_ text: String = "class Text {") {}
      """
    #expect(
      names(text) == [
        "Watcher", "Watcher.name", "Watcher.dial(_:shouldTurnTo:)", "Dial.State.start", "free(_:)",
      ])
  }

  @Test("overrides are distinguished")
  func overrides() {
    let file = SourceFile(
      path: "a.swift", text: "open class A {\n  open override func b() {}\n  open func c() {}\n}")
    #expect(file.publicDeclarations.map(\.isOverride) == [false, true, false])
  }
}
