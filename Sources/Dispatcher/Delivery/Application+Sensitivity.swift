// What an application and its pipeline know of sensitive views.
extension Application {
  /// Whether a window has a sensitive view, or had.
  package final var hasSensitiveViews: Bool { touches.event.chain.hasSensitiveViews }

  /// A point beyond the screen's edges counts as on the edge too, as it does for the hit test.
  package final func isSensitive(at point: Point) -> Bool {
    let clamped = screen?.clamp(point) ?? point
    return windows.contains { window in
      window.isSensitive(atOuter: point) || clamped != point && window.isSensitive(atOuter: clamped)
    }
  }

  /// Whether a contact that is down belongs to a sensitive view. O(touches).
  final func isSensitive(_ contact: ContactID) -> Bool {
    touches.live.indices.contains {
      touches.live[$0].with { $0.contact.id == contact && $0.contact.isSensitive }
    }
  }

  final func noteSensitiveViews() {
    touches.event.chain.hasSensitiveViews = true
    touches.event.notesPlaces = true
  }
}

extension GestureRecognizer {
  /// Whether a distance that it failed by may leave the process. It says where two fingers were, the later one or the
  /// earlier; so it stays here wherever the application has a sensitive view.
  package final var mayTellDistances: Bool {
    (view?.window?.application as? Application).map { !$0.hasSensitiveViews } ?? false
  }
}

extension Pipeline {
  /// Whether the contact last reported in a slot belongs to a sensitive view.
  package func holdsSensitiveContact(_ slot: Int, of panel: Panel) -> Bool {
    panel.contact(in: slot).map(application.isSensitive) ?? false
  }
}
