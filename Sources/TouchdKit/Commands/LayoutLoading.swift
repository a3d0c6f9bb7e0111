import ArgumentParser
import LinuxInput

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
    case .broker: throw failure("\(path) is a broker's file; name a layout instead", .badInput)
    case .daemon: throw failure("\(path) is the daemon's file; name one of its layouts instead", .badInput)
    case nil: throw ExitCode.badInput
    }
  }

  /// The file of a broker.
  package static func broker(_ path: String) throws -> BrokerDescription {
    let bytes: [UInt8]
    do {
      bytes = try ConfigurationFile.read(path)
    } catch {
      throw failure("\(error)", error.isRefusal ? .refused : .badInput)
    }
    let (broker, problems) = LayoutReader.ofProgram.readBroker(bytes, file: path)
    for problem in problems { complain("\(problem)") }
    guard let broker else { throw ExitCode.badInput }
    return broker
  }

  /// The configuration that the daemon would run with this file.
  static func configuration(_ path: String) throws -> Configuration {
    let reading = ConfigurationReading(path)
    for file in reading.files { file.complain() }
    guard let configuration = reading.configuration else { throw reading.files.status }
    return configuration
  }
}

/// `-` in the place of a file: standard input.
enum StandardInput {
  /// Its sign on the command line.
  static let sign = "-"

  /// Refuses to read it twice: there would be nothing left.
  static func readOnce(_ paths: [String?]) throws {
    guard paths.count(where: { $0 == sign }) > 1 else { return }
    throw ValidationError("- is standard input, and can stand for one file; name the other one")
  }

  /// Refuses it where a file is read again, or written.
  static func refuse(_ path: String?, _ option: String, because reason: String) throws {
    guard path == sign else { return }
    throw ValidationError("\(option) needs a file, not standard input: \(reason)")
  }
}
