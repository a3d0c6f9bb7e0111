import Dispatcher
import YAML

/// Reads layout files and the daemon's file: values if they are right, else every problem in one run.
struct LayoutReader {
  /// What a file may ask: ten thousand views fit, a bomb does not. Views nest to a depth of about 120.
  static let limits = Limits(bytes: 4 << 20, depth: 256, nodes: 500_000)

  /// The plugins that an entry of `responders` may name.
  let plugins: [PluginDeclaration]
  /// The views and recognizers that a `custom` may name.
  let custom: CustomRegistry

  init(plugins: [PluginDeclaration] = PluginDeclaration.builtIn, custom: CustomRegistry = CustomRegistry()) {
    self.plugins = plugins
    self.custom = custom
  }

  /// Reads a layout from the bytes of a file.
  ///
  /// - Parameters:
  ///   - file: the file's name, for diagnostics.
  /// - Returns: the layout, `nil` exactly if a diagnostic is an error; and these, in the file's order.
  func read(_ bytes: [UInt8], file: String) -> (layout: Layout?, diagnostics: [Diagnostic]) {
    let (root, findings) = parse(bytes, file: file)
    let layout = root.flatMap { self.layout($0, file: file) }
    return (findings.hasErrors ? nil : layout, findings.diagnostics())
  }

  /// Reads either kind of file; the daemon's is known by its key `layouts`.
  ///
  /// - Parameters:
  ///   - file: the file's name, for diagnostics.
  /// - Returns: the values, `nil` exactly if a diagnostic is an error; and these, in the file's order.
  func readAny(_ bytes: [UInt8], file: String) -> (configuration: Configuration?, diagnostics: [Diagnostic]) {
    let (root, findings) = parse(bytes, file: file)
    let configuration: Configuration? = root.flatMap { root in
      root.node["layouts"] == nil
        ? layout(root, file: file).map(Configuration.layout)
        : root.daemon(file: file).map(Configuration.daemon)
    }
    return (findings.hasErrors ? nil : configuration, findings.diagnostics())
  }

  /// What a configuration file is.
  enum Configuration: Equatable, Sendable {
    case layout(Layout)
    case daemon(DaemonConfiguration)
  }

  /// The file's root, if it is YAML and not empty.
  private func parse(_ bytes: [UInt8], file: String) -> (root: Setting?, findings: Findings) {
    let findings = Findings(file: file, bytes: bytes)
    let document = Document(parsing: bytes, file: file, limits: LayoutReader.limits)
    for problem in document.problems { findings.error(problem.message, at: problem.mark) }
    guard let root = document.root else { return (nil, findings) }
    if root.isNull {
      findings.error("the file is empty", at: .start)
      return (nil, findings)
    }
    return (Setting(key: "", name: "the file", node: root, keyMark: root.mark, findings: findings), findings)
  }

  /// Every part is read even if another is no good, so that all problems show.
  private func layout(_ root: Setting, file: String) -> Layout? {
    guard let fields = root.fields(.layout) else { return nil }
    fields["version"]?.version()
    let screen = fields["screen"]?.screen()
    let responders = fields["responders"].map { $0.responders(plugins) } ?? []
    let windows = fields.windows()
    let layout = Layout(
      file: file, screen: screen ?? ScreenDescription(size: .zero, touchscreen: TouchscreenDescription()),
      responders: responders ?? [], windows: windows,
      application: fields["application"]?.application() ?? ApplicationDescription(),
      thresholds: fields["thresholds"]?.thresholds() ?? ThresholdOverrides())
    NameCheck(layout, respondersAreKnown: responders != nil, root.findings).run()
    GestureLimitCheck(layout, root.findings).run()
    CustomCheck(layout, custom, root.findings).run()
    if screen != nil { FrameCheck(layout, root.findings).run() }
    return layout
  }
}
