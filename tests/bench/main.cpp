// effigy_bench FOLDER: measures how fast the files of a folder, such as the corpus, are read.
#include "bench/benchmark.hpp"
#include "bench/clips.hpp"
#include "bench/engine.hpp"
#include "bench/files.hpp"
#include "bench/m2.hpp"
#include "bench/nwn.hpp"
#include "bench/p3d.hpp"
#include "bench/texts.hpp"

int main(int count, char** arguments) {
    const std::filesystem::path folder = count == 2 ? arguments[1] : "";
    if (!std::filesystem::is_directory(folder)) {
        std::fputs("effigy_bench FOLDER: measures how fast the files of a folder are read\n", stderr);
        return 2;
    }
    const bench::corpus all{folder};
    bench::benchmark<bench::engine_file<bench::grimrock>>{all}.measure();
    bench::benchmark<bench::engine_file<bench::shinobi>>{all}.measure();
    bench::benchmark<bench::nwn_file>{all}.measure();
    bench::compare_texts(all);
    bench::benchmark<bench::m2_file>{all}.measure();
    bench::benchmark<bench::p3d_file>{all}.measure();
    bench::compare_clips(all);
    bench::compare_read_and_map();
}
