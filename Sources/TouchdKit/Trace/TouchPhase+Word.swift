import Dispatcher

// What a trace calls the cases of the model. Written out, for a description that Swift makes of a case takes thousands
// of instructions, and a line has two of them.

extension TouchPhase {
  /// The value of the key `phase`.
  var word: String {
    switch self {
    case .began: "began"
    case .moved: "moved"
    case .stationary: "stationary"
    case .ended: "ended"
    case .cancelled: "cancelled"
    }
  }

  /// The name of the responder's method for this phase.
  var call: String {
    switch self {
    case .began: "touchesBegan"
    case .moved, .stationary: "touchesMoved"
    case .ended: "touchesEnded"
    case .cancelled: "touchesCancelled"
    }
  }
}

extension TouchType {
  /// The value of the key `type`.
  var word: String {
    switch self {
    case .direct: "direct"
    case .indirect: "indirect"
    case .stylus: "stylus"
    }
  }
}

extension GestureRecognizer.State {
  /// The value of the key `state`.
  var word: String {
    switch self {
    case .possible: "possible"
    case .began: "began"
    case .changed: "changed"
    case .ended: "ended"
    case .cancelled: "cancelled"
    case .failed: "failed"
    }
  }
}
