import Testing

@Suite struct LinuxInputTests {}
