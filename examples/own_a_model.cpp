// own_a_model FILE: a model that outlives its file, in memory of the caller's choice.
#include <effigy/file.hpp>
#include <effigy/grimrock/decode.hpp>
#include <effigy/report.hpp>

#include <iostream>
#include <memory_resource>

namespace grimrock = effigy::grimrock;

namespace {

// The file's bytes are gone when this returns.
effigy::result<grimrock::owned_model> load(const char* path, std::pmr::memory_resource* memory) {
    const auto file = effigy::file::open(path);
    if (!file) {
        return file.error();
    }
    const auto view = grimrock::open(file->bytes());
    if (!view) {
        return view.error();
    }
    if (const effigy::error why = verify(*view)) {
        return why;
    }
    return decode(*view, memory);
}

} // namespace

int main(int argc, char** argv) {
    std::pmr::monotonic_buffer_resource memory;
    const char* const path = argc > 1 ? argv[1] : "";
    const auto model = load(path, &memory);
    if (!model) {
        std::cerr << to_string(model.error(), path) << '\n';
        return 1;
    }
    for (const auto& node : model->get(model->nodes)) {
        std::cout << model->get(node.name) << '\n';
        const grimrock::owned_mesh* const mesh = model->get(node.mesh);
        if (mesh == nullptr) {
            continue;
        }
        for (const grimrock::owned_vertex_array& array : model->get(mesh->arrays)) {
            std::cout << "  array " << static_cast<int>(array.semantic) << ": " << array.as<float>().size()
                      << " floats, " << array.as<std::int32_t>().size() << " integers, "
                      << array.as<std::uint8_t>().size() << " bytes\n";
        }
    }
}
