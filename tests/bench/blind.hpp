#pragma once

namespace bench {

// A visitor that does nothing, for walks that only add up numbers.
struct blind {
    template <class Element> void operator()(const Element&) const {}
};

} // namespace bench
