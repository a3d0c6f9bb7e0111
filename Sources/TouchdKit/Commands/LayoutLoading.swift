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

  /// What the daemon would run with this file.
  static func configuration(_ path: String) throws -> Configuration {
    let reading = ConfigurationReading(path)
    for file in reading.files { file.complain() }
    guard let configuration = reading.configuration else { throw reading.files.status }
    return configuration
  }
}
