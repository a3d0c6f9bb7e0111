import Dispatcher
import Logging

extension Pipeline {
  /// Writes each contact that breaks the balance of phases to a log: a bug of ours, which somebody should hear of.
  func logImbalances(to logger: Logger) {
    // Whatever the bug, it may happen in every frame; a journal must not be filled with it.
    var left = 16
    onImbalance = { imbalance in
      guard left > 0 else { return }
      left -= 1
      logger.error("\(imbalance)\(left == 0 ? "; no more of these will be logged" : "")")
    }
  }
}
