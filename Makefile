# Builds, tests and installs touchd. `make` alone lists what there is.

export SWIFT ?= swift
PREFIX ?= /usr
DESTDIR ?=

# One program that needs no Swift where it runs: the runtime is inside, and the relocations are packed. `now` leaves no
# table of functions that could be written while it runs. Accesses that overlap are checked in the tests' builds, not in
# what ships: docs/decisions.md. Builds in two folders are equal: the folder of the sources is `.` in them, and neither
# the names of the compiler's cache nor a hash of its options are there. One process compiles a module: SwiftPM waits for
# all of it anyway, so the interface that a second one would emit earlier is of no use.
RELEASE := --configuration release --static-swift-stdlib -Xswiftc -enforce-exclusivity=unchecked \
  -Xswiftc -use-ld=lld -Xlinker -z -Xlinker pack-relative-relocs -Xlinker -z -Xlinker now \
  -Xswiftc -file-prefix-map -Xswiftc '$(CURDIR)=.' -Xswiftc -file-compilation-dir -Xswiftc . \
  -Xswiftc -Xfrontend -Xswiftc -disable-incremental-llvm-codegen \
  -Xswiftc -Xfrontend -Xswiftc -no-clang-module-breadcrumbs -Xswiftc -no-emit-module-separately-wmo \
  -Xcc '-ffile-prefix-map=$(CURDIR)=.'
# The processor to build for, by Debian's name. Another one than this machine's takes a Swift SDK.
HERE := $(shell dpkg --print-architecture 2>/dev/null || uname -m)
ARCH ?= $(HERE)
ifneq ($(ARCH),$(HERE))
export HOST_SWIFT := $(or $(HOST_SWIFT),$(SWIFT))
export SDK := .build/sdk/bookworm-$(ARCH)
SCRATCH ?= .build/$(ARCH)
override SWIFT := $(SDK)/swift
RELEASE += --swift-sdks-path $(SDK) --swift-sdk touchd
endif
# lld takes pages of 4 kB for granted: of larger ones, the last that is to be read-only would stay writable.
RELEASE += $(if $(filter arm64 aarch64,$(ARCH)),-Xlinker -z -Xlinker common-page-size=65536)
# Tests have other options: in one folder, their build and this one would undo each other, so tests of what ships use
# SCRATCH=.build/shipped.
SCRATCH ?= .build
FOLDER ?= .build/release-$(shell scripts/check-version)
PROGRAM := $(SCRATCH)/release/touchd
# Debian's zsh looks elsewhere.
export ZSH_COMPLETIONS ?= $(PREFIX)/share/zsh/site-functions
export PREFIX DESTDIR ARCH

# Installs what a target needs and is missing:  $(call need,OPTIONS of scripts/install-dependencies)
need = @$(if $(SDK),scripts/install-dependencies --sdk && scripts/make-sdk $(notdir $(SDK)) &&) \
  $(has-swift) && scripts/install-dependencies $(1)
has-swift = command -v $(SWIFT) >/dev/null || { echo 'Swift 6.2 or newer is needed: https://www.swift.org/install/linux/' >&2; exit 1; }
# Builds programs as they ship. SwiftPM takes one at a time; the one that needs most is first, so that more is compiled
# side by side.
compile = $(foreach program,$(1),$(SWIFT) build $(RELEASE) --scratch-path $(SCRATCH) --product $(program) &&) true

.DEFAULT_GOAL := help
.PHONY: help demo build test proof bench deb release verify install uninstall lint clean
# Two swift commands in one folder wait for each other anyway.
.NOTPARALLEL:

help: ## Lists these targets
	@echo 'make TARGET, where TARGET is'
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/\1\t\2/p' $(firstword $(MAKEFILE_LIST)) | expand -t 12 | sed 's/^/  /'
	@echo 'Variables: PREFIX ($(PREFIX)), DESTDIR, SWIFT ($(SWIFT)), SCRATCH ($(SCRATCH)).'
	@echo 'Parts of `make test`:'
	@sed -n '/^#   change/,/^#$$/s/^# //p' scripts/test

