// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "kiosk",
  dependencies: [.package(name: "touchd", path: "../..")],
  targets: [
    .executableTarget(
      name: "kiosk",
      dependencies: [
        .product(name: "TouchdKit", package: "touchd"),
        .product(name: "Dispatcher", package: "touchd"),
      ]),
    .testTarget(
      name: "kioskTests",
      dependencies: [
        "kiosk",
        .product(name: "TouchdTesting", package: "touchd"),
        .product(name: "Dispatcher", package: "touchd"),
      ]),
  ]
)
