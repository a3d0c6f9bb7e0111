extension Application {
  /// Answers what of the application's touches may leave the process.
  package final var sensitivity: Sensitivity { touches.event.chain.sensitivity }
}

extension Pipeline {
  /// Whether the contact last reported in a slot is down and belongs to a sensitive view. O(touches).
  package func holdsSensitiveContact(_ slot: Int, of panel: Panel) -> Bool {
    guard let contact = panel.contact(in: slot), let place = application.touches.place(of: contact, after: -1)
    else {
      return false
    }
    return application.touches.live[place].with { $0.contact.secrecy >= .whole }
  }
}
