// SPDX-License-Identifier: MIT
#include <malloc.h>
#include <mosquitto.h>
