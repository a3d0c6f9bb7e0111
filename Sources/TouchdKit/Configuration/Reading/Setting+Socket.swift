import YAML

extension Setting {
  /// `socket`: what programs on the events socket may do.
  func socketCommands() -> Set<SocketCommand> {
    guard let commands = fields(.socket)?["commands"] else { return [] }
    // None is what a layout without the key allows as well.
    if commands.node.sequence?.isEmpty == true { return [] }
    return commands.choices(SocketCommand.self)
  }
}
