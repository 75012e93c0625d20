// The blocks of a model: every record, and every list, array and text that a record refers to, in one order. open(),
// decode(), regions() and encode() are visitors of this traversal. The model is that of a file or an owning model: see
// file_source below, and encode.hpp.
//
// A visitor has:
//     own = record(path, record)                    a record begins. `own`: what it becomes, or a null pointer
//     block(place, reference, count, slot)          `count` elements. slot(): what the reference becomes, in `own`
//     inner = references(place, list, slot)         a list of references. inner[i]: what the i-th becomes
//     text(place, reference, slot)                  characters up to a NUL
//     pointers(place, list, slot)                   the children of a node, or the animations
//     same_size(path, list, size, expected)         whether a list has as many elements as the list of their counts
//     own_indices(place, list, indices, own)        an array whose count is no longer stored
//     slot_nodes(path, node, own)                   the table of a skin's slots, in the node
//     boxes(path, node)                             a collision tree
//     absent(node, flag)                            a part that the flags indicate, but that is not there
//     stopped()                                     whether the visitor has seen enough
#pragma once

#include <effigy/core/fields.hpp>
#include <effigy/core/text.hpp>
#include <effigy/nwn/view/model.hpp>

namespace effigy { inline namespace v0 { namespace nwn { namespace impl {

using namespace effigy::impl;

// ---- references ----------------------------------------------------------------------------------------------------

template <class T> using element_of = std::remove_all_extents_t<T>;

template <class T> inline constexpr bool is_ptr = false;
template <class T, form F> inline constexpr bool is_ptr<ptr<T, F>> = true;
template <class T> inline constexpr bool is_tree = false; // pointers to nodes or animations
template <class T, form F> inline constexpr bool is_tree<list<ptr<T, F>, F>> = true;

// References that are followed from their record. Lists of bytes are empty in every file. What a single pointer refers
// to is followed by a walk.
template <class T>
concept followed =
    reference_to_records<element_of<T>> && !is_ptr<element_of<T>> && !std::same_as<typename element_of<T>::target, u8>;
// Lists of references that are followed.
template <class T>
concept followed_list = followed<T> && !is_tree<T> && reference_to_records<typename element_of<T>::target>;

// ---- paths ---------------------------------------------------------------------------------------------------------

using static_path = static_text<40>;

// The location of a reference.
struct reference_path {
    const char* path;
    std::uint32_t index = npos; // in an array or a list of references
    bool in_list = false;       // a list, not an array in the record
};

template <class Record> inline constexpr const char* path_prefix_of = "nodes[].";
template <form F> inline constexpr const char* path_prefix_of<basic_node_header<F>> = "nodes[]";
template <form F> inline constexpr const char* path_prefix_of<basic_animation_header<F>> = "animations[]";
template <form F> inline constexpr const char* path_prefix_of<basic_model_header<F>> = "";

// "nodes[].mesh", "nodes[]", "animations[]"; "" for the model, whose lists have no prefix.
template <described Record> struct path_of_record {
    static constexpr static_path make() {
        constexpr std::string_view prefix = path_prefix_of<Record>;
        static_path out;
        return out << prefix << (prefix.ends_with('.') ? Record::record_name : "");
    }
    static constexpr static_path made = make();
};
template <class Record> inline constexpr const char* record_path = path_of_record<Record>::made.chars;

// The paths of the fields of a record: "nodes[].mesh.vertices", "nodes[].mesh.texcoords[]"; `elements`: those of the
// elements of lists, "nodes[].light.flareTextures[]".
template <described Record> class field_paths {
    static constexpr std::size_t count() {
        std::size_t out = 0;
        Record::template fields<Record>([&](const field&, auto) { ++out; });
        return out;
    }
    static constexpr auto make(bool of_elements) {
        const std::string_view prefix = record_path<Record>;
        std::array<static_path, count()> out{};
        std::size_t i = 0;
        Record::template fields<Record>([&]<class T, class Of>(const field& of, T Of::*) {
            if constexpr (followed<T>) {
                out[i] << prefix << (prefix.empty() ? "" : ".") << of.name;
                out[i] << (std::is_array_v<T> || of_elements ? "[]" : "");
            }
            ++i;
        });
        return out;
    }

public:
    static constexpr auto all = make(false);
    static constexpr auto elements = make(true);
};

// ---- a file --------------------------------------------------------------------------------------------------------

// A file, as the source of a traversal.
struct file_source : sections {
    template <class T> static constexpr bool lists_texts = std::same_as<T, list<array_ptr<char>>>;

