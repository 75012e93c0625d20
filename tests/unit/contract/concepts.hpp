// The interface that all formats share, as concepts. A new format must satisfy them.
#pragma once

#include <effigy/core/evaluation.hpp>
#include <effigy/core/finding.hpp>
#include <effigy/core/math.hpp>
#include <effigy/core/sequence.hpp>
#include <effigy/owned/pools.hpp>
#include <effigy/owned/written_file.hpp>
#include <effigy/regions.hpp>
#include <effigy/scene.hpp>

#include <concepts>
#include <memory_resource>
#include <ranges>
#include <string_view>
#include <vector>

namespace contract {

using namespace effigy;
using bytes = std::vector<std::byte>;

// ---- views ---------------------------------------------------------------------------------------------------------

// A value of a few words without a destructor.
template <class T, std::size_t MaxSize>
concept view = std::is_trivially_copyable_v<T> && std::default_initializable<T> && sizeof(T) <= MaxSize;
// A view that may be empty.
template <class T, std::size_t MaxSize>
concept optional_view = view<T, MaxSize> && std::constructible_from<bool, const T&> && !std::convertible_to<T, bool>;

inline constexpr std::size_t max_element_size = 112, max_mesh_size = 160, max_lod_size = 256;
inline constexpr std::size_t max_iterator_overhead = 64; // above the size of an element

// ---- ranges --------------------------------------------------------------------------------------------------------

template <class R>
concept borrowed_view = std::ranges::forward_range<const R> && std::ranges::borrowed_range<R> && std::ranges::view<R> &&
                        std::is_trivially_copyable_v<R> && requires(const R& r) {
                            { r.empty() } -> std::same_as<bool>;
                            typename R::value_type;
                        };
// Iterators return values, or references into the file. They never return references into themselves.
template <class R>
concept steady = std::is_lvalue_reference_v<std::ranges::range_reference_t<const R>> ||
                 std::same_as<std::ranges::range_reference_t<const R>, std::ranges::range_value_t<const R>>;
template <class R>
concept small_iterators =
    sizeof(std::ranges::iterator_t<const R>) <= sizeof(std::ranges::range_value_t<const R>) + max_iterator_overhead;

template <class R>
concept forward = borrowed_view<R> && steady<R>;
template <class R>
concept sized = forward<R> && std::ranges::sized_range<const R>;
// Access by number: `range[i]` requires i < size(); `range.at(i)` takes any number and returns null or an empty value
// if it is out of range.
template <class R>
concept random_access = sized<R> && std::ranges::random_access_range<const R> && std::ranges::common_range<const R> &&
                        requires(const R& r, std::size_t i, std::uint64_t any) {
                            { r[i] } -> std::same_as<std::ranges::range_reference_t<const R>>;
                            requires std::same_as<decltype(r.at(any)), std::ranges::range_value_t<const R>> ||
                                         std::same_as<decltype(r.at(any)), const std::ranges::range_value_t<const R>*>;
                        };
template <class R>
concept array_of_records = random_access<R> && std::ranges::contiguous_range<const R> &&
                           std::convertible_to<R, std::span<const std::ranges::range_value_t<const R>>>;

// ---- models --------------------------------------------------------------------------------------------------------

template <class M>
concept model = view<M, max_lod_size> && requires(const M& m) {
    { m.file() } -> std::same_as<byte_view>;
    { m.version() } -> std::same_as<std::uint32_t>;
    { m.trailing() } -> std::same_as<std::span<const std::byte>>;
};

template <class T> inline constexpr bool is_result = false;
template <class T> inline constexpr bool is_result<result<T>> = true;

// verify() returns an error that is false if the model is valid.
template <class M>
concept verified = requires(const M& m) {
    { verify(m) } -> std::same_as<error>;
};
template <class M>
concept linted = requires(const M& m, void (&sink)(const finding&)) {
    { lint(m, sink) } -> std::same_as<void>;
};
// `T made;` leaves nothing uninitialised. The compiler decides: else `const T made;` is an error.
template <class T>
concept initialised = !std::is_class_v<T> || requires { new const T; };
template <initialised... T> void initialised_elements(const owned_pools<T...>&);
// An owning model: a value, whose names are characters in a pool.
template <class M>
concept owned =
    std::copyable<M> && std::equality_comparable<M> && std::default_initializable<M> &&
    std::constructible_from<M, std::pmr::memory_resource*> && requires(const M& m, const pool_slice<char>& name) {
        { m.get(name) } -> std::same_as<std::string_view>;
        { m.template all<char>() } -> std::same_as<const pool<char>&>;
        initialised_elements(m);
    };
// decode() returns an error if the model would exceed the memory limit, never an incomplete model.
template <class M>
concept decoded = requires(const M& m, std::pmr::memory_resource* memory) {
    requires is_result<decltype(decode(m))>;
    requires is_result<decltype(decode(m, memory))>;
    requires owned<typename decltype(decode(m))::value_type>;
};
// encode() writes the file of an owning model: into a file that it was decoded from, or in canonical order.
template <class M>
concept encoded = requires(const M& m, std::span<const std::byte> original, std::pmr::memory_resource* memory) {
    { encode(*decode(m)) } -> std::same_as<result<file_bytes>>;
    { encode(*decode(m), memory) } -> std::same_as<result<file_bytes>>;
    { encode(*decode(m), original) } -> std::same_as<result<written_file>>;
    { encode(*decode(m), original, memory) } -> std::same_as<result<written_file>>;
};
// to_scene() takes the options of the format, then memory.
template <class M>
concept has_scene = requires(const M& m, std::pmr::memory_resource* memory) {
    { to_scene(m) } -> std::same_as<result<scene>>;
    { to_scene(m, {}, memory) } -> std::same_as<result<scene>>;
};
// regions() reports the purpose of each byte of the file.
template <class M>
concept mapped = requires(const M& m, void (&sink)(const region&)) {
    { regions(m, sink) } -> std::same_as<void>;
};

// What every format has for its models, and for its animations if they are files.
template <class M>
concept complete = model<M> && verified<M> && linted<M> && decoded<M> && mapped<M>;

// ---- a tree of nodes or bones ---------------------------------------------------------------------------------------

// mesh() of a node is a view, not the number of a mesh.
template <class N>
concept mesh_of_node = !requires(const N& n) { n.mesh(); } || requires(const N& n) {
    { n.mesh().vertex_count() } -> std::same_as<std::uint32_t>;
    { n.mesh().triangle_count() } -> std::same_as<std::uint32_t>;
};
template <class N>
concept node = optional_view<N, max_element_size> && mesh_of_node<N> && requires(const N& n) {
    { n.parent() } -> std::same_as<std::uint32_t>; // or npos
};

template <class I, class Node>
concept index = std::derived_from<I, tree_links> && view<I, max_mesh_size> &&
                requires(const I& nodes, std::size_t i, std::uint64_t any) {
                    { nodes[i] } -> std::same_as<Node>;
                    { nodes.at(any) } -> std::same_as<Node>;
                    { nodes.size() } -> std::same_as<std::size_t>;
                    { nodes.parent(any) } -> std::same_as<std::uint32_t>;
                    { nodes.preorder(any) } -> std::same_as<std::uint32_t>;
                    { nodes.children(any) } -> forward;
                };
// find() returns the first of equal names in depth-first order.
template <class I>
concept names = requires(const I& nodes, std::uint64_t any, std::string_view name) {
    { nodes.name(any) } -> std::same_as<std::string_view>;
    { nodes.find(name) } -> std::same_as<std::uint32_t>; // or npos
};

// ---- meshes --------------------------------------------------------------------------------------------------------

template <class V>
concept vertices = requires(const V& v) {
    { v.vertex_count() } -> std::same_as<std::uint32_t>;
    { v.positions() } -> random_access;
    { v.normals() } -> random_access;
    { v.texcoords() } -> random_access;
    { v.texcoords(1) } -> random_access;
    requires std::constructible_from<vector3<float>, std::ranges::range_value_t<decltype(v.positions())>>;
};
template <class T>
concept triangles = requires(const T& t) {
    { t.indices() } -> random_access;
    { t.triangle_count() } -> std::same_as<std::uint32_t>;
};
// Each number in joints() is an index into bones().
template <class S>
concept skinned = requires(const S& s) {
    { s.joints() } -> random_access;
    { s.weights() } -> random_access;
    { s.bones() } -> random_access;
};
// A bone of a format that stores inverse bind matrices.
template <class B>
concept bound_bone = optional_view<B, max_element_size> && requires(const B& b) {
    { b.node() } -> std::same_as<std::uint32_t>; // or npos
    { b.inverse_bind() } -> std::same_as<matrix4x3<float>>;
    { b.template inverse_bind<double>() } -> std::same_as<matrix4x3<double>>;
};

// ---- time ----------------------------------------------------------------------------------------------------------

template <class S>
concept skins = requires(const S& skinned, const std::vector<matrix4x3<float>>& matrices,
                         std::vector<matrix4x3<float>>& moving, std::vector<vector3<float>>& out) {
    { skin_matrices(skinned, matrices, moving) } -> std::same_as<std::size_t>;
    { skin_positions(skinned, matrices, out) } -> std::same_as<std::size_t>;
    { skin_normals(skinned, matrices, out) } -> std::same_as<std::size_t>;
};
template <class Index, class Pose>
concept poses = requires(const Index& nodes, std::vector<Pose>& out, std::vector<matrix4x3<float>>& matrices) {
    { rest_poses(nodes, out) } -> std::same_as<std::size_t>;
    { local_matrices(out, matrices) } -> std::same_as<std::size_t>;
    { local_to_world(nodes, matrices) } -> std::same_as<void>;
};
// Seconds are a double in all functions.
template <class Clip, class When, class Index, class Pose>
concept plays = requires(const Clip& clip, const When& when, const Index& nodes, std::vector<Pose>& out) {
    { apply(clip, when, nodes, out) } -> std::same_as<std::size_t>;
    { apply(clip, when, nodes, out, playback::loop) } -> std::same_as<std::size_t>;
};
// sample() returns the fallback if there is no value at a time.
template <class What, class When, class Value>
concept samples = requires(const What& what, const When& when, const Value& fallback) {
    { sample(what, when) } -> std::same_as<Value>; // in float by default
    { sample(what, when, fallback) } -> std::same_as<Value>;
};
template <class C>
concept lasts = requires(const C& clip) {
    { clip.duration() } -> std::same_as<double>;
};

} // namespace contract
