// Opening a file of any format that effigy reads.
#pragma once

#include <effigy/grimrock.hpp>
#include <effigy/identify.hpp>
#include <effigy/m2.hpp>
#include <effigy/nwn.hpp>
#include <effigy/nwn/text.hpp>
#include <effigy/p3d.hpp>

namespace effigy { inline namespace v0 {

// Identifies a file, opens it and calls f with the view: grimrock::model, grimrock::animation (both also for the
// Shinobi engine's files), nwn::model, nwn::text_model, m2::model, m2::skin_file, m2::skeleton, m2::chunked_file,
// p3d::model or p3d::animation. An M2 model is opened without its companion files; m2::open() accepts them. Returns no
// error (errc::none) if f was called. If f was not called, returns
// - the error of open(), if it rejected the file,
// - `unsupported`, if the format is known but effigy does not read it, or if the file is empty,
// - `bad_magic`, if the format is unknown,
// - `truncated`, if an unknown file has fewer than four bytes.
template <class Function> [[nodiscard]] error visit(borrowed_bytes bytes, Function&& f) {
    const auto call = [&](const auto& opened) {
        if (opened) {
            f(*opened);
        }
        return opened.error();
    };
    const identity is = identify(bytes);
    switch (is.kind) {
    case file_kind::grimrock_model:
    case file_kind::shinobi_model: return call(grimrock::open(bytes));
    case file_kind::grimrock_animation:
    case file_kind::shinobi_animation: return call(grimrock::open_animation(bytes));
    case file_kind::nwn_model: return call(nwn::open(bytes));
    case file_kind::nwn_ascii_model: return call(nwn::open_text(bytes));
    case file_kind::m2_model: return call(m2::open(bytes));
    case file_kind::m2_skin: return call(m2::open_skin(bytes));
    case file_kind::m2_skeleton: return call(m2::open_skeleton(bytes));
    case file_kind::m2_animation:
    case file_kind::m2_chunks: return call(m2::open_chunks(bytes));
    case file_kind::p3d_model: return call(p3d::open(bytes));
    case file_kind::p3d_animation: return call(p3d::open_animation(bytes));
    case file_kind::unknown: {
        constexpr std::size_t magic_size = 4;
        const byte_view file{bytes};
        if (file.size() < magic_size) {
            return {{"the file"}, errc::truncated, magic_size, static_cast<std::int64_t>(file.size())};
        }
        const std::uint32_t found = file.value_at<u32<form::little>>(0);
        return {{"the file"}, errc::bad_magic, 0, found, "a model of a format that effigy knows"};
    }
    case file_kind::empty:
    case file_kind::unsupported: break;
    }
    return {{is.name}, errc::unsupported, 0, is.version, is.advice};
}

}} // namespace effigy::v0
