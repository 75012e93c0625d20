// effigy_instructions OPERATION FILE...: opens, verifies, walks, decodes or poses each file once, for a program that
// counts the instructions of measured(). Prints the files that are rejected, and a checksum. World of Warcraft's models
// are opened with their companion files.
#include "bench/engine.hpp"
#include "bench/m2.hpp"
#include "bench/nwn.hpp"
#include "bench/p3d.hpp"

#include <effigy/any.hpp>
#include <effigy/file.hpp>
#include <effigy/m2/decode.hpp>
#include <effigy/nwn/decode.hpp>
#include <effigy/p3d/decode.hpp>

#include <algorithm>
#include <cstdio>
#include <string_view>
#include <vector>

// Only this function, with the functions that it calls, is counted. It has a C name, so that callgrind finds it without
// a parameter list.
extern "C" {
[[gnu::noinline]] void measured(void (*operation)(const void*), const void* on) {
    operation(on);
    __asm__ volatile("" : : : "memory"); // prevents a tail call: the operation must return to this function
}
}

namespace {

template <class Operation> void measure(const Operation& operation) {
    measured([](const void* on) { (*static_cast<const Operation*>(on))(); }, &operation);
}

// Makes the compiler assume that the whole value is read.
template <class T> void use(const T& value) { __asm__ volatile("" : : "r"(&value) : "memory"); }
template <class T> void use_copy(T value) { use(value); }

// Reads every element by value, including bones, corners of faces, boxes and so on, and the first entry of each array.
struct thorough {
    template <class Element> void operator()(const Element& element) const { use(element); }

    void operator()(const effigy::grimrock::mesh& mesh) const {
        each(mesh.bones());
        first_of(mesh.positions(), mesh.normals(), mesh.tangents(), mesh.bitangents(), mesh.colors(), mesh.texcoords(),
                 mesh.joints(), mesh.weights(), mesh.indices());
    }
    void operator()(const effigy::grimrock::item& item) const {
        use(item);
        first_of(item.positions(), item.rotations(), item.scales());
    }

    void operator()(const effigy::nwn::node& node) const {
        use(node);
        const auto mesh = node.mesh();
        const auto skin = node.skin();
        const auto samples = node.animmesh();
        first_of(mesh.positions(), mesh.normals(), mesh.colors(), mesh.tangents(), mesh.handedness(), mesh.texcoords(),
                 mesh.faces(), mesh.indices(), skin.weights(), skin.joints(), skin.slot_nodes(), skin.node_to_slot(),
                 skin.inverse_rotations(), skin.inverse_translations(), samples.position_samples(),
                 samples.texcoord_samples(), node.dangly().constraints());
        each(node.aabb());
    }
    void operator()(const effigy::nwn::controller& controller) const {
        use(controller);
        first_of(controller.times(), controller.values());
    }
    void operator()(const effigy::nwn::animation& animation) const {
        use(animation);
        each(animation.events());
    }

    template <class T> void operator()(const effigy::array<T>& list) const { first_of(list); }
    void operator()(const effigy::m2::skin_profile& profile) const {
        use(profile);
        each(profile.submeshes());
    }

    void operator()(const effigy::p3d::lod& lod) const {
        use(lod);
        first_of(lod.points(), lod.point_records(), lod.normals());
    }
    void operator()(const effigy::p3d::face& face) const {
        use(face);
        each(face.corners());
    }
    void operator()(const effigy::p3d::tag& tag) const {
        use(tag);
        const auto selection = tag.selection();
        first_of(selection.point_bytes(), selection.face_bytes(), tag.edges(), tag.masses(), tag.uv_set().uvs(),
                 tag.morph_frame().positions());
    }
    void operator()(const effigy::p3d::phase& phase) const {
        use(phase);
        each(phase.bones());
    }

private:
    template <class Range> static void each(const Range& range) {
        for (const auto& element : range) {
            use_copy(element);
        }
    }
    template <class... Array> static void first_of(const Array&... arrays) {
        ((arrays.empty() ? void() : use_copy(*arrays.begin())), ...);
    }
};

// Poses the bones of each animation at one time.
std::uint64_t pose(const effigy::m2::model& model) {
    std::vector<effigy::tree_entry> entries(model.bones().size());
    std::vector<effigy::pose<float>> poses(model.bones().size());
    const effigy::m2::bone_index bones = model.index(entries);
    std::uint64_t sum = 0;
    measure([&] {
        for (std::uint32_t i = 0; i < model.animations().size(); ++i) {
            sum += apply(model, {i, 0.5, 0.25}, bones, poses);
        }
    });
    use(poses);
    return sum;
}

// Runs the counted operation on an open view.
struct operate {
    std::string_view operation;
    std::uint64_t& checksum;

    template <class View> void operator()(const View& view) const {
        if constexpr (requires { bench::walk(view, thorough{}); }) {
            if (operation == "verify") {
                measure([&] { checksum += static_cast<std::uint64_t>(verify(view).code); });
            } else if (operation == "walk") {
                measure([&] { checksum += bench::walk(view, thorough{}); });
            } else if (operation == "decode") {
                measure([&] { use(decode(view)); });
            } else if constexpr (requires { pose(view); }) {
                checksum += pose(view);
            }
        }
    }
};

// Opens a file, which is counted if the operation is `open`, and runs any other operation on the view. Returns the
// error if the file is rejected.
template <class Open> effigy::error run(std::string_view operation, const Open& open, std::uint64_t& checksum) {
    if (operation == "open") {
        effigy::error out;
        measure([&] { out = open([](const auto& view) { use(view); }); });
        return out;
    }
    return open(operate{operation, checksum});
}
effigy::error run(std::string_view operation, const char* path, bench::bytes file, std::uint64_t& checksum) {
    if (effigy::identify(file).kind != effigy::file_kind::m2_model) {
        return run(operation, [&](const auto& f) { return effigy::visit(file, f); }, checksum);
    }
    bench::m2_companions beside;
    const bench::m2_input model{file, beside.of(path, file)};
    const auto open = [&](const auto& f) {
        const auto opened = bench::m2_file::open_view(model);
        if (opened) {
            f(*opened);
        }
        return opened.error();
    };
    return run(operation, open, checksum);
}

} // namespace

int main(int count, char** arguments) {
    const std::string_view operation = count > 1 ? arguments[1] : "";
    constexpr std::string_view operations[] = {"open", "verify", "walk", "decode", "pose"};
    if (std::ranges::find(operations, operation) == std::end(operations)) {
        std::fprintf(stderr, "usage: effigy_instructions open|verify|walk|decode|pose FILE...\n");
        return 2;
    }
    std::vector<effigy::file_buffer> files;
    for (int i = 2; i < count; ++i) {
        auto file = effigy::read_file(arguments[i]);
        if (!file) {
            std::fprintf(stderr, "%s: not readable\n", arguments[i]);
            return 2;
        }
        files.push_back(*std::move(file));
    }
    std::uint64_t checksum = 0;
    for (std::size_t i = 0; i < files.size(); ++i) {
        if (run(operation, arguments[i + 2], files[i].bytes(), checksum)) {
            std::printf("refused %s\n", arguments[i + 2]);
        }
    }
    std::printf("checksum %llu\n", static_cast<unsigned long long>(checksum));
}
