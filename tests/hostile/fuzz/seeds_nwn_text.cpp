// seeds_nwn_text FOLDER: writes inputs for fuzz_nwn_text: all kinds of statements, and what real files do.
#include "nwn/text_samples.hpp"
#include "support/write_file.hpp"

#include <cstdio>
#include <span>

int main(int argc, char** argv) {
    if (argc != 2) {
        std::fputs("seeds_nwn_text FOLDER: writes inputs for fuzz_nwn_text to FOLDER\n", stderr);
        return 2;
    }
    using fixtures::nwn::text_of_mesh;
    const std::string triangle = "verts 3\n0 0 0\n1 0 0\n0 1 0\nfaces 1\n0 1 2 1 0 0 0 1\n";
    const std::string texts[] = {
        fixtures::nwn::text_of_all_types(),
        text_of_mesh("alpha 1.#INF\npositionkey\n0 1 2 3\nendlist\nendlist\nbitmap a # b\nfancy 1\n2 3"),
        text_of_mesh(triangle + "weights 3\nm .2 m .2 m .2 m .2 m .2\nx 1\nm 1", "skin"),
        text_of_mesh(triangle + "constraints 1\n255", "danglymesh"),
        "a log\r\nnewmodel m\r\nnode dummy\r\nm\r\nendnodeendnode\r\nnewanim\r\na m\r\ndoneanim a\r\nm\r\n",
        "beginwalkmeshgeom t\nnode aabb w\nparent t\n" + triangle + "aabb 0 0 0 1 1 0 0\nendnode\nendwalkmeshgeom t\n",
    };
    bool is_written = true;
    int number = 0;
    for (const std::string& text : texts) {
        const std::string path = std::string{argv[1]} + "/text-" + std::to_string(number++);
        is_written = is_written && support::write_file(path, std::as_bytes(std::span{text}));
    }
    return is_written ? 0 : 1;
}
