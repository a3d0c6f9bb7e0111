import ArgumentParser
import LinuxInput
internal import Synchronization

extension Layout {
  /// Builds on the layout; what has no place on the screen ends the command.
  func placed<Result>(_ build: () throws(GeometryError) -> Result) throws -> Result {
    do {
      return try build()
    } catch {
      throw failure("\(file):\(error.mark): error: \(error.message)", .badInput)
    }
  }
}

/// Reads configuration for a command: problems go to standard error, and end the command if one is an error.
package enum LayoutLoading {
  /// A layout, for the commands that work on one.
  package static func layout(_ path: String) throws -> Layout {
    guard case .layout(let layout) = try configuration(path) else {
      throw failure(
        "\(path) is the daemon's file; name one of its layouts instead", .badInput)
    }
    return layout
  }

  /// The layout that the daemon would run with this file.
  static func configuredLayout(_ path: String) throws -> Layout { try DaemonSettings(path).layout }

  /// Either kind of file.
  static func configuration(_ path: String) throws -> LayoutReader.Configuration {
    let bytes = try read(path)
    let (configuration, diagnostics) = reader.readAny(bytes, file: path)
    for diagnostic in diagnostics { complain("\(diagnostic)") }
    guard let configuration else { throw ExitCode.badInput }
    return configuration
  }

  static var reader: LayoutReader {
    LayoutReader(
      plugins: PluginRegistry.shared.withLock { $0.declarations },
      custom: CustomRegistry.shared.withLock { $0 })
  }

  private static func read(_ path: String) throws -> [UInt8] {
    do {
      return try ConfigurationFile.read(path)
    } catch {
      throw failure("\(error)", error.isRefusal ? .refused : .badInput)
    }
  }
}
