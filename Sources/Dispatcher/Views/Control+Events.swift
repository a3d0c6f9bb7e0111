extension Control {
  /// Which of the things that a finger can do to a control.
  public struct Events: OptionSet, Hashable, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The finger came down.
    public static let touchDown = Events(.touchDown)
    /// The finger came down once more, soon after and near the time before; comes after ``touchDown``.
    public static let touchDownRepeat = Events(.touchDownRepeat)
    /// The finger moved and came back inside; comes before ``touchDragInside``.
    public static let touchDragEnter = Events(.touchDragEnter)
    /// The finger moved and went outside; comes before ``touchDragOutside``.
    public static let touchDragExit = Events(.touchDragExit)
    /// The finger moved and is inside.
    public static let touchDragInside = Events(.touchDragInside)
    /// The finger moved and is outside.
    public static let touchDragOutside = Events(.touchDragOutside)
    /// The finger lifted inside.
    public static let touchUpInside = Events(.touchUpInside)
    /// The finger lifted outside.
    public static let touchUpOutside = Events(.touchUpOutside)
    /// The touch was cancelled, or the control was switched off.
    public static let touchCancel = Events(.touchCancel)

    /// Everything that a finger can do to a control.
    public static let allTouchEvents = Events(ControlEvent.Kind.allCases.map(Events.init))

    private init(_ kind: ControlEvent.Kind) {
      switch kind {
      case .touchDown: rawValue = 1
      case .touchDownRepeat: rawValue = 1 << 1
      case .touchDragEnter: rawValue = 1 << 2
      case .touchDragExit: rawValue = 1 << 3
      case .touchDragInside: rawValue = 1 << 4
      case .touchDragOutside: rawValue = 1 << 5
      case .touchUpInside: rawValue = 1 << 6
      case .touchUpOutside: rawValue = 1 << 7
      case .touchCancel: rawValue = 1 << 8
      }
    }

    /// The events in it, each once, in the order in which they happen.
    @inline(__always)
    func forEach(_ body: (ControlEvent.Kind) -> Void) {
      for kind in ControlEvent.Kind.allCases where contains(Events(kind)) { body(kind) }
    }
  }
}
