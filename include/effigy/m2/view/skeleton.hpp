// The skeleton of a model: animations, bones, attachments. It is in the model, or in later versions in a .skel.
#pragma once

#include <effigy/m2/view/animation.hpp>
#include <effigy/m2/view/attachment.hpp>
#include <effigy/m2/view/bone.hpp>

namespace effigy { inline namespace v0 { namespace m2 {

namespace impl {
using namespace effigy::impl;

// One of the three parts, and the bytes that its offsets count from.
template <class Lists> struct skeleton_part {
    byte_view file;
    const Lists* lists = nullptr;

    // Returns a list of the part; empty if there is no part.
    template <class T> [[nodiscard]] array<T> get(array_ref<T> Lists::* of) const noexcept {
        return lists != nullptr ? file.array_at<T>((lists->*of).offset, (lists->*of).count) : array<T>{};
    }
};

struct skeleton_parts {
    skeleton_part<skeleton_sequences> sequences;
    skeleton_part<skeleton_bones> bones;
    skeleton_part<skeleton_attachments> attachments;

    [[nodiscard]] array<u32<>> global_sequences() const noexcept {
        return sequences.get(&skeleton_sequences::global_sequences);
    }
    [[nodiscard]] animation_records animations(std::uint32_t version) const noexcept {
        if (sequences.lists == nullptr) {
            return {};
        }
        const auto& to = sequences.lists->animations;
        return {sequences.file, to.offset, to.count, declaration_of(animation_versions{}, version)};
    }
    // Returns `base` with these global sequences and animations.
    [[nodiscard]] context timed(const context& base) const noexcept {
        return base.timed(global_sequences(), animations(base.version()));
    }
};

// The parts in the header of a model.
[[nodiscard]] inline skeleton_parts own_parts(byte_view md20, std::uint32_t version) noexcept {
    const bool is_264 = version >= first_version<model_header_264>;
    return {{md20, md20.record_at<skeleton_sequences>(0x14)},
            {md20, md20.record_at<skeleton_bones>(is_264 ? 0x2C : 0x34)},
            {md20, md20.record_at<skeleton_attachments>(is_264 ? 0xF0 : 0x104)}};
}

// Replaces parts in `out` by those that the .skel has.
inline void take_parts(skeleton_parts& out, const chunk_list& skel) noexcept {
    const auto take = [&]<class Lists>(skeleton_part<Lists>& part, std::string_view id) {
        const m2::chunk chunk = find_chunk(skel, id);
        if (const Lists* const lists = chunk.record<Lists>()) {
            part = {chunk.file(), lists};
        }
    };
    take(out.sequences, "SKS1");
    take(out.bones, "SKB1");
    take(out.attachments, "SKA1");
}

// A chunk, and the file that has it.
struct placed_chunk {
    part_place place = part_place::model;
    m2::chunk chunk;
};

// Empty if the file does not consist of chunks.
[[nodiscard]] inline chunk_list chunks_of(byte_view file) noexcept {
    cursor c{file};
    return read_chunks(c);
}
// Returns the chunks of the model, whose own ones are `own`, or of a joined .skel.
[[nodiscard]] inline chunk_list chunks_in(part_place place, const companion_table& companions,
                                          const chunk_list& own) noexcept {
    if (place == part_place::model) {
        return own;
    }
    const bool is_parent = place == part_place::parent_file;
    const companion* const joined =
        companions.find(is_parent ? companion_kind::parent_skeleton_file : companion_kind::skeleton_file);
    return joined != nullptr ? chunks_of(byte_view{joined->bytes}) : chunk_list{};
}
// Returns the first chunk with this id in the .skel, in its parent or in the model, in this order.
[[nodiscard]] inline placed_chunk find_skeleton_chunk(std::string_view id, const companion_table& companions,
                                                      const chunk_list& own) noexcept {
    for (const part_place place : {part_place::skeleton_file, part_place::parent_file}) {
        if (const m2::chunk found = find_chunk(chunks_in(place, companions, own), id)) {
            return {place, found};
        }
    }
    return {part_place::model, find_chunk(own, id)};
}

} // namespace impl

// A .skel, opened alone or joined to a model: a skeleton that several models share. No .skel is available: everything
// about it is from readers.
class skeleton {
public:
    constexpr skeleton() = default;

