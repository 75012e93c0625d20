#include <effigy/write_files.hpp>

#include <doctest/doctest.h>
#include <support/temporary_directory.hpp>

#if defined(__cpp_lib_filesystem)

#include <algorithm>
#include <array>
#include <fstream>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#if defined(__unix__) || defined(__APPLE__)
#include <csignal>
#include <sys/resource.h>
#endif

namespace {

namespace fs = std::filesystem;
using texts_by_name = std::map<std::string, std::string>;

void put_file(const fs::path& path, std::string_view text) {
    std::ofstream out{path, std::ios::binary}; // write_file() flushes, which takes 10 ms
    REQUIRE((out << text).flush());
}
std::string text_of_file(const fs::path& path) {
    const auto bytes = effigy::read_file(path);
    REQUIRE(bytes);
    std::string out;
    for (const std::byte one : bytes->bytes()) {
        out += static_cast<char>(one);
    }
    return out;
}
texts_by_name texts_in(const fs::path& folder) {
    texts_by_name out;
    for (const auto& entry : fs::directory_iterator{folder}) {
        out[entry.path().filename().string()] = text_of_file(entry.path());
    }
    return out;
}
bool any_name(std::string_view) { return true; }
bool finds_nothing(const fs::path& first) {
    const auto finished = effigy::finish_files(first, any_name);
    return finished && finished->names.empty();
}

// The files of a model: two are replaced, one is new. Another file is beside them.
struct some_files {
    texts_by_name before{{"wolf.m2", "old model"}, {"wolf00.skin", "old skin"}, {"bear00.skin", "of another model"}};
    texts_by_name after{{"wolf.m2", "the new model"},
                        {"wolf00.skin", "the new skin"},
                        {"wolf0004-00.anim", "the new keys"},
                        {"bear00.skin", "of another model"}};
    support::temporary_directory folder{};
    fs::path first = folder.path() / "wolf.m2";
    std::vector<std::string> names{"wolf.m2", "wolf00.skin", "wolf0004-00.anim"};
    std::vector<effigy::file_to_write> files{};

    some_files() {
        for (const auto& [name, text] : before) {
            put_file(folder.path() / name, text);
        }
        for (const std::string& name : names) {
            files.push_back({folder.path() / name, std::as_bytes(std::span{after.at(name)})});
        }
    }
    [[nodiscard]] bool are(const texts_by_name& wanted) const { return texts_in(folder.path()) == wanted; }
    [[nodiscard]] fs::path journal() const { return folder.path() / ".effigy-wolf.m2.files"; }
    // Interrupts the writing after some steps. Returns whether all steps are done.
    [[nodiscard]] bool stop_after(std::size_t steps) const {
        effigy::impl::files_at_once<> at_once{first};
        effigy::error why;
        const auto step = [&](const auto& go) {
            if (steps != 0) {
                why = go();
                CHECK(!why);
                --steps;
                return true;
            }
            return false;
        };
        bool more = step([&] { return at_once.begin(files); });
        for (std::uint32_t i = 0; i < files.size(); ++i) {
            more = more && step([&] { return at_once.write(i, files[i].bytes); });
        }
        more = more && step([&] { return at_once.complete(); });
        for (std::uint32_t i = 0; i < files.size(); ++i) {
            more = more && step([&] { return at_once.rename(i); });
        }
        return more && step([&] {
                   at_once.end();
                   return effigy::error{};
               });
    }
};
constexpr std::size_t steps_until_complete = 5; // begin, three writes, complete
constexpr std::size_t all_steps = steps_until_complete + 4;

} // namespace

TEST_CASE("write_files: files are made and replaced, and nothing else is left") {
    const some_files on_disk;
    CHECK(!effigy::write_files(on_disk.files));
    CHECK(on_disk.are(on_disk.after));
    CHECK(!effigy::write_files(on_disk.files));
    CHECK(on_disk.are(on_disk.after));
    CHECK(!effigy::write_files({}));
    const auto found = effigy::find_begun_files(on_disk.first);
    CHECK((found && found->names.empty()));
}

