import Dispatcher
import TestSupport

/// Views that check the balance of their calls, and recognizers that compete for the touches.
final class DecoderScene {
  let application = Application()
  let window = Window(frame: DecoderHead.screen)
  let views: [BalancedView]
  let recognizers: [GestureRecognizer]
  let watcher = BalancedRecognizer()
  let balance = Balance()
  let upheaval = Upheaval()

  init(_ options: DecoderHead.Options) {
    views = (0..<4).map { BalancedView(frame: Rect(x: Double($0) * 250, y: 0, width: 250, height: 1000)) }
    recognizers = Self.makeRecognizers(options)
    for (index, view) in views.enumerated() {
      view.isMultipleTouchEnabled = index % 2 == 0
      view.touchHandler = TouchHandler(plugin: upheaval, forwards: !options.contains(.stopsAtView))
      // The last one stands on the first.
      (index == 3 ? views[0] : window).addSubview(view)
    }
    views[3].frame = Rect(x: 50, y: 50, width: 100, height: 300)
    views[2].isExclusiveTouch = options.contains(.isExclusive)
    for (recognizer, view) in zip(recognizers, [views[0], views[1], views[3], window, window]) {
      recognizer.plugins = [upheaval]
      view.addGestureRecognizer(recognizer)
    }
    window.addGestureRecognizer(watcher)
    application.addWindow(window)
    application.screen = window.bounds
    application.observer = balance
    application.cancelOrder = options.contains(.cancelsFirst) ? .beforeAction : .afterAction
    application.hitTestPasses = options.contains(.isTraced) ? 2 : 1
    application.tracesHitTests = options.contains(.isTraced)
  }

  private static func makeRecognizers(_ options: DecoderHead.Options) -> [GestureRecognizer] {
    let (tap, double, corner) = (TapGestureRecognizer(), TapGestureRecognizer(), TapGestureRecognizer())
    let (press, twoPress) = (LongPressGestureRecognizer(), LongPressGestureRecognizer())
    tap.delaysTouchesBegan = options.contains(.delaysBegan)
    tap.delaysTouchesEnded = !options.contains(.delaysNoEnded)
    double.numberOfTapsRequired = 2
    double.within = options.contains(.hasDeadline) ? .seconds(1) : nil
    corner.numberOfTouchesRequired = options.contains(.twoFingers) ? 2 : 1
    press.cancelsTouchesInView = !options.contains(.pressCancelsNothing)
    if options.contains(.pressesAtOnce) { press.thresholds.minimumDuration = .milliseconds(0) }
    twoPress.numberOfTouchesRequired = 2
    twoPress.delaysTouchesBegan = options.contains(.delaysBegan)
    return [tap, double, corner, press, twoPress]
  }

  /// What is wrong when every panel has gone and nothing is waited for; `nil` if nothing.
  var violation: String? {
    if let first = balance.violations.first { return first }
    if balance.open > 0 { return "\(balance.open) contacts never ended" }
    for (index, view) in views.enumerated() where view.violations > 0 || view.open > 0 {
      return "view \(index): \(view.violations) calls out of order, \(view.open) touches never ended"
    }
    return watcher.violation
  }
}
