#!/bin/bash -eu
# Builds the fuzz targets for OSS-Fuzz, with their first inputs. The variables are those of OSS-Fuzz: SRC, WORK and OUT
# (folders), CC, CXX, CFLAGS, CXXFLAGS, LIB_FUZZING_ENGINE.
effigy=$SRC/effigy
static() { find /usr/lib /usr/local/lib -name "$1" -print -quit; } # what runs the targets has no libraries

cmake -S "$effigy" -B "$WORK/build" -G Ninja -D EFFIGY_BUILD_FUZZERS=ON -D EFFIGY_BUILD_TESTS=OFF \
    -D EFFIGY_BUILD_EXAMPLES=OFF -D EFFIGY_INSTALL=OFF -D EFFIGY_USE_COMPILED=ON \
    -D "EFFIGY_FUZZING_ENGINE=$LIB_FUZZING_ENGINE" \
    -D "PNG_LIBRARY=$(static libpng.a)" -D "ZLIB_LIBRARY=$(static libz.a)"
cmake --build "$WORK/build"

for target in "$WORK"/build/fuzz/fuzz_*; do
    [ -x "$target" ] && [ -f "$target" ] || continue
    cp "$target" "$OUT"
    "$effigy/tests/hostile/fuzz/remember" zip "$target" "$OUT/${target##*/}_seed_corpus.zip"
done
