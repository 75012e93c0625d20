// How the linters of a model tell what they find: of one kind only the first in a list, lest a model of 200 bones be
// told the same 200 times.
#pragma once

#include <effigy/core/finding.hpp>
#include <effigy/core/measure.hpp>
#include <effigy/m2/sample.hpp>
#include <effigy/m2/view/refers.hpp>

namespace effigy::inline v0::m2 {

// A kind of finding; the message says what it is and what to do about it.
struct oddity {
    severity level;
    const char* code;
    const char* message;
};

template <endian E, class Sink> class reporter {
public:
    reporter(const basic_model<E>& of, Sink& sink) noexcept : model_(of), sink_(sink) {}

    [[nodiscard]] const basic_model<E>& model() const noexcept { return model_; }

    // `inside` lies in the file.
    void operator()(const oddity& what, const location& at, const void* inside) const {
        finding out{at, what.level, what.code, what.message};
        out.offset = model_.file().offset_of(inside);
        sink_(out);
    }

    // The first of a list that is_odd(it, its number); `at` is the list's place.
    template <class Range, class Test>
    void first(const oddity& what, const location& at, const Range& list, const Test& is_odd) const {
        std::uint32_t number = 0;
        for (const auto& one : list) {
            if (is_odd(one, number)) {
                (*this)(what, inner(at, number), &one);
                return;
            }
            ++number;
        }
    }

    // Number `i` of a list: the last "[]" of its path.
    [[nodiscard]] static location inner(const location& at, std::uint32_t i) noexcept {
        location out = at;
        if (out.depth < location::max_depth) {
            out.index[out.depth++] = i;
        }
        return out;
    }

private:
    const basic_model<E>& model_;
    Sink& sink_;
};

// Calls use(records) with each list of records that refer to something, see for_each_reference().
template <endian E, class F> void for_each_list(const basic_model<E>& of, const F& use) {
    const auto bones = of.bones().headers();
    const std::uint32_t at = of.layout().bone_tracks_at;
    if (of.layout().packs_rotations) {
        use(bones.template field<basic_bone_tracks<basic_packed_quat<E>, E>>(at));
    } else {
        use(bones.template field<basic_bone_tracks<quat<E>, E>>(at));
    }
    use(of.get(of.header()->views));
    use(of.colors());
    use(of.textures());
    use(of.weights());
    use(of.transforms());
    use(of.attachments());
    use(of.events());
    use(of.lights());
    use(of.cameras());
    use(of.ribbons());
    use(of.particles());
}

} // namespace effigy::inline v0::m2
