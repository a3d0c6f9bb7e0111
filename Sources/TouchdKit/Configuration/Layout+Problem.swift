import ArgumentParser

extension Layout {
  /// Builds on the layout; what has no place on the screen ends the command.
  func placed<Result>(_ build: () throws(GeometryError) -> Result) throws -> Result {
    do {
      return try build()
    } catch {
      throw failure(problem(error), .badInput)
    }
  }

  /// What has no place on the screen, and where it stands.
  func problem(_ error: GeometryError) -> String { "\(file):\(error.mark): error: \(error.message)" }
}
