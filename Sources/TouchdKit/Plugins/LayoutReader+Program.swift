internal import Synchronization

extension LayoutReader {
  /// With the plugins, views and recognizers of this program.
  static var ofProgram: LayoutReader {
    LayoutReader(
      plugins: PluginRegistry.shared.withLock { $0.declarations },
      custom: CustomRegistry.shared.withLock { $0.names })
  }
}

extension ConfigurationReading {
  /// Reads the files themselves, for this program.
  ///
  /// - Parameter waits: whether the file may be a pipe that is waited for, `/dev/stdin`. The daemon must not wait.
  init(_ path: String, waits: Bool = false) { self.init(path, .ofProgram, waits: waits) }

  /// - Parameter progress: records how far it has come.
  init(_ path: String, from source: ConfigurationSource, _ progress: ReadingProgress = ReadingProgress()) {
    self.init(path, .ofProgram, from: source, progress)
  }
}

extension LastGoodCopy {
  /// Reads what is kept, for this program.
  func read(_ progress: ReadingProgress = ReadingProgress()) -> Contents { read(progress, .ofProgram) }
}
