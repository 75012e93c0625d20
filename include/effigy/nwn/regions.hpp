// The meaning of each byte of a model's file.
#pragma once

#include <effigy/core/impl/platform.hpp>
#include <effigy/nwn/text.hpp>
#include <effigy/nwn/view.hpp>
#include <effigy/regions.hpp>

namespace effigy { inline namespace v0 { namespace nwn {

// Calls sink(region) for each region of the file in the order of their offsets: everything that the view follows, and
// gaps. Takes time O(n log n) and memory O(n) for n regions.
EFFIGY_API void regions(const nwn::model& from, region_sink sink);
// The same for a model in text form: each statement, with its list, and what is between them. Allocates nothing.
EFFIGY_API void regions(const text_model& from, region_sink sink);

}}} // namespace effigy::v0::nwn

#if defined(EFFIGY_HAS_BODIES)
#include <effigy/core/fields.hpp>
#include <effigy/nwn/order/blocks.hpp>
#include <effigy/regions/collect.hpp>

namespace effigy { inline namespace v0 { namespace nwn {

namespace impl {

// Claims the byte ranges of all parts of a model: a visitor of its blocks. The paths are the same as in errors.
template <class = when_used> class claimer {
public:
    explicit claimer(const nwn::model& from)
        : from_(from), in_{walks::of(from.nodes()).where()}, claims_(from.file()) {}

    void report(region_sink sink) {
        if (const auto* const start = from_.file().record_at<file_header>(0); start != nullptr) {
            claims_.add_record(where("file"), *start);
        }
        if (const model_header* const header = from_.record(); header != nullptr) {
            claims_.add_record(where("model"), *header);
            visit_record(in_, *header, 0, *this);
            visit_nodes(in_, from_, *this);
            visit_animations(in_, from_, *this);
        }
        claims_.report(sink);
    }

    // ---- the visitor -----------------------------------------------------------------------------------------------

    static constexpr bool stopped() noexcept { return false; }
    void animation(const nwn::animation& clip) {
        ++clip_;
        node_ = npos;
        claims_.add_record(where("animations[]"), *clip.record());
    }
    void node(const nwn::node& node) {
        node_ = node.number();
        claims_.add_record(where("nodes[]"), *node.record());
        const std::uint32_t bytes = claim_body(node);
        claim_bytes("nodes[].body", node.offset() + std::uint64_t{bytes}, node.offset() + std::uint64_t{node.size()},
                    role::garbage);
    }
    template <class Record> static Record* record(const char*, const Record&) noexcept { return nullptr; }
    void block(reference_path at, const auto& to, std::uint64_t count, const auto&) {
        claims_.add(where(at), in_.follow(to, count));
    }
    std::nullptr_t references(reference_path at, const auto& items, const auto&) {
        claims_.add(where(at), in_.get(items), role::reference);
        return nullptr;
    }
    void pointers(reference_path at, const auto& items, const auto& slot) { references(at, items, slot); }
    void text(reference_path at, const array_ptr<char>& to, const auto&) {
        if (const std::string_view found = in_.get(to); found.data() != nullptr) {
            claims_.add(where(at), in_.get(to, static_cast<std::uint32_t>(found.size() + 1)));
        }
    }
    static bool same_size(const char*, const auto&, std::size_t size, std::size_t expected) noexcept {
        return size == expected;
    }
    void own_indices(reference_path at, const auto&, const array<u16<>>& found, const auto&) {
        claims_.add(where(at), found);
    }
    static void slot_nodes(const char*, const auto&, const auto&) noexcept {} // claimed with the node
    static void absent(const nwn::node&, node_flags) noexcept {}
    // Adjacent boxes are one region.
    void boxes(const char* path, const nwn::node& node) {
        std::uint32_t first = 0;
        std::uint32_t count = 0;
        const auto claim = [&] { claims_.add(where(path), in_.model().array_at<aabb_entry>(first, count)); };
        for (const nwn::aabb box : node.aabb()) {
            if (box.offset() != first + count * std::uint64_t{sizeof(aabb_entry)}) {
                claim();
                first = box.offset();
                count = 0;
            }
            ++count;
        }
        claim();
    }

private:
    [[nodiscard]] location where(reference_path at) const noexcept {
        location out{at.path};
        out = at.index != npos ? out.within(at.index) : out;
        out = node_ != npos ? out.within(node_) : out;
        out.path_prefix = clip_ != npos && node_ != npos ? "nwn.animations[]." : "nwn.";
        return clip_ != npos ? out.within(clip_) : out;
    }
    [[nodiscard]] location where(const char* path) const noexcept { return where(reference_path{path}); }

    // Claims the records after a node's header that the flags indicate. Returns how many bytes of the node are claimed.
    std::uint32_t claim_body(const nwn::node& node) {
        if (const nwn::mesh surface = node.mesh()) {
            claims_.add_record(where("nodes[].mesh"), *surface.record());
            return mesh_part_at + claim_part_of_mesh(node);
        }
        std::uint32_t bytes = claim_record(node.reference());
        bytes = bytes != 0 ? bytes : claim_record(node.emitter());
        return node_part_at + (bytes != 0 ? bytes : claim_record(node.light()));
    }
    std::uint32_t claim_part_of_mesh(const nwn::node& node) {
        std::uint32_t bytes = claim_record(node.skin().record());
        if (bytes != 0) {
            const array<i16<>> nodes = node.skin().slot_nodes();
            claims_.add(where("nodes[].skin.slotNodes"), nodes);
            return bytes + static_cast<std::uint32_t>(nodes.size() * sizeof(i16<>));
        }
        bytes = claim_record(node.animmesh().record());
        bytes = bytes != 0 ? bytes : claim_record(node.dangly().record());
        return bytes != 0 ? bytes : claim_record(node.aabb().record());
    }
    template <class Record> std::uint32_t claim_record(const Record* record) {
        if (record == nullptr) {
            return 0;
        }
        claims_.add_record(where(record_path<Record>), *record);
        return sizeof(Record);
    }
    // Claims the rest of a node, from `first` to `end` in model data.
    void claim_bytes(const char* path, std::uint64_t first, std::uint64_t end, role what) {
        const std::uint64_t count = end > first ? end - first : 0;
        claims_.add(where(path), in_.model().array_at<u8>(first, static_cast<std::uint32_t>(count)), what);
    }

    const nwn::model& from_;
    file_source in_;
    region_collector claims_;
    std::uint32_t clip_ = npos;
    std::uint32_t node_ = npos; // npos: in a header
};

// Reports the parts of a text one after another.
template <class = when_used> class text_claimer {
public:
    text_claimer(const text_model& from, region_sink sink) noexcept : from_(from), sink_(sink) {}

    void report() {
        const byte_view file = from_.file();
        std::uint64_t at = file.size() - from_.text().size();
        claim("nwn.text.byteOrderMark", 0, at, role::constant);
        bool is_first = true;
        for (const statement& each : from_.statements()) {
            const std::uint64_t begin = file.offset_of(each.text().data());
            claim_between(at, begin, is_first);
            is_first = false;
            note_begin(each.kind());
            at = begin + each.text().size();
            claim(path(), begin, at, role::value);
            note_end(each.kind());
        }
        claim_between(at, file.size(), true);
    }

private:
    void note_begin(statement_kind kind) noexcept {
        in_node_ = in_node_ || kind == statement_kind::node;
        in_animation_ = in_animation_ || kind == statement_kind::animation;
    }
    void note_end(statement_kind kind) noexcept {
        const bool ends_tree = kind == statement_kind::end_animation || kind == statement_kind::end_geometry;
        in_animation_ = in_animation_ && !ends_tree;
        in_node_ = in_node_ && !ends_tree && kind != statement_kind::end_node;
    }
    [[nodiscard]] const char* path() const noexcept {
        return in_animation_ ? (in_node_ ? "nwn.text.animation.node" : "nwn.text.animation")
               : in_node_    ? "nwn.text.node"
                             : "nwn.text";
    }
    // Blanks and comments, or what is outside the model.
    void claim_between(std::uint64_t begin, std::uint64_t end, bool is_outside) {
        const std::string_view text = from_.file().text_at(begin, end - begin);
        const bool is_blank = text.find_first_not_of(" \t\r\n") == text.npos;
        claim(is_blank     ? "nwn.text.blanks"
              : is_outside ? "nwn.text.outside"
                           : "nwn.text.comments",
              begin, end, role::padding);
    }
    void claim(const char* path, std::uint64_t begin, std::uint64_t end, role what) {
        if (begin == end) {
            return;
        }
        region out;
        out.where = {path, begin};
        out.type = "char";
        out.count = out.length = end - begin;
        out.role = what;
        sink_(out);
    }

    const text_model& from_;
    region_sink sink_;
    bool in_node_ = false, in_animation_ = false;
};

} // namespace impl

EFFIGY_API_BODY void regions(const nwn::model& from, region_sink sink) { impl::claimer{from}.report(sink); }
EFFIGY_API_BODY void regions(const text_model& from, region_sink sink) { impl::text_claimer<>{from, sink}.report(); }

}}} // namespace effigy::v0::nwn
#endif
