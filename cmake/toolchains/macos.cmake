# macOS on the processor of CMAKE_CXX_COMPILER_TARGET, aarch64-macos or x86_64-macos: zig's clang and libc++.
set(CMAKE_SYSTEM_NAME Darwin)
set(CMAKE_CXX_COMPILER "${CMAKE_CURRENT_LIST_DIR}/../../build/zig/bin/zig;c++")
set(CMAKE_CXX_FLAGS_INIT -fno-sanitize=all) # zig's default without optimisation
