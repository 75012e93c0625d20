// A file of examples/models.
#pragma once

#include "support/byte_builder.hpp"

#include <string>
#include <vector>

namespace samples {

struct sample {
    std::string name;
    support::byte_builder file;
};

} // namespace samples
