#include "every_header.hpp"