    [[nodiscard]] constexpr explicit operator bool() const noexcept { return !chunks_.empty(); }
    [[nodiscard]] constexpr byte_view file() const noexcept { return file_; }
    [[nodiscard]] constexpr std::uint32_t version() const noexcept { return 0; }
    [[nodiscard]] constexpr std::span<const std::byte> trailing() const noexcept { return {}; }

    [[nodiscard]] constexpr chunk_list chunks() const noexcept { return chunks_; }
    [[nodiscard]] m2::chunk chunk(std::string_view id) const noexcept { return impl::find_chunk(chunks_, id); }
    [[nodiscard]] std::string_view name() const noexcept {
        const m2::chunk chunk = this->chunk("SKL1");
        const auto* const header = chunk.record<skeleton_header>();
        return header != nullptr ? impl::context{chunk.file(), newest_version}.get(header->name) : std::string_view{};
    }
    // The FileDataID of the .skel with the parts that this one does not have; 0 if there is none.
    [[nodiscard]] std::uint32_t parent_file() const noexcept {
        const auto* const parent = chunk("SKPD").record<skeleton_parent>();
        return parent != nullptr ? parent->file.get() : 0;
    }
    [[nodiscard]] array<animation_file_record> animation_files() const noexcept {
        return chunk("AFID").as<animation_file_record>();
    }
    [[nodiscard]] array<u32<>> bone_files() const noexcept { return chunk("BFID").as<u32<>>(); }

    [[nodiscard]] array<u32<>> global_sequences_ms() const noexcept { return parts_.global_sequences(); }
    [[nodiscard]] animation_list animations() const noexcept {
        return impl::access::make<animation_list>(context(parts_.sequences.file, impl::key_chunk::model),
                                                  parts_.sequences.get(&skeleton_sequences::animation_lookup));
    }
    [[nodiscard]] bone_list bones() const noexcept {
        return parts_.bones.lists != nullptr
                   ? impl::access::make<bone_list>(context(parts_.bones.file, impl::key_chunk::bones),
                                                   parts_.bones.lists->bones)
                   : bone_list{};
    }
    // See model::index().
    template <class = when_used> [[nodiscard]] bone_index index(std::span<tree_entry> memory) const noexcept {
        return impl::index_bones(parts_.bones.file, bones(), key_bone_lookup(), memory);
    }
    [[nodiscard]] array<i16<>> key_bone_lookup() const noexcept {
        return parts_.bones.get(&skeleton_bones::key_bone_lookup);
    }
    [[nodiscard]] attachment_list attachments() const noexcept {
        return parts_.attachments.lists != nullptr
                   ? impl::access::make<attachment_list>(context(parts_.attachments.file, impl::key_chunk::attachments),
                                                         parts_.attachments.lists->attachments)
                   : attachment_list{};
    }
    [[nodiscard]] array<i16<>> attachment_lookup() const noexcept {
        return parts_.attachments.get(&skeleton_attachments::attachment_lookup);
    }

private:
    friend struct effigy::impl::access;
    skeleton(byte_view file, const chunk_list& chunks) noexcept : file_(file), chunks_(chunks) {
        impl::take_parts(parts_, chunks);
    }

    [[nodiscard]] impl::context context(byte_view file, impl::key_chunk keys) const noexcept {
        return parts_.timed(impl::context{file, newest_version}).in(file, keys);
    }

    byte_view file_;
    chunk_list chunks_;
    impl::skeleton_parts parts_;
};

namespace impl {
using namespace effigy::impl;

// Precondition: the file was validated.
[[nodiscard]] inline skeleton skeleton_in(byte_view file) noexcept {
    return access::make<skeleton>(file, chunks_of(file));
}

} // namespace impl

}}} // namespace effigy::v0::m2
