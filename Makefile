# Builds, tests and installs touchd. `make` alone lists what there is.

SWIFT ?= swift
PREFIX ?= /usr
DESTDIR ?=

# One program that needs no Swift where it runs: the runtime is inside, and the relocations are packed. `now` leaves no
# table of functions that could be written while it runs. Accesses that overlap are checked in the tests' builds, not in
# what ships: docs/decisions.md. Builds in two folders are equal: the folder of the sources is `.` in them, and neither
# the names of the compiler's cache nor a hash of its options are there.
RELEASE := --configuration release --static-swift-stdlib -Xswiftc -enforce-exclusivity=unchecked \
  -Xswiftc -use-ld=lld -Xlinker -z -Xlinker pack-relative-relocs -Xlinker -z -Xlinker now \
  -Xswiftc -file-prefix-map -Xswiftc '$(CURDIR)=.' -Xswiftc -file-compilation-dir -Xswiftc . \
  -Xswiftc -Xfrontend -Xswiftc -disable-incremental-llvm-codegen \
  -Xswiftc -Xfrontend -Xswiftc -no-clang-module-breadcrumbs \
  -Xcc '-ffile-prefix-map=$(CURDIR)=.'
# Where it is built. `make test` builds the same in another folder: tests have other options, and in one folder each
# build would undo the other.
SCRATCH ?= .build
SHIPPED := .build/shipped
PROGRAM := $(SCRATCH)/release/touchd
# Debian's zsh looks elsewhere.
ZSH_COMPLETIONS ?= $(PREFIX)/share/zsh/site-functions

.DEFAULT_GOAL := help
.PHONY: help site demo test test-all test-deb test-unit-file test-vm test-upgrade test-release test-compositor soak proof \
  guards bench bench-vm fuzz build program deb release lint format install install-files install-mqtt install-mqtt-files install-web \
  install-web-files uninstall clean dependencies test-dependencies check-swift
# Two swift commands in one folder wait for each other anyway.
.NOTPARALLEL:

help: ## Lists these targets
	@echo 'make TARGET, where TARGET is'
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/\1\t\2/p' $(firstword $(MAKEFILE_LIST)) | expand -t 16 | sed 's/^/  /'
	@echo 'Variables: PREFIX ($(PREFIX)), DESTDIR, SWIFT ($(SWIFT))'

demo: dependencies program ## Installs what is missing, builds, and shows a recorded panel being touched
	$(PROGRAM) demo

test: test-dependencies ## Installs what is missing and runs the tests that a change needs, in minutes
	@SWIFT='$(SWIFT)' scripts/test

test-all: test-dependencies ## Runs these and all others, with panels, a browser, benchmarks, examples and guards
	@scripts/install-dependencies --toolkits || true
	@SWIFT='$(SWIFT)' scripts/test all

# What is missing and cannot be had, the tests say; in continuous integration they are skipped then.
test-deb: dependencies build ## Builds the Debian package, and installs and purges it in a clean Debian
	@scripts/install-dependencies --unit-file || true
	@SCRATCH='$(SCRATCH)' SWIFT='$(SWIFT)' Tests/deb/run

test-unit-file: dependencies build ## Builds the Debian package, and tests its service under systemd, in a container
	@scripts/install-dependencies --unit-file || true
	@SCRATCH='$(SCRATCH)' SWIFT='$(SWIFT)' Tests/unit-file/run

test-vm: deb ## Builds the Debian package and tests it on a real kernel with systemd, in a virtual machine
	@scripts/install-dependencies --vm || true
	@Tests/vm/run

test-upgrade: deb ## Upgrades from 0.1.0 in that machine, and goes back; builds the package of 0.1.0 the first time
	@scripts/install-dependencies --vm || true
	@Tests/upgrade/run

# Two clones of the commit, in folders with other names.
test-release: dependencies ## Makes the release twice, compares the files, and reads them; takes ten minutes
	@scripts/install-dependencies --deb --release
	@SWIFT='$(SWIFT)' Tests/release/run

