// SPDX-License-Identifier: MIT
#include <systemd/sd-id128.h>
