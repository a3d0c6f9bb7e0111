import ArgumentParser
internal import Glibc
import LinuxInput

/// Reads configuration for a command: problems go to standard error, and end the command if one is an error.
package enum LayoutLoading {
  /// A layout, for the commands that work on one.
  package static func layout(_ path: String) throws -> Layout {
    switch try read(path, { LayoutReader.ofProgram.readAny($0, file: path) }) {
    case .layout(let layout): return layout
    case .broker: throw failure("\(path) is a broker's file; name a layout instead", .badInput)
    case .daemon: throw failure("\(path) is the daemon's file; name one of its layouts instead", .badInput)
    }
  }

  package static func broker(_ path: String) throws -> BrokerDescription {
    try read(path) { LayoutReader.ofProgram.readBroker($0, file: path) }
  }

  /// Reads a file, and says what is wrong with it.
  ///
  /// - Parameter read: `nil` for a file that is not used.
  static func read<Value>(_ path: String, _ read: ([UInt8]) -> (Value?, [Diagnostic])) throws -> Value {
    let bytes: [UInt8]
    do {
      bytes = try ConfigurationFile.read(path)
    } catch {
      throw failure("\(error)", error.isRefusal ? .refused : .badInput)
    }
    return try used(read(bytes))
  }

  /// Says what is wrong with a file that was read.
  static func used<Value>(_ reading: (Value?, [Diagnostic])) throws -> Value {
    for problem in reading.1 { complain("\(problem)") }
    guard let value = reading.0 else { throw ExitCode.badInput }
    return value
  }

  /// The layouts that the daemon would run with a file; `nil` if none is named, and its own is not there. An output
  /// that is one of the files is refused.
  static func configured(_ path: String?, sparing output: String? = nil, _ option: String = "-o") throws
    -> [Layout]?
  {
    guard path != nil || access(RunCommand.standardConfig, F_OK) == 0 else { return nil }
    let reading = ConfigurationReading(path ?? RunCommand.standardConfig)
    try OutputOption.spare(reading.files.map(\.path), from: output, option: option)
    for file in reading.files { file.complain() }
    guard let configuration = reading.configuration else { throw reading.files.status }
    return configuration.layouts
  }
}

extension NameSpecification {
  static var config: NameSpecification { [.customShort("c"), .customLong("config")] }
  static var output: NameSpecification { [.customShort("o"), .customLong("output")] }
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
