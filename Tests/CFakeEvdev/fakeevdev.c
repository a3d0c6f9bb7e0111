#include "CFakeEvdev.h"
