/// What the daemon does at its start if the files are bad: it uses the last good copy, or waits for good files; without
/// a service manager it ends.
extension LayoutReloading {
  func start(without refusal: ConfigurationRefusal) {
    guard isSupervised else { return actions.giveUp(refusal) }
    log.refused(refusal)
    files.readCopy { [unowned self] copy in
      switch copy {
      case .good(let reading, let said): use(reading, said, insteadOf: refusal)
      case .missing(let reason):
        log.waiting(reason)
        foundBad(refusal)
      }
      settle(refusal.reading, readFiles: refusal.readFiles)
      read()
    }
  }

  private func use(_ kept: ConfigurationReading, _ said: Grants, insteadOf refusal: ConfigurationRefusal) {
    let configuration = Configuration(
      layouts: kept.configuration?.layouts ?? [], grants: refusal.permission.grants(recorded: said))
    log.copied(kept, configuration)
    foundBad(refusal, hasCopy: true)
    put(configuration, actions.prepare(configuration))
  }
}
