// The skeleton of a model: animations, bones, attachments. It is in the model, or in later versions in a .skel.
#pragma once

#include <effigy/m2/view/animation.hpp>
#include <effigy/m2/view/attachment.hpp>
#include <effigy/m2/view/bone.hpp>

namespace effigy::inline v0::m2 {

namespace impl {
using namespace effigy::impl;

// One of the three parts, and the bytes that its offsets count from.
template <class Lists> struct skeleton_part {
    window file;
    const Lists* lists = nullptr;

    // Returns a list of the part; empty if there is no part.
    template <class T, form F> [[nodiscard]] array<T> get(array_ref<T, F> Lists::* of) const noexcept {
        return lists != nullptr ? file.template array_at<T>((lists->*of).offset, (lists->*of).count) : array<T>{};
    }
};

template <form F> struct skeleton_parts {
    skeleton_part<basic_skeleton_sequences<F>> sequences;
    skeleton_part<basic_skeleton_bones<F>> bones;
    skeleton_part<basic_skeleton_attachments<F>> attachments;

    [[nodiscard]] array<u32<F>> global_sequences() const noexcept {
        return sequences.get(&basic_skeleton_sequences<F>::global_sequences);
    }
    [[nodiscard]] animation_records<F> animations(std::uint32_t version) const noexcept {
        if (sequences.lists == nullptr) {
            return {};
        }
        const auto& to = sequences.lists->animations;
        return {sequences.file, to.offset, to.count,
                declaration_of<basic_animation_record<F>, basic_animation_record_264<F>>(version)};
    }
    // Returns `base` with these global sequences and animations.
    [[nodiscard]] context<F> timed(const context<F>& base) const noexcept {
        return base.timed(global_sequences(), animations(base.version()));
    }
};

// The parts in the header of a model.
template <form F> [[nodiscard]] skeleton_parts<F> own_parts(window md20, std::uint32_t version) noexcept {
    const bool is_264 = version >= first_version<basic_header_264<F>>;
    return {{md20, md20.template record_at<basic_skeleton_sequences<F>>(0x14)},
            {md20, md20.template record_at<basic_skeleton_bones<F>>(is_264 ? 0x2C : 0x34)},
            {md20, md20.template record_at<basic_skeleton_attachments<F>>(is_264 ? 0xF0 : 0x104)}};
}

// Replaces parts in `out` by those that the .skel has.
template <form F> void take_parts(skeleton_parts<F>& out, const basic_chunks<F>& skel) noexcept {
    const auto take = [&]<class Lists>(skeleton_part<Lists>& part, std::string_view id) {
        const basic_chunk<F> chunk = find_chunk(skel, id);
        if (const Lists* const lists = chunk.template record<Lists>()) {
            part = {chunk.file(), lists};
        }
    };
    take(out.sequences, "SKS1");
    take(out.bones, "SKB1");
    take(out.attachments, "SKA1");
}

} // namespace impl

// A .skel, opened alone or joined to a model: a skeleton that several models share. No .skel is available: everything
// about it is from readers.
template <form F> class basic_skeleton {
public:
    using bone_type = basic_bone<F>;

    constexpr basic_skeleton() = default;

    [[nodiscard]] constexpr explicit operator bool() const noexcept { return !chunks_.empty(); }
    [[nodiscard]] constexpr window file() const noexcept { return file_; }
    [[nodiscard]] constexpr std::uint32_t version() const noexcept { return 0; }
    [[nodiscard]] constexpr std::span<const std::byte> trailing() const noexcept { return {}; }

    [[nodiscard]] constexpr basic_chunks<F> chunks() const noexcept { return chunks_; }
    [[nodiscard]] basic_chunk<F> chunk(std::string_view id) const noexcept { return impl::find_chunk(chunks_, id); }
    [[nodiscard]] std::string_view name() const noexcept {
        const basic_chunk<F> chunk = this->chunk("SKL1");
        const auto* const header = chunk.template record<basic_skeleton_header<F>>();
        return header != nullptr ? impl::context<F>{chunk.file(), newest_version}.get(header->name)
                                 : std::string_view{};
    }
    // The FileDataID of the .skel with the parts that this one does not have; 0 if there is none.
    [[nodiscard]] std::uint32_t parent_file() const noexcept {
        const auto* const parent = chunk("SKPD").template record<basic_skeleton_parent<F>>();
        return parent != nullptr ? parent->file.get() : 0;
    }
    [[nodiscard]] array<basic_animation_file<F>> animation_files() const noexcept {
        return chunk("AFID").template as<basic_animation_file<F>>();
    }
    [[nodiscard]] array<u32<F>> bone_files() const noexcept { return chunk("BFID").template as<u32<F>>(); }

    [[nodiscard]] array<u32<F>> global_sequences_ms() const noexcept { return parts_.global_sequences(); }
    [[nodiscard]] basic_animations<F> animations() const noexcept {
        return impl::access::make<basic_animations<F>>(
            context(parts_.sequences.file, impl::key_chunk::model),
            parts_.sequences.get(&basic_skeleton_sequences<F>::animation_lookup));
    }
    [[nodiscard]] basic_bones<F> bones() const noexcept {
        return parts_.bones.lists != nullptr
                   ? impl::access::make<basic_bones<F>>(context(parts_.bones.file, impl::key_chunk::bones),
                                                        parts_.bones.lists->bones)
                   : basic_bones<F>{};
    }
    // See basic_model::index().
    [[nodiscard]] basic_bone_index<F> index(std::span<tree_entry> memory) const noexcept {
        return impl::index_bones(parts_.bones.file, bones(), key_bone_lookup(), memory);
    }
    [[nodiscard]] array<i16<F>> key_bone_lookup() const noexcept {
        return parts_.bones.get(&basic_skeleton_bones<F>::key_bone_lookup);
    }
    [[nodiscard]] basic_attachments<F> attachments() const noexcept {
        return parts_.attachments.lists != nullptr ? impl::access::make<basic_attachments<F>>(
                                                         context(parts_.attachments.file, impl::key_chunk::attachments),
                                                         parts_.attachments.lists->attachments)
                                                   : basic_attachments<F>{};
    }
    [[nodiscard]] array<i16<F>> attachment_lookup() const noexcept {
        return parts_.attachments.get(&basic_skeleton_attachments<F>::attachment_lookup);
    }

private:
    friend struct effigy::impl::access;
    basic_skeleton(window file, const basic_chunks<F>& chunks) noexcept : file_(file), chunks_(chunks) {
        impl::take_parts(parts_, chunks);
    }

    [[nodiscard]] impl::context<F> context(window file, impl::key_chunk keys) const noexcept {
        return parts_.timed(impl::context<F>{file, newest_version}).in(file, keys);
    }

    window file_;
    basic_chunks<F> chunks_;
    impl::skeleton_parts<F> parts_;
};

namespace impl {
using namespace effigy::impl;

// Precondition: the file was validated.
template <form F> [[nodiscard]] basic_skeleton<F> skeleton_in(window file) noexcept {
    cursor c{file};
    const basic_chunks<F> chunks = read_chunks<F>(c);
    return access::make<basic_skeleton<F>>(file, chunks);
}

} // namespace impl

} // namespace effigy::inline v0::m2
