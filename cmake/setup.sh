# shellcheck shell=bash
# Shared by the commands: the project's root, the installation of the tools that a preset needs, the build.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

say() { printf '%s\n' "$*" >&2; }

is_preset() {
    case $1 in
        dev | release | asan | clang | clang14 | gcc | noexcept) ;;
        *) return 1 ;;
    esac
}

# is_there THING: whether a command, or a header or library below /usr (or where macOS has them), exists.
is_there() {
    case $1 in
        */*) compgen -G "/usr/$1" || compgen -G "/usr/local/$1" || compgen -G "/opt/homebrew/$1" ;;
        *) command -v "$1" ;;
    esac >/dev/null
}

# need THING PACKAGE...: installs the Debian package of each thing that is missing.
need() {
    local missing=()
    while [ $# -gt 0 ]; do
        is_there "$1" || missing+=("$2")
        shift 2
    done
    [ ${#missing[@]} -gt 0 ] || return 0

    local apt=(apt-get)
    [ "$(id -u)" -eq 0 ] || apt=(sudo apt-get)
    if ! command -v apt-get >/dev/null || ! command -v "${apt[0]}" >/dev/null; then
        say "missing, and cannot be installed without apt-get and sudo: ${missing[*]} (names of Debian packages)"
        return 0 # CMake searches more places
    fi
    say "installing with ${apt[*]}: ${missing[*]}"
    export DEBIAN_FRONTEND=noninteractive
    "${apt[@]}" update -qq >/dev/null && "${apt[@]}" install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
}

need_tool() {
    need cmake cmake ninja ninja-build g++ g++ include/nlohmann/json.hpp nlohmann-json3-dev \
        include/CLI/CLI.hpp libcli11-dev include/png.h libpng-dev
}

# Installs what reads and validates glTF. Tests that need it are skipped if it is missing.
need_gltf() {
    need "lib/python3/dist-packages/numpy" python3-numpy node nodejs npm npm
}

need_preset() {
    need_tool || return
    [ "$1" != tool ] || return 0
    need python3 python3 include/doctest/doctest.h doctest-dev || return
    case $1 in
        rest)
            need_preset dev || return
            # for the tests of the packages and of the gdb printers
            need pkg-config pkg-config "lib/python3*/ensurepip" python3-venv gdb gdb || return
            need_gltf
            ;;
        dev | clang) need clang++-19 clang-19 ld.lld-19 lld-19 ;;
        asan | replay) need clang++-19 clang-19 ld.lld-19 lld-19 "lib/llvm-19/lib/clang/19/lib/linux/libclang_rt.asan-*" libclang-rt-19-dev ;;
        clang14) need clang++-14 clang-14 ;;
        fuzz) need clang++-19 clang-19 ld.lld-19 lld-19 "lib/llvm-19/lib/clang/19/lib/linux/libclang_rt.fuzzer-*" libclang-rt-19-dev ;;
    esac
}

# configured_as PRESET: the preset whose tree it builds.
configured_as() {
    case $1 in
        rest) echo dev ;;
        replay) echo asan ;;
        *) echo "$1" ;;
    esac
}

# build PRESET [TARGET...]: installs what is missing, configures if needed, and builds.
build() {
    need_preset "$1" || return
    (
        cd "$root" || exit
        configured=$(configured_as "$1")
        ninja_file=build/$configured/build.ninja
        if [ ! -e "$ninja_file" ] || [ CMakePresets.json -nt "$ninja_file" ]; then
            cmake --preset "$configured" || exit
        fi
        if [ -t 2 ]; then
            cmake --build --preset "$1" ${2+--target "${@:2}"}
        else
            NINJA_STATUS='[%f/%t] ' cmake --build --preset "$1" ${2+--target "${@:2}"} | every_tenth
        fi
    ) >&2
}