# COMPOSITOR has other words for the rig than its own, such as `-c cage '' tap`.
test-compositor: deb ## Builds the Debian package and shows it to Wayland compositors, in a virtual machine
	@scripts/install-dependencies --compositor || true
	@Tests/compositor/run $(COMPOSITOR)

soak: test-dependencies build ## Touches the program for SOAK_MINUTES (20), at 50 times a kiosk's traffic
	@SOAK_MINUTES=$(or $(SOAK_MINUTES),20) TEST_SECONDS=$$(( $(or $(SOAK_MINUTES),20) * 60 + 120 )) \
	  Tests/umockdev/run $(PROGRAM) soak

proof: dependencies ## Runs what is too long for each landing, all or PARTS, and notes it in Tests/proof/log; takes hours
	@SWIFT='$(SWIFT)' Tests/proof/run $(PARTS)

guards: test-dependencies ## Looks for what must not be in the way of a frame, in the program as it ships
	@$(SWIFT) build $(RELEASE) --scratch-path $(SHIPPED) --product touchd
	@$(SWIFT) build $(RELEASE) --scratch-path $(SHIPPED) --product bench
	@SWIFT='$(SWIFT)' Tests/guards/run $(SHIPPED)/release/touchd $(SHIPPED)/release/bench

bench-vm: dependencies ## Measures in a virtual machine how soon a frame is here, beside C and libinput
	@scripts/install-dependencies --bench-vm || true
	$(SWIFT) build $(RELEASE) --product wake
	@Benchmarks/vm/run .build/release/wake

fuzz: dependencies ## Looks for inputs that break touchd, for FUZZ_SECONDS (60): Tests/fuzz/README.md
	@SWIFT='$(SWIFT)' Tests/fuzz/run

# Built as the program is: what is measured is what ships.
bench: dependencies program ## Measures touchd beside loops in C, for some minutes: docs/benchmarks.md
	$(SWIFT) build $(RELEASE) --product bench
	.build/release/bench run --rounds $(or $(BENCH_ROUNDS),7) --only '$(BENCH_ONLY)' $(if $(BENCH_DOCS),--docs docs)

build: program ## Builds the program for release, .build/release/touchd, its manual and its completions
	@SWIFT='$(SWIFT)' scripts/generate-documents $(PROGRAM) $(SCRATCH)

program: check-swift
	$(SWIFT) build $(RELEASE) --scratch-path $(SCRATCH) --product touchd
	$(SWIFT) build $(RELEASE) --scratch-path $(SCRATCH) --product touchd-mqtt
	$(SWIFT) build $(RELEASE) --scratch-path $(SCRATCH) --product touchd-web

site: test-dependencies ## Builds the documents as a site of static pages, with those of the libraries: .build/site
	@$(SWIFT) build
	@scripts/build-site .build/site .build/debug/Modules

deb: dependencies build ## Builds the Debian packages of the same programs: .build/deb/*.deb
	@scripts/install-dependencies --deb
	@SWIFT='$(SWIFT)' scripts/build-deb $(SCRATCH)

release: dependencies ## Makes what is published of this version, of what is committed: .build/release-VERSION
	@scripts/install-dependencies --deb --release
	@SWIFT='$(SWIFT)' scripts/build-release $(SCRATCH)

