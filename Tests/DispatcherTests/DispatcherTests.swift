import Testing

@Suite struct DispatcherTests {}
