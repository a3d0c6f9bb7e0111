import ArgumentParser
import LinuxInput

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

/// Reads configuration for a command: problems go to standard error, and end the command if one is an error.
package enum LayoutLoading {
  /// A layout, for the commands that work on one.
  package static func layout(_ path: String) throws -> Layout {
    let bytes: [UInt8]
    do {
      bytes = try ConfigurationFile.read(path)
    } catch {
      throw failure("\(error)", error.isRefusal ? .refused : .badInput)
    }
    let (configuration, problems) = LayoutReader.ofProgram.readAny(bytes, file: path)
    for problem in problems { complain("\(problem)") }
    switch configuration {
    case .layout(let layout): return layout
    case .daemon: throw failure("\(path) is the daemon's file; name one of its layouts instead", .badInput)
    case nil: throw ExitCode.badInput
    }
  }

  /// What the daemon would run with this file.
  static func configuration(_ path: String) throws -> Configuration {
    let reading = ConfigurationReading(path)
    for file in reading.files { file.complain() }
    guard let configuration = reading.configuration else { throw reading.status }
    return configuration
  }
}

extension ConfigurationReading {
  /// The status that a command ends with which needed the configuration.
  var status: ExitCode { files.contains(where: \.isRefused) ? .refused : .badInput }
}

extension ConfigurationReading.File {
  /// Says on standard error what is wrong with it.
  func complain() {
    if let failure { TouchdKit.complain("touchd: \(failure)") }
    for problem in problems { TouchdKit.complain("\(problem)") }
  }
}