TEST_CASE("write_files: after an interruption at any step, all files are old or become new") {
    for (std::size_t steps = 0; steps <= all_steps; ++steps) {
        CAPTURE(steps);
        const some_files on_disk;
        CHECK(on_disk.stop_after(steps) == (steps == all_steps));
        const bool is_begun = steps != 0 && steps != all_steps;
        const bool is_complete = steps >= steps_until_complete;
        const auto found = effigy::find_begun_files(on_disk.first);
        REQUIRE(found);
        CHECK(found->names.size() == (is_begun ? 3 : 0));
        CHECK(found->is_complete == (is_begun && is_complete));
        if (is_begun) {
            CHECK(effigy::write_files(on_disk.files).path == std::string_view{"open"}); // it is to be finished first
        }
        const auto finished = effigy::finish_files(on_disk.first, any_name);
        REQUIRE(finished);
        CHECK(finished->names == found->names);
        CHECK(finished->is_complete == found->is_complete);
        CHECK(on_disk.are(is_complete ? on_disk.after : on_disk.before));
        CHECK(finds_nothing(on_disk.first));
    }
}

TEST_CASE("write_files: a journal that is cut off, before and after its last line") {
    for (const std::size_t steps : {steps_until_complete - 1, steps_until_complete}) {
        for (std::size_t size = 0;; size += 11) { // each flushes all files
            CAPTURE(size);
            const some_files on_disk;
            CHECK(!on_disk.stop_after(steps));
            const std::string text = text_of_file(on_disk.journal());
            if (size >= text.size()) {
                break;
            }
            fs::resize_file(on_disk.journal(), size);
            const auto finished = effigy::finish_files(on_disk.first, any_name);
            REQUIRE(finished);
            CHECK(!finished->is_complete);
            texts_by_name left = texts_in(on_disk.folder.path());
            std::erase_if(left, [](const auto& one) { return one.first.ends_with(".part"); }); // of lost lines
            CHECK(left == on_disk.before);
        }
    }
}

TEST_CASE("write_files: a damaged journal changes nothing") {
    const some_files on_disk;
    CHECK(!on_disk.stop_after(steps_until_complete + 1));
    const std::string text = text_of_file(on_disk.journal());
    texts_by_name left = texts_in(on_disk.folder.path());
    for (std::size_t at = 0; at < text.size(); ++at) {
        CAPTURE(at);
        if (at == text.rfind("\ncomplete")) {
            continue; // the last line would be the end of a name, as if the journal were not complete
        }
        std::string& damaged = left[on_disk.journal().filename().string()];
        damaged = text;
        damaged[at] = text[at] == '0' ? '1' : '0';
        put_file(on_disk.journal(), damaged);
        CHECK(effigy::finish_files(on_disk.first, any_name).error().code == effigy::errc::bad_value);
        CHECK(on_disk.are(left));
    }
}

TEST_CASE("write_files: a journal names files of its folder that belong to the first file") {
    const std::string before = "effigy writes these files at once; FNV-1a of the bytes before and after, name\n";
    const some_files other;
    put_file(other.folder.path() / "outside.skin", "old skin");
    for (const std::string& name : {std::string{"../outside.skin"}, (other.folder.path() / "outside.skin").string(),
                                    std::string{"sub/wolf00.skin"}, std::string{".."}, std::string{"."}, std::string{},
                                    std::string{"wolf\0.skin", 10}}) {
        CAPTURE(name);
        const some_files on_disk;
        CHECK(!on_disk.stop_after(steps_until_complete));
        std::string text = text_of_file(on_disk.journal());
        text.replace(text.find("wolf00.skin"), std::string_view{"wolf00.skin"}.size(), name);
        put_file(on_disk.journal(), text);
        const texts_by_name left = texts_in(on_disk.folder.path());
        const auto finished = effigy::finish_files(on_disk.first, any_name);
        CHECK(finished.error().code == effigy::errc::bad_value);
        CHECK(on_disk.are(left));
    }
    for (const std::string& text :
         {"nothing\n" + before, before + "complete\n", before + "complete\ncomplete\n",
          before + "- 0123456789abcdef bear00.skin\n", before + "0 0 wolf.m2\n", before + "wolf.m2\n",
          before + "- 0123456789abcdeg wolf.m2\n", std::string(2U << 20U, 'e')}) {
        CAPTURE(text.substr(0, 200));
        const some_files on_disk;
        put_file(on_disk.journal(), text);
        CHECK(effigy::find_begun_files(on_disk.first).error().code == effigy::errc::bad_value);
        CHECK(effigy::finish_files(on_disk.first, any_name).error().code == effigy::errc::bad_value);
        CHECK(effigy::write_files(on_disk.files).code == effigy::errc::io);
        fs::remove(on_disk.journal());
        CHECK(on_disk.are(on_disk.before));
    }
    const some_files on_disk;
    CHECK(!on_disk.stop_after(steps_until_complete));
    const auto is_skin = [](std::string_view name) { return name.ends_with(".skin"); };
    const auto finished = effigy::finish_files(on_disk.first, is_skin);
    CHECK(finished.error().code == effigy::errc::bad_value);
    CHECK(finished.error().index[0] == 2);
    CHECK(texts_in(on_disk.folder.path())["wolf.m2"] == "old model");
}

