// swift-tools-version: 6.2
import PackageDescription

// Every Swift target is held to the same rules: Swift 6 mode, no warning, no import that another file leaks in.
let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

let strictC: [CSetting] = [.treatAllWarnings(as: .error)]

let package = Package(
  name: "touchd",
  products: [
    .executable(name: "touchd", targets: ["touchd"]),
    .executable(name: "touchd-mqtt", targets: ["touchd-mqtt"]),
    .executable(name: "touchd-web", targets: ["touchd-web"]),
    .library(name: "TouchdKit", targets: ["TouchdKit"]),
    .library(name: "Dispatcher", targets: ["Dispatcher"]),
    .library(name: "TouchdTesting", targets: ["TouchdTesting"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", .upToNextMinor(from: "1.8.0")),
    .package(url: "https://github.com/apple/swift-log", .upToNextMinor(from: "1.16.0")),
    .package(url: "https://github.com/apple/swift-nio", .upToNextMinor(from: "2.101.0")),
  ],
  targets: [
    // What Debian provides.
    .systemLibrary(
      name: "CLibEvdev", path: "Sources/SystemLibraries/CLibEvdev",
      pkgConfig: "libevdev", providers: [.apt(["libevdev-dev"])]),
    .systemLibrary(
      name: "CLibUdev", path: "Sources/SystemLibraries/CLibUdev",
      pkgConfig: "libudev", providers: [.apt(["libudev-dev"])]),
    .systemLibrary(
      name: "CLibYAML", path: "Sources/SystemLibraries/CLibYAML",
      pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
    .systemLibrary(
      name: "CJansson", path: "Sources/SystemLibraries/CJansson",
      pkgConfig: "jansson", providers: [.apt(["libjansson-dev"])]),
    .systemLibrary(
      name: "CZlib", path: "Sources/SystemLibraries/CZlib",
      pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),

    .systemLibrary(
      name: "CMosquitto", path: "Sources/SystemLibraries/CMosquitto",
      pkgConfig: "libmosquitto", providers: [.apt(["libmosquitto-dev"])]),
    .systemLibrary(
      name: "CLibSystemd", path: "Sources/SystemLibraries/CLibSystemd",
      pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),

    // What touchd is: values in, deliveries out, no system call.
    .target(name: "Dispatcher", swiftSettings: strict),

    // What stands between it and the kernel.
    .target(name: "CEvdev", dependencies: ["CLibEvdev", "CLibUdev"], cSettings: strictC),
    .target(name: "YAML", dependencies: ["CLibYAML"], swiftSettings: strict),
    .target(
      name: "LinuxInput", dependencies: ["CEvdev", "CZlib", "Dispatcher", "YAML"],
      swiftSettings: strict),

    // What people use.
    .target(
      name: "TouchdKit",
      dependencies: [
        "CJansson", "Dispatcher", "LinuxInput", "YAML",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
      ],
      resources: [.embedInCode("Demo/demo.evemu"), .embedInCode("Demo/demo.yaml")],
      swiftSettings: strict),
    // What people test their views with.
    .target(name: "TouchdTesting", dependencies: ["Dispatcher"], swiftSettings: strict),
    .executableTarget(name: "touchd", dependencies: ["TouchdKit"], swiftSettings: strict),

    // A client of the daemon's events socket that speaks MQTT: apart, so that the daemon has no network.
    .target(
      name: "TouchdBroker",
      dependencies: [
        "CLibSystemd", "CMosquitto", "Dispatcher", "LinuxInput", "TouchdKit",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: strict),
    .executableTarget(name: "touchd-mqtt", dependencies: ["TouchdBroker"], swiftSettings: strict),

    // The inspector, a client of the daemon's events socket that speaks HTTP: apart, so that the daemon has no network.
    .target(
      name: "TouchdWeb",
      dependencies: [
        "Dispatcher", "LinuxInput", "TouchdKit",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
      ],
      resources: [
        .embedInCode("Page/index.html"), .embedInCode("Page/style.css"), .embedInCode("Page/icon.svg"),
        .embedInCode("Page/inspector.mjs"), .embedInCode("Page/state.mjs"), .embedInCode("Page/history.mjs"),
        .embedInCode("Page/source.mjs"), .embedInCode("Page/geometry.mjs"), .embedInCode("Page/screen.mjs"),
        .embedInCode("Page/panels.mjs"), .embedInCode("Page/transport.mjs"), .embedInCode("Page/words.mjs"),
        .embedInCode("Page/calibrate.html"), .embedInCode("Page/calibrate.css"),
        .embedInCode("Page/calibrate.mjs"), .embedInCode("Page/controls.mjs"),
        .embedInCode("Page/recording.mjs"),
        // The client for pages on the kiosk: a link to clients/javascript.
        .embedInCode("Page/touchd.mjs"),
      ],
      swiftSettings: strict),
    .executableTarget(name: "touchd-web", dependencies: ["TouchdWeb"], swiftSettings: strict),

    // What measures it: `make bench`.
    .target(
      name: "CBaselines", dependencies: ["CLibEvdev"], path: "Benchmarks/CBaselines", cSettings: strictC),
    .executableTarget(
      name: "bench",
      dependencies: [
        "CAllocationCounter", "CBaselines", "Dispatcher", "LinuxInput", "TestSupport", "TouchdKit",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
      ],
      path: "Benchmarks/bench", swiftSettings: strict),
    // The same with one plugin more: `make test PARTS=bench-vm`.
    .executableTarget(
      name: "wake", dependencies: ["Dispatcher", "TouchdKit"], path: "Benchmarks/wake", swiftSettings: strict),

    // What holds it to its word.
    .target(name: "CFakeEvdev", path: "Tests/CFakeEvdev", cSettings: strictC),
    .target(
      name: "FakePanels", dependencies: ["CFakeEvdev", "Dispatcher", "LinuxInput"], path: "Tests/FakePanels",
      swiftSettings: strict),
    .target(
      name: "TestSupport", dependencies: ["Dispatcher", "TouchdTesting"], path: "Tests/TestSupport",
      swiftSettings: strict),
    .target(
      name: "TestTables", dependencies: ["Dispatcher", "TestSupport"], path: "Tests/TestTables",
      swiftSettings: strict),
    .target(
      name: "CAllocationCounter", path: "Tests/CAllocationCounter", cSettings: strictC),
    .testTarget(
      name: "DispatcherTests",
      dependencies: ["Dispatcher", "TestSupport", "TestTables", "CAllocationCounter"],
      swiftSettings: strict),
    .testTarget(
      name: "LinuxInputTests",
      dependencies: [
        "LinuxInput", "CEvdev", "CZlib", "YAML", "Dispatcher", "TestSupport", "TestTables", "FakePanels",
        "CFakeEvdev",
      ],
      resources: [.copy("Fixtures")], swiftSettings: strict),
    .testTarget(
      name: "TouchdKitTests",
      dependencies: [
        "TouchdKit", "Dispatcher", "LinuxInput", "YAML", "TestSupport", "TestTables", "FakePanels",
      ],
      resources: [.copy("Fixtures")], swiftSettings: strict),
    .testTarget(
      name: "TouchdBrokerTests",
      dependencies: ["Dispatcher", "LinuxInput", "TestTables", "TouchdBroker", "TouchdKit"],
      swiftSettings: strict),
    .testTarget(
      name: "TouchdWebTests",
      dependencies: [
        "Dispatcher", "LinuxInput", "TestSupport", "TestTables", "TouchdKit", "TouchdWeb",
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
      ],
      swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)

// What is fuzzed is a test target, which `make test` runs over known inputs. No program can link one: for
// Tests/fuzz/run the same sources are a library, with a program around it.
let fuzzed: [Target.Dependency] = [
  "Dispatcher", "LinuxInput", "TouchdBroker", "TouchdKit", "TouchdWeb", "YAML", "TestSupport",
  .product(name: "Logging", package: "swift-log"),
  .product(name: "NIOCore", package: "swift-nio"),
  .product(name: "NIOHTTP1", package: "swift-nio"),
]
if Context.environment["TOUCHD_FUZZ"] == nil {
  package.targets.append(.testTarget(name: "FuzzTests", dependencies: fuzzed, swiftSettings: strict))
} else {
  package.targets += [
    .target(
      name: "FuzzTargets", dependencies: fuzzed, path: "Tests/FuzzTests/Targets", swiftSettings: strict),
    .systemLibrary(name: "CLibFuzzer", path: "Tests/fuzz/CLibFuzzer"),
    .executableTarget(
      name: "fuzz", dependencies: ["FuzzTargets", "CLibFuzzer"], path: "Tests/fuzz/program",
      swiftSettings: strict),
  ]
}
