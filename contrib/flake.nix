# SPDX-License-Identifier: MIT
# touchd for Nix. UNTESTED: written from the documentation of nixpkgs, never evaluated.
#
# SwiftPM may fetch nothing while Nix builds. Once, with the packages of `nix develop`, in the folder above:
#
#   swift package resolve && swiftpm2nix && mv nix contrib/swiftpm
#
# writes down what Package.swift asks for. Then `nix build ./contrib` builds touchd alone. Needs a nixpkgs with Swift 6.2.
{
  description = "touchscreen daemon for kiosks, with UIKit's event model";
  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-unstable";
  outputs = { self, nixpkgs }:
    let
      systems = [ "x86_64-linux" "aarch64-linux" ];
      each = make: nixpkgs.lib.genAttrs systems (system: make nixpkgs.legacyPackages.${system});
      libraries = pkgs: with pkgs; [ libevdev systemd libyaml jansson mosquitto zlib ];
      tools = pkgs: with pkgs; [ swift swiftpm pkg-config ];
    in {
      devShells = each (pkgs: {
        default = pkgs.mkShell.override { stdenv = pkgs.swiftPackages.stdenv; } {
          packages = tools pkgs ++ libraries pkgs ++ [ pkgs.swiftpm2nix ];
        };
      });
      packages = each (pkgs: {
        default = pkgs.swiftPackages.stdenv.mkDerivation {
          pname = "touchd";
          version = builtins.head (builtins.match ".*static let version = \"([^\"]+)\".*"
            (builtins.readFile ../Sources/TouchdKit/Output/Program.swift));
          src = ../.;
          nativeBuildInputs = tools pkgs;
          buildInputs = libraries pkgs;
          swiftpmFlags = [ "--product" "touchd" ];
          configurePhase = (pkgs.swiftpm2nix.helpers ./swiftpm).configure;
          installPhase = ''
            install -D -m 755 "$(swiftpmBinPath)/touchd" $out/bin/touchd
            install -D -m 644 -t $out/lib/udev/rules.d systemd/*.rules
            install -D -m 644 -t $out/lib/systemd/system systemd/touchd.service
            sed -i "s|/usr/bin/touchd|$out/bin/touchd|" $out/lib/systemd/system/touchd.service
          '';
        };
      });
    };
}