    [[nodiscard]] static EFFIGY_INLINE std::uint64_t count(const auto& to, const auto& by_fields) noexcept {
        if constexpr (requires { to.used; }) {
            return to.used;
        } else {
            return by_fields();
        }
    }
    // Returns the elements that a reference refers to. Empty if they are no longer inside their section.
    template <class To> [[nodiscard]] EFFIGY_INLINE auto follow(const To& to, std::uint64_t count) const noexcept {
        if constexpr (requires { to.used; }) {
            return get(to);
        } else {
            return count <= 0xFFFF'FFFF ? get(to, static_cast<std::uint32_t>(count)) : array<typename To::target>{};
        }
    }
    [[nodiscard]] static bool has(const nwn::node& node, node_flags flag) noexcept { return node.has(flag); }
    [[nodiscard]] static auto light(const nwn::node& node) noexcept { return node.light(); }
    [[nodiscard]] static auto emitter(const nwn::node& node) noexcept { return node.emitter(); }
    [[nodiscard]] static auto reference(const nwn::node& node) noexcept { return node.reference(); }
    [[nodiscard]] static auto mesh(const nwn::node& node) noexcept { return node.mesh().record(); }
    [[nodiscard]] static auto skin(const nwn::node& node) noexcept { return node.skin().record(); }
    [[nodiscard]] static auto animmesh(const nwn::node& node) noexcept { return node.animmesh().record(); }
    [[nodiscard]] static auto dangly(const nwn::node& node) noexcept { return node.dangly().record(); }
    [[nodiscard]] static auto own_indices(const nwn::node& node) noexcept { return node.mesh().own_indices(); }

