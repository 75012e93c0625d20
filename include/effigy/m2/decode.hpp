// Models that own their data: host-endian, aligned, plain vectors; all that the view shows but addresses.
// Memory comes from any std::pmr::memory_resource: about the file's size (measured: 0.74 to 1.01 of it), and where
// lists overlap, which those of few files do, at most six times and 80 KiB.
#pragma once

#include <effigy/m2/decode/owned.hpp>

namespace effigy::inline v0::m2 {

namespace impl {
using namespace effigy::impl;

template <form F> class decoder : pool_filler<owned_model> {
public:
    decoder(const basic_model<F>& from, std::pmr::memory_resource* memory) : pool_filler(memory), from_(from) {}

    [[nodiscard]] result<owned_model> run() {
        const basic_header<F>* const header = from_.header();
        if (header == nullptr) {
            return result<owned_model>{std::move(made)};
        }
        return fill("m2", promised(from_.file().size()),
                    [&] { decode(*header, static_cast<basic_header<form::host>&>(made)); });
    }

private:
    // ---- lists -----------------------------------------------------------------------------------------------------

    struct follow {
        decoder& to;

        template <class T, class Record>
        EFFIGY_INLINE auto operator()(const field&, const array_ref<T, F>& list, const Record&) const {
            return list.count != 0U ? to.put(list) : decltype(to.put(list)){}; // as most are, of tracks that rest
        }
    };

    template <class T> owned_list<host_form<T>> put(const array_ref<T, F>& list) {
        if constexpr (refers<T>) {
            return put_each(from_.get(list), [&](const T& stored) {
                host_form<T> own{};
                decode(stored, own);
                return own;
            });
        } else {
            return put_all<host_form<T>>(from_.get(list));
        }
    }
    owned_list<char> put(const array_ref<char, F>& name) {
        return put_all<char>(from_.file().text_at(name.offset, name.count));
    }

    // ---- what the versions have differently ------------------------------------------------------------------------

    owned_list<owned_bone> put(const array_ref<basic_bone_header<F>, F>&) {
        return from_.layout().packs_rotations ? put_bones<basic_packed_quat<F>>() : put_bones<quat<F>>();
    }
    template <class Rotation> owned_list<owned_bone> put_bones() {
        const record_layout version = from_.layout();
        const auto headers = from_.bones().records();
        const auto tracks = headers.template field<basic_bone_tracks<Rotation, F>>(version.bone_tracks_at);
        const auto unknown = headers.template field<u32<F>>(version.bone_unknown_at);
        const std::size_t first = size<owned_bone>();
        for (std::size_t i = 0; i < headers.size(); ++i) {
            owned_bone own{};
            decode(headers[i], static_cast<basic_bone_header<form::host>&>(own));
            own.unknown = version.bone_unknown_at != 0 ? unknown[i].get() : 0U;
            decode_tracks(tracks[i], own);
            push(own);
        }
        return since<owned_bone>(first);
    }
    void decode_tracks(const basic_bone_tracks<quat<F>, F>& stored, owned_bone& own) {
        decode(stored, static_cast<basic_bone_tracks<quat<form::host>, form::host>&>(own));
    }
    void decode_tracks(const basic_bone_tracks<basic_packed_quat<F>, F>& stored, owned_bone& own) {
        basic_bone_tracks<owned_packed_quat, form::host> packed{};
        decode(stored, packed);
        own.translation = packed.translation;
        static_cast<owned_event_track&>(own.rotation) = static_cast<const owned_event_track&>(packed.rotation);
        own.packed_rotations = packed.rotation.values;
        own.scale = packed.scale;
        own.pivot = packed.pivot;
    }

    [[nodiscard]] strided<basic_submesh<F>> submeshes(const array_ref<basic_submesh<F>, F>& list) const noexcept {
        return from_.file().template strided_at<basic_submesh<F>>(list.offset, list.count, from_.layout().submesh_size);
    }
    owned_list<owned_submesh> put(const array_ref<basic_submesh<F>, F>& list) {
        return put_all<owned_submesh>(submeshes(list));
    }
    owned_list<owned_skin_profile> put(const array_ref<basic_skin_profile_header<F>, F>& list) {
        return put_each(from_.get(list), [&](const basic_skin_profile_header<F>& stored) {
            owned_skin_profile own{};
            decode(stored, static_cast<basic_skin_profile_header<form::host>&>(own));
            own.submesh_sortings = put_all<owned_submesh_sorting>(
                submeshes(stored.submeshes).template field<basic_submesh_sorting<F>>(sizeof(basic_submesh<F>)));
            return own;
        });
    }
    owned_list<owned_particle> put(const array_ref<basic_particle_record<F>, F>&) {
        return put_each(from_.particles(), [&](const basic_particle<F>& emitter) {
            owned_particle own{};
            decode(*emitter.record(), static_cast<basic_particle_record<form::host>&>(own));
            own.emits = emitter.emission();
            own.emits_by_color = emitter.emits_by_color();
            if (own.emits_by_color) {
                turn_bytes<basic_emission_263<F>, basic_emission_263<form::host>>(own.emission);
            } else {
                turn_bytes<basic_emission<F>, basic_emission<form::host>>(own.emission);
            }
            return own;
        });
    }
    // Bytes that are a record only in some versions.
    template <class Stored, class Own> static void turn_bytes(std::uint8_t (&bytes)[sizeof(Own)]) {
        Own own{};
        convert(std::bit_cast<Stored>(std::to_array(bytes)), own);
        const auto turned = std::bit_cast<std::array<std::uint8_t, sizeof(Own)>>(own);
        convert_block(std::span<const std::uint8_t>{turned}, std::span<std::uint8_t>{bytes});
    }

    template <class Record, class Own> void decode(const Record& stored, Own& own) {
        convert(stored, own, follow{*this});
    }

    const basic_model<F>& from_;
};

} // namespace impl

// Errors: budget, when other bytes than open() validated would take more memory than is promised.
template <form F>
[[nodiscard]] result<owned_model> decode(const basic_model<F>& from,
                                         std::pmr::memory_resource* memory = std::pmr::get_default_resource()) {
    return impl::decoder<F>{from, memory}.run();
}

} // namespace effigy::inline v0::m2