TEST_CASE("write_files: files that changed since the interruption stay") {
    const auto expect_refused = [](const auto& change) {
        const some_files on_disk;
        CHECK(!on_disk.stop_after(steps_until_complete + 1));
        change(on_disk);
        const texts_by_name left = texts_in(on_disk.folder.path());
        const auto finished = effigy::finish_files(on_disk.first, any_name);
        CHECK(finished.error().code == effigy::errc::bad_value);
        CHECK(finished.error().index[0] == 1);
        CHECK(on_disk.are(left));
    };
    const std::string temporary = ".effigy-wolf.m2-2.part";
    expect_refused([](const some_files& of) { put_file(of.folder.path() / "wolf00.skin", "newer"); });
    expect_refused([](const some_files& of) { fs::remove(of.folder.path() / "wolf00.skin"); });
    expect_refused([&](const some_files& of) { fs::remove(of.folder.path() / temporary); });
    expect_refused([&](const some_files& of) { put_file(of.folder.path() / temporary, "torn"); });
}

TEST_CASE("write_files: who works on the files has the journal locked") {
    const some_files on_disk;
    {
        effigy::impl::files_at_once<> at_once{on_disk.first};
        CHECK(!at_once.begin(on_disk.files));
        CHECK(effigy::finish_files(on_disk.first, any_name).error().path == std::string_view{"lock"});
        CHECK(effigy::write_files(on_disk.files).code == effigy::errc::io);
        at_once.take_back();
    }
    CHECK(on_disk.are(on_disk.before));
    CHECK(!effigy::write_files(on_disk.files));
    CHECK(on_disk.are(on_disk.after));
}