    [[nodiscard]] static const model_header* record(const nwn::model& model) noexcept { return model.record(); }
    static void each_node(const auto& of, const auto& use) {
        for (const nwn::node node : of.nodes()) {
            use(node, *node.record());
        }
    }
    static void each_animation(const nwn::model& model, const auto& use) {
        for (const nwn::animation clip : model.animations()) {
            if (clip) { // always, unless the bytes changed since open()
                use(clip, *clip.record());
            }
        }
    }
};

// ---- records -------------------------------------------------------------------------------------------------------

// What becomes of element `i` of a list of references. Nothing, for visitors that only read.
template <class Inner> [[nodiscard]] EFFIGY_INLINE auto slot_of(Inner& inner, std::uint32_t i) noexcept {
    if constexpr (std::same_as<Inner, std::nullptr_t>) {
        return nullptr;
    } else {
        return [&inner, i]() -> auto& { return inner[i]; };
    }
}

// Visits the references of a record, through its description. `Own`: what the record becomes.
template <class Source, class Record, class Own, class Visitor> struct reference_visitor {
    const Source& from;
    const Record& record;
    Own* own;
    std::uint32_t vertices; // of the node's mesh
    Visitor& visit;
    std::size_t fields = 0; // visited so far

    template <class T, class R, class U, class O>
    EFFIGY_INLINE void operator()(const field& of, T R::* in, U O::* out) {
        each(of, in, out);
    }
    template <class By, class Times, class T, class R, class U, class O>
    EFFIGY_INLINE void operator()(const counted<By, Times>& of, T R::* in, U O::* out) {
        each(of, in, out);
    }

private:
    template <class Field, class T, class R, class U, class O>
    EFFIGY_INLINE void each([[maybe_unused]] const Field& of, [[maybe_unused]] T R::* in, [[maybe_unused]] U O::* out) {
        [[maybe_unused]] const std::size_t i = fields++;
        if constexpr (!followed<T>) {
        } else if constexpr (std::is_array_v<T>) {
            for (std::uint32_t e = 0; e < std::extent_v<T>; ++e) {
                block(of, {field_paths<Record>::all[i].chars, e}, (record.*in)[e],
                      [&]() -> auto& { return (own->*out)[e]; });
            }
        } else if constexpr (is_tree<T>) {
            if (!visit.stopped()) {
                visit.pointers(reference_path{field_paths<Record>::all[i].chars}, record.*in,
                               [&]() -> auto& { return own->*out; });
            }
        } else if constexpr (followed_list<T>) {
            if (!visit.stopped()) {
                auto inner = visit.references(reference_path{field_paths<Record>::all[i].chars}, record.*in,
                                              [&]() -> auto& { return own->*out; });
                elements(of, i, record.*in, inner);
            }
        } else {
            block(of, {field_paths<Record>::all[i].chars}, record.*in, [&]() -> auto& { return own->*out; });
        }
    }
    template <class Field, class To, class Slot>
    EFFIGY_INLINE void block(const Field& of, reference_path at, const To& to, const Slot& slot) {
        if (!visit.stopped()) {
            visit.block(at, to, from.count(to, [&] { return count_of(of); }), slot);
        }
    }
    [[nodiscard]] EFFIGY_INLINE std::uint64_t count_of(const field&) const noexcept { return 0; }
    template <class By, class Times>
    [[nodiscard]] EFFIGY_INLINE std::uint64_t count_of(const counted<By, Times>& of) const noexcept {
        return value(of.by) * value(of.times);
    }
    [[nodiscard]] EFFIGY_INLINE std::uint64_t value(one_each) const noexcept { return 1; }
    template <class T, class R> [[nodiscard]] EFFIGY_INLINE std::uint64_t value(T R::* by) const noexcept {
        if constexpr (std::is_base_of_v<R, Record>) {
            return record.*by;
        } else {
            return vertices; // the only field of another record
        }
    }
    // Lists of references: texts, and arrays that a parallel list counts.
    template <class List, class Inner>
    EFFIGY_INLINE void elements(const field&, std::size_t number, const List& list, Inner& inner) {
        static_assert(Source::template lists_texts<List>);
        std::uint32_t i = 0;
        for (const auto& each : from.get(list)) {
            if (visit.stopped()) {
                return;
            }
            visit.text(reference_path{field_paths<Record>::elements[number].chars, i, true}, each, slot_of(inner, i));
            ++i;
        }
    }
    template <class T, class R, class List, class Inner>
    EFFIGY_INLINE void elements(const counted<T R::*>& of, std::size_t number, const List& list, Inner& inner) {
        const auto lists = from.get(list);
        const auto counts = from.get(record.*(of.by));
        if (visit.stopped() ||
            !visit.same_size(field_paths<Record>::all[number].chars, list, lists.size(), counts.size())) {
            return;
        }
        for (std::uint32_t i = 0; i < lists.size() && !visit.stopped(); ++i) {
            visit.block(reference_path{field_paths<Record>::elements[number].chars, i, true}, lists[i],
                        from.count(lists[i], [&] { return std::uint64_t{std::uint32_t{counts[i]}}; }),
                        slot_of(inner, i));
        }
    }
};

template <class Source, class Record, class Visitor>
EFFIGY_INLINE auto visit_record_inlined(const Source& from, const Record& record, std::uint32_t vertices,
                                        Visitor& visit) {
    auto* const own = visit.record(record_path<Record>, record);
    using type = std::remove_pointer_t<decltype(own)>;
    reference_visitor<Source, Record, type, Visitor> references{
        .from = from, .record = record, .own = own, .vertices = vertices, .visit = visit};
    Record::template fields<Record, type>(references);
    return own;
}
template <class Source, class Record, class Visitor>
auto visit_record_apart(const Source& from, const Record& record, std::uint32_t vertices, Visitor& visit) {
    return visit_record_inlined(from, record, vertices, visit);
}
// Visits a record and its references. Returns what it becomes. Inlined only for the visitor that open() calls for each
// node; all together would need much of the stack where nothing is optimised.
template <class Source, class Record, class Visitor>
EFFIGY_INLINE auto visit_record(const Source& from, const Record& record, std::uint32_t vertices, Visitor& visit) {
    if constexpr (requires { Visitor::is_inlined; }) {
        return visit_record_inlined(from, record, vertices, visit);
    } else {
        return visit_record_apart(from, record, vertices, visit);
    }
}

// ---- nodes ---------------------------------------------------------------------------------------------------------

template <class Source, class Node, class Part, class Visitor>
EFFIGY_INLINE void visit_part(const Source& from, const Node& node, node_flags flag, const Part* part,
                              std::uint32_t vertices, Visitor& visit) {
    if (!from.has(node, flag) || visit.stopped()) {
        return;
    }
    if (part == nullptr) {
        visit.absent(node, flag);
    } else {
        static_cast<void>(visit_record(from, *part, vertices, visit));
    }
}

// Visits the parts of a node that its flags indicate.
template <class Source, class Node, class Visitor>
EFFIGY_INLINE void visit_parts(const Source& from, const Node& node, Visitor& visit) {
    visit_part(from, node, has_light, from.light(node), 0, visit);
    visit_part(from, node, has_emitter, from.emitter(node), 0, visit);
    visit_part(from, node, has_reference, from.reference(node), 0, visit);
    const auto* const mesh = from.mesh(node);
    const std::uint32_t vertices = mesh != nullptr ? std::uint32_t{mesh->vertex_count} : 0;
    if ((from.has(node, has_mesh) || from.has(node, has_animmesh)) && !visit.stopped()) {
        if (mesh == nullptr) {
            visit.absent(node, has_mesh);
        } else {
            auto* const own = visit_record(from, *mesh, vertices, visit);
            if (!visit.stopped()) {
                visit.own_indices(reference_path{"nodes[].mesh.ownIndices"}, mesh->index_lists, from.own_indices(node),
                                  own);
            }
        }
    }
    if (from.has(node, has_skin) && !visit.stopped()) {
        if (const auto* const skin = from.skin(node); skin == nullptr) {
            visit.absent(node, has_skin);
        } else {
            auto* const own = visit_record(from, *skin, vertices, visit);
            visit.slot_nodes("nodes[].skin.slotNodes", node, own);
        }
    }
    visit_part(from, node, has_animmesh, from.animmesh(node), vertices, visit);
    visit_part(from, node, has_dangly, from.dangly(node), vertices, visit);
    if (from.has(node, has_aabb) && !visit.stopped()) {
        visit.boxes("nodes[].aabb", node);
    }
}

// ---- everything ----------------------------------------------------------------------------------------------------

// Visits the nodes of a model or of an animation.
template <class Source, class Visitor> void visit_nodes(const Source& from, const auto& of, Visitor& visit) {
    from.each_node(of, [&](const auto& node, const auto& header) {
        if (!visit.stopped()) {
            visit.node(node);
        }
        if (!visit.stopped()) {
            static_cast<void>(visit_record(from, header, 0, visit));
            visit_parts(from, node, visit);
        }
    });
}

template <class Source, class Visitor> void visit_animations(const Source& from, const auto& model, Visitor& visit) {
    from.each_animation(model, [&](const auto& clip, const auto& record) {
        if (!visit.stopped()) {
            visit.animation(clip);
        }
        if (!visit.stopped()) {
            static_cast<void>(visit_record(from, record, 0, visit));
            visit_nodes(from, clip, visit);
        }
    });
}

// Visits every block of a model, the animations first, as all programs write them. A visitor also has node(node),
// animation(clip) and geometry(), which are called before the blocks of a node, of an animation and of the model's
// tree.
template <class Source, class Visitor> void for_each_block(const Source& from, const auto& model, Visitor& visit) {
    if (const auto* const header = from.record(model); header != nullptr) {
        static_cast<void>(visit_record(from, *header, 0, visit));
        visit_animations(from, model, visit);
        visit.geometry();
        visit_nodes(from, model, visit);
    }
}

}}}} // namespace effigy::v0::nwn::impl
