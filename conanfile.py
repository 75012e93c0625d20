import os
import re

from conan import ConanFile
from conan.tools.build import check_min_cppstd
from conan.tools.files import copy, get, load


class EffigyConan(ConanFile):
    name = "effigy"
    description = "Reads the 3D models of five game families straight from their bytes"
    license = "MIT"
    topics = ("3d-models", "parser", "zero-copy", "header-only")

    package_type = "header-library"
    settings = "os", "arch", "compiler", "build_type"
    exports = "CMakeLists.txt"
    exports_sources = "include/*", "cmake/compiled.*", "debug/*", "LICENSE"
    no_copy_source = True
    test_package_folder = "packaging/conan/test_package"

    # packaging/release puts a conandata.yml beside this file: the version, and where its source archive is. Without it,
    # this file packages the source tree that contains it.
    def set_version(self):
        if self.conan_data:
            self.version = next(iter(self.conan_data["sources"]))
            return
        project = load(self, os.path.join(self.recipe_folder, "CMakeLists.txt"))
        self.version = re.search(r"VERSION (\d+\.\d+\.\d+)", project)[1]

    def source(self):
        if self.conan_data:
            get(self, **self.conan_data["sources"][self.version], strip_root=True)

    def layout(self):
        self.folders.build = "build/conan"

    def validate(self):
        check_min_cppstd(self, 20)

    def package_id(self):
        self.info.clear()

    def package(self):
        copy(self, "LICENSE", self.source_folder, os.path.join(self.package_folder, "licenses"))
        for pattern in "gdb/effigy.py", "effigy.natvis":
            copy(self, pattern, os.path.join(self.source_folder, "debug"),
                 os.path.join(self.package_folder, "share", "effigy"), keep_path=False)
        copy(self, "compiled.*", os.path.join(self.source_folder, "cmake"),
             os.path.join(self.package_folder, "share", "cmake", "effigy"))
        copy(self, "*.hpp", os.path.join(self.source_folder, "include"), os.path.join(self.package_folder, "include"))

    def package_info(self):
        self.cpp_info.bindirs = []
        self.cpp_info.libdirs = []
        self.cpp_info.set_property("cmake_build_modules", ["share/cmake/effigy/compiled.cmake"])