lint: check-swift ## Checks the style of the sources, the syntax of the scripts, and what scripts/lint checks
	$(SWIFT) format lint --strict --parallel --recursive Package.swift Sources Tests Benchmarks Examples
	@for script in $$(grep -l '^#!/bin/sh' scripts/*) Tests/*/run Benchmarks/*/run Tests/vm/build-image \
	  Tests/vm/machine Tests/vm/guest/init Tests/deb/build-root Tests/deb/container; do sh -n $$script || exit 1; done
	@scripts/check-version >/dev/null
	@scripts/lint

format: check-swift ## Rewrites the sources in the project's style
	$(SWIFT) format --in-place --parallel --recursive Package.swift Sources Tests Benchmarks Examples

# Does not build: under sudo there is often no Swift, and root's files would stay in .build. What an administrator may
# have changed stays as it is.
install: install-files ## Installs program, service, manual and completions below DESTDIR and PREFIX (after make build)
	install -d '$(DESTDIR)$(PREFIX)/lib/systemd/system' '$(DESTDIR)$(PREFIX)/lib/udev/rules.d' \
	  '$(DESTDIR)$(PREFIX)/lib/sysusers.d' '$(DESTDIR)$(PREFIX)/lib/systemd/user'
	sed 's|/usr/bin/touchd|$(PREFIX)/bin/touchd|' systemd/touchd.service \
	  >'$(DESTDIR)$(PREFIX)/lib/systemd/system/touchd.service'
	sed 's|/usr/bin/touchd|$(PREFIX)/bin/touchd|' systemd/touchd-session.service \
	  >'$(DESTDIR)$(PREFIX)/lib/systemd/user/touchd-session.service'
	chmod 644 '$(DESTDIR)$(PREFIX)/lib/systemd/system/touchd.service' \
	  '$(DESTDIR)$(PREFIX)/lib/systemd/user/touchd-session.service'
	install -m 644 systemd/70-touchd.rules systemd/zz-touchd.rules '$(DESTDIR)$(PREFIX)/lib/udev/rules.d'
	install -m 644 systemd/touchd.sysusers '$(DESTDIR)$(PREFIX)/lib/sysusers.d/touchd.conf'
	@test -n '$(DESTDIR)' || echo 'Next, as root: `systemd-sysusers touchd.conf`,' \
	  '`udevadm control --reload && udevadm trigger --subsystem-match=input --subsystem-match=misc`' \
	  'and `systemctl daemon-reload && systemctl enable --now touchd`.'

# All but what belongs to the service manager, which debhelper installs where a Debian has it.
install-files:
	@test -x $(PROGRAM) -a -d $(SCRATCH)/share || \
	  { echo 'make install: nothing to install yet; run make build first' >&2; exit 1; }
	install -d '$(DESTDIR)$(PREFIX)/bin' '$(DESTDIR)$(PREFIX)/share/man/man1' '$(DESTDIR)$(PREFIX)/share/man/man5' \
	  '$(DESTDIR)$(ZSH_COMPLETIONS)' \
	  '$(DESTDIR)$(PREFIX)/share/bash-completion/completions' '$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d' \
	  '$(DESTDIR)/etc/touchd'
	install -s -m 755 $(PROGRAM) '$(DESTDIR)$(PREFIX)/bin/touchd'
	install -m 644 $(SCRATCH)/share/man/man1/*.1 '$(DESTDIR)$(PREFIX)/share/man/man1'
	install -m 644 $(SCRATCH)/share/man/man5/touchd-layout.5 '$(DESTDIR)$(PREFIX)/share/man/man5'
	install -m 644 $(SCRATCH)/share/bash-completion/completions/touchd \
	  '$(DESTDIR)$(PREFIX)/share/bash-completion/completions/touchd'
	install -m 644 $(SCRATCH)/share/zsh/site-functions/_touchd '$(DESTDIR)$(ZSH_COMPLETIONS)/_touchd'
	install -m 644 $(SCRATCH)/share/fish/vendor_completions.d/touchd.fish \
	  '$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/touchd.fish'
	scripts/install-documents '$(DESTDIR)$(PREFIX)/share/doc/touchd' '$(PREFIX)/share/doc/touchd'
	@for file in touchd.yaml default.yaml; do \
	  test -e "$(DESTDIR)/etc/touchd/$$file" || install -m 644 "etc/$$file" '$(DESTDIR)/etc/touchd' || exit 1; done

install-mqtt: install-mqtt-files ## Installs the bridge to an MQTT broker in the same way
	install -d '$(DESTDIR)$(PREFIX)/lib/systemd/system' '$(DESTDIR)$(PREFIX)/lib/sysusers.d'
	sed 's|/usr/bin/touchd|$(PREFIX)/bin/touchd|' systemd/touchd-mqtt.service \
	  >'$(DESTDIR)$(PREFIX)/lib/systemd/system/touchd-mqtt.service'
	chmod 644 '$(DESTDIR)$(PREFIX)/lib/systemd/system/touchd-mqtt.service'
	install -m 644 systemd/touchd-mqtt.sysusers '$(DESTDIR)$(PREFIX)/lib/sysusers.d/touchd-mqtt.conf'
	@test -n '$(DESTDIR)' || echo 'Next, as root: write /etc/touchd/mqtt.yaml, then `systemd-sysusers touchd-mqtt.conf`' \
	  'and `systemctl daemon-reload && systemctl enable --now touchd-mqtt`.'

# A package of its own.
install-mqtt-files:
	@test -x $(dir $(PROGRAM))touchd-mqtt -a -d $(SCRATCH)/share/mqtt || \
	  { echo 'make install-mqtt: nothing to install yet; run make build first' >&2; exit 1; }
	install -d '$(DESTDIR)$(PREFIX)/bin' '$(DESTDIR)$(PREFIX)/share/man/man1'
	install -s -m 755 $(dir $(PROGRAM))touchd-mqtt '$(DESTDIR)$(PREFIX)/bin/touchd-mqtt'
	install -m 644 $(SCRATCH)/share/mqtt/man1/touchd-mqtt.1 '$(DESTDIR)$(PREFIX)/share/man/man1'

install-web: install-web-files ## Installs the inspector in the same way

# A package of its own. The page of the manual is that of the verb `touchd web`.
install-web-files:
	@test -x $(dir $(PROGRAM))touchd-web || \
	  { echo 'make install-web: nothing to install yet; run make build first' >&2; exit 1; }
	install -d '$(DESTDIR)$(PREFIX)/bin'
	install -s -m 755 $(dir $(PROGRAM))touchd-web '$(DESTDIR)$(PREFIX)/bin/touchd-web'

uninstall: ## Removes what these installed, but for the files of /etc/touchd
	rm -f '$(DESTDIR)$(PREFIX)/bin/touchd' '$(DESTDIR)$(PREFIX)/lib/systemd/system/touchd.service' \
	  '$(DESTDIR)$(PREFIX)/lib/systemd/user/touchd-session.service' \
	  '$(DESTDIR)$(PREFIX)/lib/udev/rules.d/70-touchd.rules' \
	  '$(DESTDIR)$(PREFIX)/lib/udev/rules.d/zz-touchd.rules' '$(DESTDIR)$(PREFIX)/lib/sysusers.d/touchd.conf' \
	  '$(DESTDIR)$(PREFIX)/share/man/man1/touchd.1' '$(DESTDIR)$(PREFIX)/share/man/man1'/touchd-*.1 \
	  '$(DESTDIR)$(PREFIX)/share/man/man5/touchd-layout.5' \
	  '$(DESTDIR)$(PREFIX)/share/bash-completion/completions/touchd' '$(DESTDIR)$(ZSH_COMPLETIONS)/_touchd' \
	  '$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/touchd.fish' \
	  '$(DESTDIR)$(PREFIX)/bin/touchd-web' '$(DESTDIR)$(PREFIX)/bin/touchd-mqtt' '$(DESTDIR)$(PREFIX)/lib/systemd/system/touchd-mqtt.service' \
	  '$(DESTDIR)$(PREFIX)/lib/sysusers.d/touchd-mqtt.conf'
	rm -rf '$(DESTDIR)$(PREFIX)/share/doc/touchd'

clean: ## Removes what was built
	rm -rf .build

dependencies: check-swift
	@scripts/install-dependencies

test-dependencies: check-swift
	@scripts/install-dependencies --test

check-swift:
	@SWIFT='$(SWIFT)' scripts/check-swift
