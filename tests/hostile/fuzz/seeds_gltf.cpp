// seeds_gltf FOLDER: writes inputs for fuzz_gltf: models of every format, each with its animation files.
#include "grimrock/figure.hpp"
#include "hostile/fuzz/parts.hpp"
#include "m2/figure.hpp"
#include "m2/odd.hpp"
#include "m2/opened.hpp"
#include "nwn/fixtures.hpp"
#include "p3d/figure.hpp"
#include "p3d/fixtures.hpp"
#include "support/write_file.hpp"

#include <cstdio>

int main(int argc, char** argv) {
    if (argc != 2) {
        std::fputs("seeds_gltf FOLDER: writes inputs for fuzz_gltf to FOLDER\n", stderr);
        return 2;
    }
    using namespace fixtures;
    bool is_written = true;
    int number = 0;
    const auto write_joined = [&](const support::byte_builder& file,
                                  std::span<const effigy::m2::companion> companions) {
        const std::string path = std::string{argv[1]} + "/gltf-" + std::to_string(number++);
        is_written = is_written && support::write_file(path, fuzz::joined(file.span(), companions));
    };
    const auto join = [&](const support::byte_builder& file, const support::byte_builder& beside) {
        const effigy::m2::companion one{effigy::m2::companion_kind::animation_file, 0, 0, beside.span()};
        write_joined(file, std::span{&one, 1});
    };
    for (const int version : {1, 2}) {
        join(write(figure::model(), 2), write(figure::idle(), version));
        join(write(everything(2), 2), write(moves(), version));
    }
    join(write(figure::model(), 4), write(figure::idle(), 3));
    join(write(everything(4), 4), write(moves(), 3));
    join(p3d::write(p3d::figure::model()), p3d::write(p3d::figure::nod()));
    for (const char* const format : {"P3DM", "SP3X"}) {
        join(p3d::write(p3d::model{.lods = {p3d::everything(format)}}), p3d::write(p3d::moves()));
    }
    const support::byte_builder supermodel = nwn::write(nwn::bioware());
    for (const nwn::model& described : {nwn::bioware(), nwn::enhanced(), nwn::nwnmdlcomp()}) {
        join(nwn::write(described), supermodel);
    }
    std::vector<m2::model> models = m2::every_small();
    models.push_back(m2::figure::model(264));
    for (const m2::model& described : models) {
        const m2::written all = m2::write_all(described);
        write_joined(all.file, m2::table_of(all.companions));
    }
    for (const std::uint32_t version : {256U, 260U}) {
        write_joined(m2::odd::valid_file(version), {});
    }
    return is_written ? 0 : 1;
}
