# shellcheck shell=bash
# Shared by the commands: the project's root, the installation of the tools that a preset needs, the build.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

say() { printf '%s\n' "$*" >&2; }

is_preset() {
    case $1 in
        dev | release | asan | clang | clang14 | noexcept) ;;
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
            # for the tests of the packages and of the gdb printers
            need pkg-config pkg-config "lib/python3*/ensurepip" python3-venv gdb gdb || return
            need_gltf
            ;;
        clang) need clang++-19 clang-19 ;;
        asan) need clang++-19 clang-19 "lib/llvm-19/lib/clang/19/lib/linux/libclang_rt.asan-*" libclang-rt-19-dev ;;
        clang14 | noexcept) need clang++-14 clang-14 ;;
        fuzz) need clang++-19 clang-19 "lib/llvm-19/lib/clang/19/lib/linux/libclang_rt.fuzzer-*" libclang-rt-19-dev ;;
    esac
}

# build PRESET [TARGET...]: installs what is missing, configures if needed, and builds.
build() {
    need_preset "$1" || return
    (
        cd "$root" || exit
        configured=${1/#rest/dev} # a build preset of dev
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