# Prints ninja's output with only about ten of the lines that count its steps.
every_tenth() {
    awk '!/^\[[0-9]+\/[0-9]+\] / { if (!/^ninja: no work to do/) print; next }
        { split(substr($1, 2), step, "/") }
        step[2] != steps { steps = step[2]; shown = 0 } # ninja started again
        int(10 * step[1] / step[2]) > shown { shown = int(10 * step[1] / step[2]); print; fflush() }'
}

need_wasm() {
    need cmake cmake ninja ninja-build clang++-19 clang-19 wasm-ld-19 lld-19 include/wasm32-wasi/stdio.h wasi-libc \
        node nodejs lib/llvm-19/include/wasm32-wasi/c++/v1/vector libc++-19-dev-wasm32 \
        lib/llvm-19/lib/wasm32-wasi/libc++abi.a libc++abi-19-dev-wasm32 \
        lib/llvm-19/lib/clang/19/lib/wasi/libclang_rt.builtins-wasm32.a libclang-rt-19-dev-wasm32
}

need_module() {
    need_wasm && need include/nlohmann/json.hpp nlohmann-json3-dev include/stb/stb_image_write.h libstb-dev
}

# Builds build/module/c_api/effigy.wasm.
build_module() {
    need_module || return
    (
        cd "$root" || exit
        if [ ! -e build/module/build.ninja ]; then
            cmake -S . -B build/module -G Ninja -D CMAKE_TOOLCHAIN_FILE="$root/cmake/toolchains/wasm.cmake" \
                -D CMAKE_BUILD_TYPE=Release -D CMAKE_CXX_FLAGS_RELEASE="-Os -DNDEBUG" \
                -D CMAKE_COMPILE_WARNING_AS_ERROR=ON -D nlohmann_json_DIR="$root/cmake/toolchains/packages" \
                -D EFFIGY_USE_COMPILED=ON -D EFFIGY_BUILD_MODULE=ON -D EFFIGY_BUILD_TESTS=OFF \
                -D EFFIGY_BUILD_EXAMPLES=OFF -D EFFIGY_INSTALL=OFF || exit
        fi
        NINJA_STATUS='[%f/%t] ' cmake --build build/module | every_tenth
    ) >&2
}

# need_from_npm NAME VERSION: installs a package in build/npm; one at a time, since tests run beside each other.
need_from_npm() {
    local packages=$root/build/npm
    mkdir -p "$packages"
    (
        flock 9
        ! grep -qs "\"version\": \"$2\"" "$packages/node_modules/$1/package.json" || exit 0
        say "installing $1 $2 in build/npm"
        npm install --prefix "$packages" --save-exact --no-audit --no-fund --loglevel=error --fetch-retries=1 "$1@$2" >&2
    ) 9>"$packages/lock"
}

# Installs three.js, and sets `three` to its folder.
need_three() {
    need node nodejs npm npm || return
    need_from_npm three 0.187.0 || return
    three=$root/build/npm/node_modules/three
}

# Installs zig, which contains the newest clang and the libraries of macOS, in build/zig, and sets `zig` to the folder
# of its commands: zig, and clang++, which compiles for the host with the host's C++ library.
need_zig() {
    local version=0.17.1 folder=$root/build/zig package
    zig=$folder/bin
    export ZIG_GLOBAL_CACHE_DIR=$folder/cache ZIG_LOCAL_CACHE_DIR=$folder/cache
    [ "$("$zig/zig" version 2>/dev/null)" != "$version" ] || return 0
    need g++ g++ "lib/python3*/ensurepip" python3-venv || return
    say "installing zig $version in build/zig"
    python3 -m venv "$folder" && "$zig/pip" install -q "ziglang==$version" >&2 || return
    package=$(compgen -G "$folder/lib/python3*/site-packages/ziglang") || return
    printf '#!/bin/sh\nexec "%s" clang --driver-mode=g++ --target=%s -resource-dir "%s" "$@"\n' \
        "$package/zig" "$(g++ -dumpmachine)" "$package/lib" >"$zig/clang++"
    chmod +x "$zig/clang++"
    ln -sf "$package/zig" "$zig/zig" # last: then all is installed
}
