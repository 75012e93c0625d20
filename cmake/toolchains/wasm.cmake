# WebAssembly with WASI, 32 bits. No exceptions, no threads, no <fstream>, no <filesystem>.
set(CMAKE_SYSTEM_NAME Generic) # CMake 3.25 does not know WASI
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_CXX_COMPILER clang++-19)
set(CMAKE_CXX_COMPILER_TARGET wasm32-wasi)
string(JOIN " " CMAKE_CXX_FLAGS_INIT
    -fno-exceptions -D_WASI_EMULATED_MMAN -D_WASI_EMULATED_SIGNAL
    -DDOCTEST_CONFIG_NO_EXCEPTIONS_BUT_WITH_ALL_ASSERTS -DDOCTEST_CONFIG_NO_POSIX_SIGNALS
    -DDOCTEST_CONFIG_NO_MULTITHREADING
    -isystem ${CMAKE_CURRENT_LIST_DIR}/wasi)
string(JOIN " " CMAKE_EXE_LINKER_FLAGS_INIT -lwasi-emulated-mman -lwasi-emulated-signal -Wl,-z,stack-size=1048576)
