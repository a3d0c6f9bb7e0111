package import Dispatcher
package import LinuxInput

/// A panel that is calibrated: what the kernel and udev say of it, and the layout that it belongs to.
package struct SurveyedPanel {
  /// Its name and node, for people.
  package let title: String
  package let description: DeviceDescription
  package let node: DeviceNode
  /// As it is read from its file; `nil` where there is no layout.
  package let layout: Layout?
  let builder: PanelBuilder

  /// - Parameters:
  ///   - layout: `nil` for a panel without one.
  /// - Throws: ``Refusal`` where the device is no touchscreen.
  package init(_ description: DeviceDescription, _ node: DeviceNode, _ layout: Layout?) throws(Refusal) {
    (self.description, self.node, self.layout) = (description, node, layout)
    var screen = layout?.screen ?? Layout.empty(Size(width: 1, height: 1)).screen
    screen.touchscreen.filters = []
    builder = try PanelBuilder(description, for: screen)
    title = "\"\(description.name)\" (\(node.path))"
  }

  /// The axes of its position.
  package var axes: (x: UInt16, y: UInt16) { builder.touchProtocol.positionAxes }

  /// udev's matrix; `nil` if it has none, or a malformed one.
  var udev: [Double]? { try? node.calibration?.get() }

  /// Whether it tells one contact only, as resistive panels do, which are not exact.
  package var isResistive: Bool {
    if case .singleTouch = builder.touchProtocol { !builder.isPen } else { false }
  }

  /// What a fit has to know of it.
  package var panel: PanelFit.Panel {
    let none = AxisRange(minimum: 0, maximum: 0)
    return PanelFit.Panel(
      x: builder.description.axes[axes.x] ?? none, y: builder.description.axes[axes.y] ?? none,
      keys: layout.map { CalibrationKeys($0.screen.touchscreen) } ?? CalibrationKeys(), udev: udev, size: size
    )
  }

  private var size: ScreenMeasure.Source {
    if let size = layout?.screen.sizeInMillimetres { return .screen(size) }
    if let size = builder.description.sizeInMillimetres(builder.touchProtocol) { return .panel(size) }
    return layout.map { .points($0.screen.size) } ?? .unknown
  }

  /// What may put touches in the wrong place, by what the layout and udev say together; and whether the layout is for
  /// another panel.
  package var doubts: [String] {
    let mismatch = layout.flatMap { $0.screen.touchscreen.match.mismatch(description, node) }
    return [mismatch.map { "\(layout?.file ?? "") is not for \(title): \($0)" }].compactMap(\.self)
      + builder.doubts(about: node)
  }

  /// A layout that reads a panel as its own does, and shows nothing that can be touched.
  static func bare(_ recorded: RecordedLayout) -> Layout {
    var bare = Layout.empty(recorded.layout.screen.size)
    (bare.file, bare.screen) = (recorded.layout.file, recorded.layout.screen)
    return bare
  }
}
