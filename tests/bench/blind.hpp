#pragma once

namespace bench {

// What a walk calls with every element that it comes to, beside adding up numbers: nothing is done.
struct blind {
    template <class Element> void operator()(const Element&) const {}
};

} // namespace bench
