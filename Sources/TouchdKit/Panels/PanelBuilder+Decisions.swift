import Dispatcher
import LinuxInput

extension PanelBuilder {
  /// How the panel is read and why, a fact each, for a person whose touches are not where they should be.
  ///
  /// - Parameter node: what udev says of the device; `nil` where that is not known.
  func decisions(_ node: DeviceNode? = nil) -> [String] {
    let matrix = try? node?.calibration?.get()
    var facts = [contactsWords]
    if let size = description.sizeInMillimetres(touchProtocol) {
      facts.append(size.millimetres)
    }
    let touchscreen = screen.touchscreen
    if touchscreen.rangeX != nil || touchscreen.rangeY != nil { facts.append("range from the layout") }
    if touchscreen.rotation != .none { facts.append("turned by \(touchscreen.rotation.rawValue)°") }
    if touchscreen.flipsX { facts.append("x flipped") }
    if touchscreen.flipsY { facts.append("y flipped") }
    if let own = touchscreen.calibration {
      facts.append("calibration from the layout: \(words(own))")
      if matrix != nil { facts.append("udev's calibration is not used") }
    } else if let matrix {
      facts.append("calibration from udev: \(words(matrix))")
    }
    if let stuckAfter = touchscreen.stuckAfter, !isPen {
      facts.append("stuck after \(JSON.decimal(stuckAfter.seconds).text) s")
    }
    if !touchscreen.penArbitration { facts.append("pens do not silence it") }
    return facts + notes + doubts(about: node)
  }

  /// Why touches may be where they should not be, by what the layout and udev say together.
  func doubts(about node: DeviceNode?) -> [String] {
    guard let calibration = node?.calibration else { return [] }
    let touchscreen = screen.touchscreen
    switch calibration {
    case .failure(let problem): return ["\(problem)"]
    case .success(let matrix):
      if touchscreen.calibration != nil {
        return [
          "the layout's `calibration` stands in the place of udev's matrix \(words(matrix)); one of the two is enough"
        ]
      }
      let keys = [
        touchscreen.rotation != .none ? "`rotate`" : nil,
        touchscreen.flipsX || touchscreen.flipsY ? "`flip`" : nil,
      ].compactMap { $0 }
      // The identity turns nothing.
      guard !keys.isEmpty, matrix != [1, 0, 0, 0, 1, 0] else { return [] }
      let own = CalibrationKeys(
        rotation: touchscreen.rotation, flipsX: touchscreen.flipsX, flipsY: touchscreen.flipsY)
      let isCancelled = PanelOrientation(nearest: own.map(udev: matrix)) == .upright
      return [
        "the layout's \(keys.joined(separator: " and ")) and udev's matrix \(words(matrix)) both apply, one after the "
          + "other, and \(isCancelled ? "cancel each other out" : "add up"); if touches land in the wrong place, keep one of them "
          + "(`calibration: [1, 0, 0, 0, 1, 0]` leaves udev's out)"
      ]
    }
  }

  private var contactsWords: String {
    if isPen { return "a pen" }
    guard case .singleTouch(let button) = touchProtocol else { return touchProtocol.contacts }
    return touchProtocol.contacts + (button == EventCode.btnLeft ? ", BTN_LEFT" : ", BTN_TOUCH")
  }

  private func words(_ matrix: [Double]) -> String {
    matrix.map { JSON.number($0).text }.joined(separator: " ")
  }
}

extension TouchProtocol {
  /// How many contacts a panel tells apart, and how.
  var contacts: String {
    switch self {
    case .slots(let count): "\(count) slots"
    case .packets: "contacts without slots (protocol A)"
    case .singleTouch: "one contact"
    }
  }
}

extension Size {
  /// The size of a panel, `256 × 160 mm`.
  var millimetres: String { "\(JSON.decimal(width).text) × \(JSON.decimal(height).text) mm" }
}
