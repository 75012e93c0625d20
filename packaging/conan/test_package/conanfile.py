import os

from conan import ConanFile
from conan.tools.build import can_run
from conan.tools.cmake import CMake, CMakeToolchain


class TestPackageConan(ConanFile):
    settings = "os", "arch", "compiler", "build_type"
    generators = "CMakeDeps"

    def requirements(self):
        self.requires(self.tested_reference_str)

    def layout(self):
        self.folders.root = "../../.."
        self.folders.source = "tests/product/package/consumer"
        self.folders.build = "build/conan/test_package"
        self.folders.generators = "build/conan/test_package"

    def generate(self):
        toolchain = CMakeToolchain(self)
        toolchain.user_presets_path = False  # a file beside the sources
        toolchain.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def test(self):
        if can_run(self):
            self.run(os.path.join(self.build_folder, "consumer"), env="conanrun")
