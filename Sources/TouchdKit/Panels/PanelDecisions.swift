import Dispatcher

extension PanelBuilder {
  /// How the panel is read and why, a fact each, for somebody whose touches are not where they should be.
  ///
  /// - Parameter matrix: udev's calibration matrix; `nil` where there is none.
  func decisions(matrix: [Double]? = nil) -> [String] {
    var facts = [contactsWords]
    if let size = description.sizeInMillimetres(touchProtocol) {
      facts.append("\(JSON.decimal(size.width).text) × \(JSON.decimal(size.height).text) mm")
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
    return facts + notes
  }

  private var contactsWords: String {
    if isPen { return "a pen" }
    switch touchProtocol {
    case .slots(let count): return "\(count) slots"
    case .packets: return "contacts without slots (protocol A)"
    case .singleTouch(let button):
      return button == EventCode.btnLeft ? "one contact, BTN_LEFT" : "one contact, BTN_TOUCH"
    }
  }

  private func words(_ matrix: [Double]) -> String {
    matrix.map { JSON.number($0).text }.joined(separator: " ")
  }
}
