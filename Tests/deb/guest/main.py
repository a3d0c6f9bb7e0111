# SPDX-License-Identifier: MIT
"""The package in a clean Debian that does not run: main.py [scenario…]. A later one finds what an earlier one left."""

from verdicts import run_scenarios

run_scenarios("install", "program", "files", "packages", "purge")
