# shellcheck shell=bash
# What the commands share: the project's root, the tools that a preset needs, how it is built.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

say() { printf '%s\n' "$*" >&2; }

is_preset() {
    case $1 in
        dev | release | asan | clang | clang14 | noexcept) ;;
        *) return 1 ;;
    esac
}

# A command, or a header or library below /usr (also where macOS keeps them).
is_there() {
    case $1 in
        */*) compgen -G "/usr/$1" || compgen -G "/usr/local/$1" || compgen -G "/opt/homebrew/$1" ;;
        *) command -v "$1" ;;
    esac >/dev/null
}

# need THING PACKAGE...: installs the Debian packages whose thing is not there.
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
        say "missing, and not to be installed from here: ${missing[*]} (names of Debian packages)"
        return 0 # CMake knows more places to look at
    fi
    say "installing with ${apt[*]}: ${missing[*]}"
    export DEBIAN_FRONTEND=noninteractive
    "${apt[@]}" update -qq >/dev/null && "${apt[@]}" install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
}

need_tool() {
    need cmake cmake ninja ninja-build g++ g++ include/nlohmann/json.hpp nlohmann-json3-dev \
        include/CLI/CLI.hpp libcli11-dev
}

# What reads and validates glTF; tests go without where it cannot be had.
need_gltf() {
    need "lib/python3/dist-packages/numpy" python3-numpy node nodejs npm npm
}

need_preset() {
    need_tool || return
    [ "$1" != tool ] || return 0
    need python3 python3 include/doctest/doctest.h doctest-dev || return
    case $1 in
        dev)
            need pkg-config pkg-config "lib/python3*/ensurepip" python3-venv gdb gdb || return # packages, pretty-printers
            need_gltf
            ;;
        clang) need clang++-19 clang-19 ;;
        asan) need clang++-19 clang-19 "lib/llvm-19/lib/clang/19/lib/linux/libclang_rt.asan-*" libclang-rt-19-dev ;;
        clang14) need clang++-14 clang-14 ;;
        fuzz) need clang++-19 clang-19 "lib/llvm-19/lib/clang/19/lib/linux/libclang_rt.fuzzer-*" libclang-rt-19-dev ;;
    esac
}

# build PRESET [TARGET]: installs what is missing, configures where needed, builds.
build() {
    need_preset "$1" || return
    (
        cd "$root" || exit
        made=build/$1/build.ninja
        if [ ! -e "$made" ] || [ CMakePresets.json -nt "$made" ]; then
            cmake --preset "$1" || exit
        fi
        if [ -t 2 ]; then
            cmake --build --preset "$1" ${2+--target "$2"}
        else
            NINJA_STATUS='[%f/%t] ' cmake --build --preset "$1" ${2+--target "$2"} | every_tenth
        fi
    ) >&2
}

# Of ninja's lines about its steps, one for each tenth of them; all others.
every_tenth() {
    awk '!/^\[[0-9]+\/[0-9]+\] / { if (!/^ninja: no work to do/) print; next }
        { split(substr($1, 2), step, "/") }
        step[2] != steps { steps = step[2]; shown = 0 } # ninja began anew
        int(10 * step[1] / step[2]) > shown { shown = int(10 * step[1] / step[2]); print; fflush() }'
}
