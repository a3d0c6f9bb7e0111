import Dispatcher
import YAML

extension Layout {
  /// One window without views.
  static func empty(_ size: Size) -> Layout {
    let window = WindowDescription(
      id: Located("window", at: .start), frame: FrameDescription(mark: .start))
    return Layout(
      file: "", screen: ScreenDescription(size: size, touchscreen: TouchscreenDescription()),
      responders: [], windows: [window], application: ApplicationDescription(),
      thresholds: Thresholds())
  }
}
