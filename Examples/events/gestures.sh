#!/bin/sh
# SPDX-License-Identifier: MIT
# Prints each gesture; its arguments are those of `touchd listen`. Needs jq.
touchd listen "$@" |
  jq --unbuffered -r '"\(.name) \(.state) on \(.view) at \(.at // ["?", "?"] | map(tostring) | join(", "))"'
