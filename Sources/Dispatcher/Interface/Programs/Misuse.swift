/// A mistake of a program in its use of the model, such as a view that is added below itself.
///
/// Nothing that a program does with views, controllers or recognizers ends it: the call is read as the nearest one that
/// makes sense, and everything goes on. ``Application/onMisuse`` receives what was read instead, once for each object
/// and kind of mistake.
public struct Misuse: Hashable, Sendable, CustomStringConvertible {
  /// The kind of mistake.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive(warn)
  #endif
  public enum Kind: UInt8, Hashable, Sendable, CaseIterable {
    /// A recognizer was set to a state that cannot follow its state.
    case transition
    /// A recognizer was to wait for its own failure.
    case requirement
    /// A touch was asked for by a number that is not there.
    case touchIndex
    /// A deadline was reached and was not moved on.
    case deadline
    /// A view was added to itself or below itself.
    case tree
    /// A frame, a transform or an offset has a number that is NaN or infinite.
    case geometry
    /// A controller, presented or a child, would stand above itself.
    case controller
    /// A press or a key was reported with a phase or a code that it cannot have.
    case report
    /// Scroll views scroll each other, or one itself, without end.
    case scrolling
  }

  /// The kind of mistake; reported once for each subject.
  public let kind: Kind
  /// The identifier of the responder, or the name of the recognizer, with which it was done; in a sensitive view, the
  /// identifier of that.
  public let subject: String
  /// The mistake, and touchd's reading of it.
  public let message: String

  public var description: String { "\(subject): \(message)" }

  /// The most that a responder keeps: a tree that is made wrong in one place is mostly made wrong in many, and a few
  /// say which. (O)
  static let pendingLimit = 16
}

extension Responder {
  /// Warns of a mistake in the use of this responder, once for each kind.
  final func warn(_ kind: Misuse.Kind, _ message: @autoclosure () -> String) {
    guard warned.insert(kind).inserted else { return }
    pass(Misuse(kind: kind, subject: ((self as? View)?.shown ?? self).identifier, message: message()))
  }

  /// Passes a warning on to the application, or keeps it where the tree gets one later.
  final func pass(_ misuse: Misuse) {
    let top = (self as? View)?.topmost ?? (self as? ViewController)?.view.topmost ?? self
    if let host = self as? Application ?? (top as? Window)?.host {
      host.report(misuse)
    } else {
      top.keep(misuse)
    }
  }

  /// Keeps a warning: a tree is made before it stands in an application, and an application before anything listens.
  final func keep(_ misuse: Misuse) {
    if pendingMisuses.count < Misuse.pendingLimit { pendingMisuses.append(misuse) }
  }

  /// Passes on what was kept, now that the responder stands in a larger tree, or in an application.
  final func passPendingMisuses() {
    guard !pendingMisuses.isEmpty else { return }
    let pending = pendingMisuses
    pendingMisuses = []
    for misuse in pending { pass(misuse) }
  }
}
