import Testing

@Suite struct TouchdKitTests {}
