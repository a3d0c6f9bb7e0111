import TouchdKit

/// What a page wants done with the files of a calibration: `{"write":"layout"}`, `{"undo":"rule"}`.
struct CalibrationChange: Equatable {
  /// Whether it is taken back.
  let isUndo: Bool
  let place: CalibrationResult.Place

  /// - Returns: `nil` for what is no such request.
  init?(_ body: some Collection<UInt8>) {
    guard case .object(let members)? = try? JSON(parsing: Array(body)), members.count == 1,
      case .string(let word) = members[0].value, let place = CalibrationResult.Place(rawValue: word),
      ["write", "undo"].contains(members[0].key)
    else { return nil }
    (isUndo, self.place) = (members[0].key == "undo", place)
  }

  /// Does it. Both files are small, and on the kiosk's own disk; nothing of the daemon waits for it.
  ///
  /// - Returns: what was done, in words.
  /// - Throws: ``CalibrationRefusal``, or ``SystemError`` of the file.
  func perform(with result: CalibrationResult) throws -> [String] {
    try isUndo ? result.takeBack(place) : result.write(place)
  }
}
