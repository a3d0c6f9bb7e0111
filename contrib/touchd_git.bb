# SPDX-License-Identifier: MIT
# touchd in an image of the Yocto Project. UNTESTED: written from the documentation of what it uses, never built.
#
# Needs the layer meta-swift, brought to Swift 6.2 or newer for both swift-native and swift-stdlib; libevdev and jansson
# are in openembedded-core and meta-oe. TOUCHD is the folder with these sources. SwiftPM fetches the three packages that
# Package.swift names while it compiles, unless a mirror on this machine is set in Git's `url.….insteadOf`.

SUMMARY = "Touchscreen daemon for kiosks, with UIKit's event model"
LICENSE = "MIT"
LIC_FILES_CHKSUM = "file://LICENSE;md5=07621884d68d72d4627b5e34c5bff0db"
TOUCHD ?= "${THISDIR}/.."
DEPENDS = "libevdev udev libyaml jansson zlib"

inherit externalsrc swift pkgconfig systemd useradd

EXTERNALSRC = "${TOUCHD}"
# The runtime is in the program; what the loader makes read-only ends at the largest page of arm64.
EXTRA_OESWIFT = "--product touchd --static-swift-stdlib -Xswiftc -enforce-exclusivity=unchecked"
EXTRA_OESWIFT:append:aarch64 = " -Xlinker -z -Xlinker common-page-size=65536"
do_compile[network] = "1"

USERADD_PACKAGES = "${PN}"
GROUPADD_PARAM:${PN} = "--system touchd-events"
USERADD_PARAM:${PN} = "--system --no-create-home --shell /sbin/nologin --user-group --groups input touchd"
SYSTEMD_SERVICE:${PN} = "touchd.service"

do_install() {
    install -D -m 755 ${B}/release/touchd ${D}${bindir}/touchd
    install -D -m 644 -t ${D}${sysconfdir}/touchd ${S}/etc/touchd.yaml ${S}/etc/default.yaml
    install -D -m 644 -t ${D}${nonarch_base_libdir}/udev/rules.d ${S}/systemd/70-touchd.rules ${S}/systemd/zz-touchd.rules
    if ${@bb.utils.contains('DISTRO_FEATURES', 'systemd', 'true', 'false', d)}; then
        install -D -m 644 -t ${D}${systemd_system_unitdir} ${S}/systemd/touchd.service
    fi
}
FILES:${PN} += "${nonarch_base_libdir}/udev ${systemd_system_unitdir}"
CONFFILES:${PN} = "${sysconfdir}/touchd/touchd.yaml ${sysconfdir}/touchd/default.yaml"
