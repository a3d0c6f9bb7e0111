# Builds, tests and installs touchd. `make` alone lists what there is.

SWIFT ?= swift
PREFIX ?= /usr
DESTDIR ?=

# One program that needs no Swift where it runs: the runtime is inside, and the relocations are packed.
RELEASE := --configuration release --static-swift-stdlib \
  -Xswiftc -use-ld=lld -Xlinker -z -Xlinker pack-relative-relocs
PROGRAM := .build/release/touchd
# Where `make test` builds the same: tests have other options, and in one folder each build would undo the other.
SHIPPED := .build/shipped

.DEFAULT_GOAL := help
.PHONY: help demo test test-vm soak guards bench bench-vm fuzz build lint format install uninstall clean \
  dependencies test-dependencies check-swift
# Two swift commands in one folder wait for each other anyway.
.NOTPARALLEL:

help: ## Lists these targets
	@echo 'make TARGET, where TARGET is'
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/\1\t\2/p' $(firstword $(MAKEFILE_LIST)) | expand -t 12 | sed 's/^/  /'
	@echo 'Variables: PREFIX ($(PREFIX)), DESTDIR, SWIFT ($(SWIFT))'

demo: dependencies build ## Installs what is missing, builds, and shows a recorded panel being touched
	$(PROGRAM) demo

test: test-dependencies ## Installs what is missing and runs every test
	@SWIFT='$(SWIFT)' scripts/test

# What is missing and cannot be had, the tests say; in continuous integration they are skipped then.
test-vm: dependencies build ## Builds the program and tests it on a real kernel, in a virtual machine
	@scripts/install-dependencies --vm || true
	@Tests/vm/run $(PROGRAM)

soak: test-dependencies build ## Touches the program for SOAK_MINUTES (20), at 50 times a kiosk's traffic
	@SOAK_MINUTES=$(or $(SOAK_MINUTES),20) TEST_SECONDS=$$(( $(or $(SOAK_MINUTES),20) * 60 + 120 )) \
	  Tests/umockdev/run $(PROGRAM) soak

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
bench: dependencies build ## Measures touchd beside loops in C, for some minutes: docs/benchmarks.md
	$(SWIFT) build $(RELEASE) --product bench
	.build/release/bench run --rounds $(or $(BENCH_ROUNDS),7) --only '$(BENCH_ONLY)' $(if $(BENCH_DOCS),--docs docs)

build: check-swift ## Builds the program for release: .build/release/touchd
	$(SWIFT) build $(RELEASE) --product touchd

lint: check-swift ## Checks the style of the sources and the syntax of the scripts
	$(SWIFT) format lint --strict --parallel --recursive Package.swift Sources Tests Benchmarks Examples
	@for script in scripts/* Tests/*/run Benchmarks/*/run Tests/vm/build-image Tests/vm/machine Tests/vm/guest/init; do \
	  sh -n $$script || exit 1; done

format: check-swift ## Rewrites the sources in the project's style
	$(SWIFT) format --in-place --parallel --recursive Package.swift Sources Tests Benchmarks Examples

# Does not build: under sudo there is often no Swift, and root's files would stay in .build.
install: ## Installs program, unit and udev rule below DESTDIR and PREFIX (after make build)
	@test -x $(PROGRAM) || { echo 'make install: nothing to install yet; run make build first' >&2; exit 1; }
	install -d '$(DESTDIR)$(PREFIX)/bin' '$(DESTDIR)$(PREFIX)/lib/systemd/system' \
	  '$(DESTDIR)$(PREFIX)/lib/udev/rules.d' '$(DESTDIR)/etc/touchd'
	install -s -m 755 $(PROGRAM) '$(DESTDIR)$(PREFIX)/bin/touchd'
	sed 's|/usr/bin/touchd|$(PREFIX)/bin/touchd|' systemd/touchd.service \
	  >'$(DESTDIR)$(PREFIX)/lib/systemd/system/touchd.service'
	chmod 644 '$(DESTDIR)$(PREFIX)/lib/systemd/system/touchd.service'
	install -m 644 systemd/70-touchd.rules '$(DESTDIR)$(PREFIX)/lib/udev/rules.d/70-touchd.rules'
	@test -n '$(DESTDIR)' || echo 'Next: write /etc/touchd/touchd.yaml, then as root' \
	  '`udevadm control --reload && udevadm trigger --subsystem-match=input`' \
	  'and `systemctl daemon-reload && systemctl enable --now touchd`.'

uninstall: ## Removes what install installed; /etc/touchd stays, if it is not empty
	rm -f '$(DESTDIR)$(PREFIX)/bin/touchd' '$(DESTDIR)$(PREFIX)/lib/systemd/system/touchd.service' \
	  '$(DESTDIR)$(PREFIX)/lib/udev/rules.d/70-touchd.rules'
	@rmdir '$(DESTDIR)/etc/touchd' 2>/dev/null || true

clean: ## Removes what was built
	rm -rf .build

dependencies: check-swift
	@scripts/install-dependencies

test-dependencies: check-swift
	@scripts/install-dependencies --test

check-swift:
	@SWIFT='$(SWIFT)' scripts/check-swift
