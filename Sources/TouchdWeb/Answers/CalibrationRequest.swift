import TouchdKit

/// What a page asks of its calibration.
enum CalibrationRequest: Equatable {
  /// To show a hidden view or window until it is over: `{"show":"shield"}`.
  case show(String)
  case change(Change)

  /// What a page wants done with a file: `{"write":"layout"}`, `{"undo":"rule"}`.
  struct Change: Equatable {
    /// Whether it is taken back.
    let isUndo: Bool
    let place: CalibrationResult.Place

    /// Does it. Both files are small, and on the kiosk's own disk; nothing of the daemon waits for it.
    ///
    /// - Returns: what was done, in words.
    /// - Throws: ``CalibrationRefusal``, or ``SystemError`` of the file.
    func perform(with result: CalibrationResult) throws -> [String] {
      try isUndo ? result.takeBack(place) : result.write(place)
    }
  }

  /// - Returns: `nil` for what is no such request.
  init?(_ body: some Collection<UInt8>) {
    guard case .object(let members)? = try? JSON(parsing: Array(body)), members.count == 1,
      case .string(let word) = members[0].value
    else { return nil }
    switch (members[0].key, CalibrationResult.Place(rawValue: word)) {
    case ("show", _): self = .show(word)
    case ("write", let place?): self = .change(Change(isUndo: false, place: place))
    case ("undo", let place?): self = .change(Change(isUndo: true, place: place))
    default: return nil
    }
  }
}
