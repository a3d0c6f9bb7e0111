import YAML

extension Setting {
  /// The number of the format. Another one is an error: its keys may mean something else.
  func version() {
    guard let version = integer(0...Int(Int32.max)), version != 1 else { return }
    error("version \(version) is not read here; this touchd reads version 1")
  }

  /// The daemon's own file.
  func daemon(file: String) -> DaemonConfiguration? {
    guard let fields = fields(.daemon) else { return nil }
    fields["version"]?.version()
    return DaemonConfiguration(
      file: file,
      layouts: fields["layouts"]?.paths() ?? [],
      allowsExec: fields["exec"]?.flag() ?? false)
  }

  private func paths() -> [Located<String>] {
    guard let items = items("a list of files") else { return [] }
    if items.isEmpty { error("\(name) must name at least one file") }
    if items.count > 1 {
      items[1].error("several layouts are part of the format but not built yet; name one")
    }
    return items.compactMap { $0.label() }
  }
}