TEST_CASE("write_files: what cannot be written changes nothing") {
    const some_files on_disk;
    const auto expect_refused = [&](const std::vector<effigy::file_to_write>& files, std::uint32_t number) {
        const effigy::error why = effigy::write_files(files);
        CHECK(why.code == effigy::errc::io);
        CHECK(why.path_prefix == std::string_view{"files[]."});
        CHECK(why.index[0] == number);
        CHECK(on_disk.are(on_disk.before));
    };
    auto files = on_disk.files;
    const fs::perms any_write = fs::perms::owner_write | fs::perms::group_write | fs::perms::others_write;
    fs::permissions(files[1].path, any_write, fs::perm_options::remove);
    expect_refused(files, 1);
    fs::permissions(files[1].path, fs::perms::owner_write, fs::perm_options::add);
    const support::temporary_directory another;
    files[2].path = another.path() / "wolf0004-00.anim";
    expect_refused(files, 2);
    CHECK(another.files() == 0);
    files[2].path = on_disk.folder.path() / "none" / "wolf0004-00.anim";
    expect_refused(files, 2);
    const std::string long_name(300, 'e');
    CHECK(effigy::write_files(std::array{effigy::file_to_write{on_disk.folder.path() / long_name, {}}}).code ==
          effigy::errc::io);
    CHECK(on_disk.are(on_disk.before));
    fs::create_directory(on_disk.folder.path() / "inner");
    CHECK(effigy::write_files(std::array{effigy::file_to_write{on_disk.folder.path() / "inner", {}}}).code ==
          effigy::errc::io);
    fs::remove(on_disk.folder.path() / "inner");
    CHECK(on_disk.are(on_disk.before));
    std::vector<effigy::file_to_write> many(20'000, on_disk.files[0]);
    for (std::size_t i = 1; i < many.size(); ++i) {
        many[i].path = on_disk.folder.path() / (std::to_string(i) + "0000000000000000000000000000000.anim");
    }
    CHECK(effigy::write_files(many).code == effigy::errc::budget);
    CHECK(on_disk.are(on_disk.before));
}

#if defined(_WIN32)

TEST_CASE("write_files: a full disk changes nothing" * doctest::skip() *
          doctest::description("Windows has no limit for the size of files")) {}
TEST_CASE("write_files: permissions and symbolic links stay" * doctest::skip() *
          doctest::description("Windows has no such files")) {}

#else

TEST_CASE("write_files: a full disk changes nothing") {
    const auto handler = std::signal(SIGXFSZ, SIG_IGN);
    rlimit limit{};
    REQUIRE(::getrlimit(RLIMIT_FSIZE, &limit) == 0);
    const rlim_t before = limit.rlim_cur;
    const std::vector<std::byte> large_file(1000);
    std::size_t refusals = 0;
    for (const std::size_t longest : {0U, 1U, 2U}) {
        for (const rlim_t size : {0U, 1U, 50U, 100U, 150U, 200U, 250U, 999U, 1000U}) { // the journal has 230 bytes
            CAPTURE(size);
            some_files on_disk;
            on_disk.files[longest].bytes = large_file;
            on_disk.after[on_disk.names[longest]] = std::string(1000, '\0');
            limit.rlim_cur = size;
            const bool is_limited = ::setrlimit(RLIMIT_FSIZE, &limit) == 0;
            const effigy::error why = effigy::write_files(on_disk.files);
            limit.rlim_cur = before;
            REQUIRE(::setrlimit(RLIMIT_FSIZE, &limit) == 0);
            CHECK(is_limited);
            CHECK(on_disk.are(why ? on_disk.before : on_disk.after));
            refusals += why ? 1U : 0U;
        }
    }
    CHECK(refusals == 3 * 8);
    static_cast<void>(std::signal(SIGXFSZ, handler));
}

TEST_CASE("write_files: permissions and symbolic links stay") {
    some_files on_disk;
    const auto skin = on_disk.folder.path() / "wolf00.skin";
    const auto behind = on_disk.folder.path() / "behind.skin";
    fs::rename(skin, behind);
    fs::permissions(behind, fs::perms{0640});
    fs::create_symlink("behind.skin", skin);
    CHECK(!effigy::write_files(on_disk.files));
    CHECK(fs::is_symlink(skin));
    CHECK(fs::status(behind).permissions() == fs::perms{0640});
    CHECK(text_of_file(behind) == "the new skin");
    fs::remove(behind);
    CHECK(effigy::write_files(on_disk.files).found == EINVAL); // a link to nothing
    const support::temporary_directory another;
    fs::remove(skin);
    fs::create_symlink(another.path() / "far.skin", skin);
    put_file(another.path() / "far.skin", "far");
    CHECK(effigy::write_files(on_disk.files).found == EXDEV);
    CHECK(another.files() == 1);

    const some_files hostile; // a link in the place of a file
    CHECK(!hostile.stop_after(steps_until_complete));
    const auto temporary = hostile.folder.path() / ".effigy-wolf.m2-2.part";
    fs::rename(temporary, another.path() / "new.skin");
    fs::create_symlink(another.path() / "new.skin", temporary);
    CHECK(effigy::finish_files(hostile.first, any_name).error().found == EINVAL);
    fs::remove(temporary);
    REQUIRE(::mkfifo(temporary.c_str(), 0600) == 0);
    CHECK(effigy::finish_files(hostile.first, any_name).error().found == EINVAL);
    CHECK(text_of_file(hostile.first) == "old model");
    fs::rename(hostile.journal(), another.path() / "journal");
    fs::create_symlink(another.path() / "journal", hostile.journal());
    CHECK(finds_nothing(hostile.first));
    CHECK(text_of_file(hostile.first) == "old model");
}

#endif
#else

TEST_CASE("write_files: files are made and replaced, and nothing else is left" * doctest::skip() *
          doctest::description("needs <filesystem>")) {}
TEST_CASE("write_files: after an interruption at any step, all files are old or become new" * doctest::skip() *
          doctest::description("needs <filesystem>")) {}
TEST_CASE("write_files: a journal that is cut off, before and after its last line" * doctest::skip() *
          doctest::description("needs <filesystem>")) {}
TEST_CASE("write_files: a damaged journal changes nothing" * doctest::skip() *
          doctest::description("needs <filesystem>")) {}
TEST_CASE("write_files: a journal names files of its folder that belong to the first file" * doctest::skip() *
          doctest::description("needs <filesystem>")) {}
TEST_CASE("write_files: files that changed since the interruption stay" * doctest::skip() *
          doctest::description("needs <filesystem>")) {}
TEST_CASE("write_files: who works on the files has the journal locked" * doctest::skip() *
          doctest::description("needs <filesystem>")) {}
TEST_CASE("write_files: what cannot be written changes nothing" * doctest::skip() *
          doctest::description("needs <filesystem>")) {}
TEST_CASE("write_files: a full disk changes nothing" * doctest::skip() * doctest::description("needs <filesystem>")) {}
TEST_CASE("write_files: permissions and symbolic links stay" * doctest::skip() *
          doctest::description("needs <filesystem>")) {}

#endif