# Not optimised: that is built in a third of the time.
demo: ## Installs what is missing, builds touchd alone, and shows a recorded panel being touched
	$(need)
	$(SWIFT) build --product touchd -Xswiftc -gnone --scratch-path $(SCRATCH)
	$(SCRATCH)/debug/touchd demo

build: ## Builds the programs for release, with manual and completions; PROGRAMS="touchd" only that, without these
	$(need)
	$(call compile,$(or $(PROGRAMS),touchd-web touchd touchd-mqtt))
	$(if $(PROGRAMS),,@scripts/generate-documents $(PROGRAM) $(SCRATCH))

test: ## Runs the tests that a change needs, in minutes; PARTS="umockdev vm" others, PARTS=all most of them
	$(call need,--test)
	@scripts/test $(PARTS)

proof: ## Runs what is too long for each landing, all or PARTS, and notes it in Tests/proof/log; takes hours
	$(need)
	@Tests/proof/run $(PARTS)

# Built as the program is: what is measured is what ships.
bench: ## Measures touchd beside loops in C, for some minutes: docs/benchmarks.md
	$(need)
	$(call compile,touchd bench)
	$(SCRATCH)/release/bench run --rounds $(or $(BENCH_ROUNDS),7) --only '$(BENCH_ONLY)' $(if $(BENCH_DOCS),--docs docs)

deb: build ## Builds the Debian packages of the same programs: .build/deb/*.deb; ARCH=arm64 for that: .build/deb-arm64
	$(call need,--deb)
	@scripts/build-deb $(SCRATCH)

release: ## Makes what is published of this version, of what is committed: .build/release-VERSION; KEY=FILE signs it
	$(call need,--deb --release)
	$(if $(KEY),@scripts/build-release --require-key)
	@scripts/build-release $(SCRATCH)
	$(if $(KEY),@scripts/build-release --sign '$(FOLDER)' '$(KEY)')

verify: ## Checks signature and sums of a release, in FOLDER: .build/release-VERSION by default
	@scripts/build-release --verify '$(FOLDER)'

install: ## Installs PROGRAMS (touchd), with service and manual, below DESTDIR and PREFIX (after make build)
	@scripts/install $(SCRATCH) $(or $(PROGRAMS),touchd)

uninstall: ## Removes what `make install` has installed, but for the files of /etc/touchd
	cd '$(DESTDIR)$(PREFIX)' && rm -rf bin/touchd bin/touchd-mqtt bin/touchd-web bin/touchd-speak bin/touchd-tuio \
	  share/doc/touchd share/touchd-speak share/touchd-tuio lib/systemd/system/touchd-tuio.service lib/sysusers.d/touchd-tuio.conf \
	  lib/systemd/system/touchd.service lib/systemd/system/touchd-mqtt.service lib/systemd/user/touchd-session.service \
	  lib/systemd/user/touchd-speak.service \
	  lib/udev/rules.d/70-touchd.rules lib/udev/rules.d/zz-touchd.rules \
	  lib/sysusers.d/touchd.conf lib/sysusers.d/touchd-mqtt.conf \
	  bin/touchd-import share/touchd-import share/man/man1/touchd.1 share/man/man1/touchd-*.1 share/man/man5/touchd-layout.5 \
	  share/bash-completion/completions/touchd share/fish/vendor_completions.d/touchd.fish \
	  '$(DESTDIR)$(ZSH_COMPLETIONS)/_touchd'

lint: ## Checks the style of the sources and what scripts/lint checks; FIX=yes rewrites the Swift sources in the style
	@$(has-swift)
	$(if $(FIX),$(SWIFT) format --in-place --parallel --recursive Package.swift Sources Tests Benchmarks Examples)
	$(SWIFT) format lint --strict --parallel --recursive Package.swift Sources Tests Benchmarks Examples
	@for script in $$(grep -rl '^#!/bin/sh' scripts Tests Benchmarks) Tests/vm/machine Tests/vm/debian Tests/deb/container; do \
	  sh -n $$script || exit 1; done
	@scripts/check-version >/dev/null
	@scripts/lint

clean: ## Removes what was built
	rm -rf .build
