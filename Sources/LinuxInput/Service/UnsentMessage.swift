/// A message for which the service manager had no room.
struct UnsentMessage {
  let text: String
  /// The name of the stored descriptors that it is about; `nil` if it is about something else.
  let name: String?
  private let stored: Stored?

  /// A descriptor of this message's own: the sender may close the one that it has.
  private final class Stored {
    let descriptor: OwnedDescriptor

    init(_ descriptor: consuming OwnedDescriptor) { self.descriptor = descriptor }
  }

  /// One that is about no descriptor.
  init(_ text: String) { self.init(text, nil, nil) }

  init(_ text: String, storing descriptor: consuming OwnedDescriptor, as name: String) {
    self.init(text, name, Stored(descriptor))
  }

  init(_ text: String, removing name: String) { self.init(text, name, nil) }

  private init(_ text: String, _ name: String?, _ stored: Stored?) {
    (self.text, self.name, self.stored) = (text, name, stored)
  }

  /// What is sent with it; valid while this value lives.
  var descriptor: Int32? { stored?.descriptor.rawValue }

  var isAboutStore: Bool { name != nil }

  /// The most messages of its kind that wait: of words, a reload has two; of the store, as many as it keeps.
  var limit: Int { isAboutStore ? StoredDescriptors.limit : Self.wordLimit }

  private static let wordLimit = 16
}
