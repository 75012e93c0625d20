// effigy_content FOLDER < DUMP: reads the output of `effigy dump FOLDER` and compares it with what decode() gives, bit
// by bit. The dump must have each value of each model, and nothing else. Does not use visit_content().
#include "owned.hpp"

#include <effigy/report.hpp>

#include <charconv>
#include <cstring>
#include <iostream>
#include <map>
#include <string>
#include <vector>

namespace {

using effigy::field;

// A line "PATH: REST", and the lines below it that begin with two spaces.
struct entry {
    std::string rest;
    std::string elements;
    bool is_used = false;
};
using entries = std::map<std::string, entry, std::less<>>;

std::string unquoted(std::string_view text) {
    std::string out;
    for (std::size_t i = 1; i + 1 < text.size(); ++i) {
        const bool is_escaped = text[i] == '\\';
        i += is_escaped ? 1U : 0U;
        char letter = text[i];
        if (is_escaped && letter == 'x') {
            unsigned byte = 0;
            std::from_chars(&text[i + 1], &text[i + 1] + 2, byte, 16);
            letter = static_cast<char>(byte);
            i += 2;
        }
        out += letter;
    }
    return out;
}

// The numbers of a text, one after the other.
class numbers {
public:
    explicit numbers(std::string_view text) : text_(text) {}

    template <class T> bool is_next(const T& expected) {
        const std::string_view word = next(std::is_same_v<T, std::byte>);
        const char* const begin = word.data();
        const char* const end = begin + word.size();
        if constexpr (std::is_same_v<T, float>) {
            float read = 0;
            std::uint32_t bits = 0;
            if (word.starts_with("nan(0x")) {
                return std::from_chars(begin + 6, end - 1, bits, 16).ptr == end - 1 &&
                       bits == std::bit_cast<std::uint32_t>(expected);
            }
            return std::from_chars(begin, end, read).ptr == end && !word.empty() &&
                   std::bit_cast<std::uint32_t>(read) == std::bit_cast<std::uint32_t>(expected);
        } else {
            std::int64_t read = 0;
            return std::from_chars(begin, end, read, std::is_same_v<T, std::byte> ? 16 : 10).ptr == end &&
                   !word.empty() && read == static_cast<std::int64_t>(expected);
        }
    }
    bool is_at_end() { return next(false).empty(); }

private:
    std::string_view next(bool is_byte) {
        const std::size_t first = std::min(text_.find_first_not_of(" \n"), text_.size());
        const std::size_t end = is_byte ? first + 2 : text_.find_first_of(" \n", first);
        const std::string_view word = text_.substr(first, std::min(end, text_.size()) - first);
        text_.remove_prefix(first + word.size());
        return word;
    }

    std::string_view text_;
};

template <class T> T element_of(const effigy::pool_slice<T>&);
template <class T>
concept list = requires(const T& each) { element_of(each); };
template <class T>
concept text_list = requires(const T& each) {
    { element_of(each) } -> std::same_as<char>;
};
template <class T> void is_handle_of(const effigy::pool_handle<T>&);
template <class T>
concept handle = requires(const T& each) { is_handle_of(each); };
template <class T> constexpr bool is_text = false;
template <std::size_t N> constexpr bool is_text<effigy::text<N>> = true;

template <class Model> class reader {
public:
    reader(const Model& model, entries& all) : model_(model), all_(all) {}

    [[nodiscard]] bool read() {
        record("", model_);
        for (const auto& [path, one] : all_) {
            good_ = good_ && (one.is_used || complain(path, "is not in the model"));
        }
        return good_;
    }
    [[nodiscard]] std::size_t count() const { return count_; }

private:
    template <class Record> struct each_of {
        reader& by;
        std::string above;
        const Record& of;

        template <class Member> void operator()(const field& described, Member member) const {
            const std::string_view name = described.name;
            const bool is_place =
                std::is_same_v<Record, effigy::grimrock::owned_vertex_array> && (name == "first" || name == "count");
            if (!is_place) {
                by.value(by.joined(above, name), of.*member);
            }
        }
        template <class By, class Member>
        void operator()(const effigy::repeated<By>& described, Member member) const {
            if ((of.*described.by).empty()) {
                by.value(by.joined(above, described.name), of.*member);
            }
        }
    };
    static std::string joined(const std::string& above, std::string_view name) {
        return above + (above.empty() || name.empty() ? "" : ".") + std::string{name};
    }

    template <class Record> void record(const std::string& path, const Record& of) {
        if constexpr (requires { of.aabb; }) {
            first_box_ = of.aabb.first;
        }
        if constexpr (requires { of.nodes; }) {
            first_node_ = of.nodes.first;
        }
        Record::template fields<Record>(each_of<Record>{*this, path, of});
        if constexpr (std::is_same_v<Record, effigy::grimrock::owned_vertex_array>) {
            const std::string data = path + ".rawVertexData";
            if (of.count == 0) {
                return;
            }
            switch (of.component) {
            case effigy::grimrock::component_type::byte: return value(data, of.template as<std::uint8_t>());
            case effigy::grimrock::component_type::int16: return value(data, of.template as<std::int16_t>());
            case effigy::grimrock::component_type::int32: return value(data, of.template as<std::int32_t>());
            case effigy::grimrock::component_type::float32: return value(data, of.template as<float>());
            }
        }
    }

    template <class T> void value(const std::string& path, const T& of) {
        if (!good_) {
            return;
        }
        const auto found = all_.find(path);
        entry* const here = found != all_.end() ? &found->second : nullptr;
        if (here != nullptr) {
            here->is_used = true;
        }
        if constexpr (text_list<T> || is_text<T>) {
            std::string expected;
            if constexpr (text_list<T>) {
                const auto letters = model_.template get<char>(of);
                expected.assign(letters.data(), letters.size());
            } else {
                expected.assign(of.chars, sizeof(of.chars));
                expected.resize(expected.find_last_not_of('\0') + 1);
            }
            count_ += expected.size();
            check(path, here != nullptr && here->rest.starts_with('"') && unquoted(here->rest) == expected);
        } else if constexpr (list<T>) {
            list_of(path, of, here);
        } else if constexpr (handle<T>) {
            part(path, of, here);
        } else if (here != nullptr) {
            numbers read{here->rest};
            check(path, same(read, of) && read.is_at_end());
        } else if constexpr (std::is_array_v<T>) {
            for (std::size_t i = 0; i < std::extent_v<T>; ++i) {
                value(path + '[' + std::to_string(i) + ']', of[i]);
            }
        } else if constexpr (effigy::described<T>) {
            record(path, of);
        } else {
            complain(path, "is missing");
        }
    }
    // Components of vertices are shown as vectors.
    static bool is_size(const entry& here, std::size_t count) {
        std::size_t shown = 0;
        std::from_chars(here.rest.data(), here.rest.data() + here.rest.size(), shown);
        return shown == count || (shown != 0 && count % shown == 0 && !here.elements.empty());
    }
    template <class T> void list_of(const std::string& path, const T& of, const entry* here) {
        using type = decltype(element_of(of));
        if (here == nullptr || !is_size(*here, of.count)) {
            complain(path, "has another size");
        } else if (of.count == 0) {
            check(path, here->elements.empty());
        } else if constexpr (std::is_base_of_v<effigy::pool<type>, Model>) {
            const auto elements = std::span<const type>{model_.template all<type>()}.subspan(of.first, of.count);
            if (!here->elements.empty()) {
                numbers read{here->elements};
                for (const type& each : elements) {
                    check(path, same(read, each));
                }
                check(path, read.is_at_end());
                return;
            }
            for (std::size_t i = 0; i < elements.size(); ++i) {
                value(path + '[' + std::to_string(i) + ']', elements[i]);
            }
        }
    }
    template <class T> void part(const std::string& path, const T& of, const entry* here) {
        if constexpr (effigy::reference_to_records<T>) {
            constexpr bool is_node = std::is_same_v<typename T::target, effigy::nwn::owned_node>;
            numbers read{here != nullptr ? std::string_view{here->rest} : std::string_view{}};
            check(path, read.is_next(of ? std::int64_t{of.number} - (is_node ? first_node_ : first_box_) : -1));
        } else if (here == nullptr || (here->rest == "none") != !of) {
            complain(path, "is missing");
        } else if (of) {
            record(path, *model_.get(of));
        }
    }

    // Whether the next numbers are those of a value that consists of numbers.
    template <class T> bool same(numbers& read, const T& of) {
        if constexpr (std::is_array_v<T>) {
            bool good = true;
            for (const auto& each : of) {
                good = good && same(read, each);
            }
            return good;
        } else if constexpr (list<T> || is_text<T> || handle<T>) {
            return false;
        } else if constexpr (effigy::described<T>) {
            bool good = true;
            effigy::for_each_field(of, [&](const field&, const auto& each) { good = good && same(read, each); });
            return good;
        } else {
            ++count_;
            return read.is_next(of);
        }
    }

    void check(const std::string& path, bool is_same) {
        if (!is_same) {
            complain(path, "is another value");
        }
    }
    bool complain(const std::string& path, const char* why) {
        if (good_) {
            std::cout << path << ' ' << why << '\n';
        }
        good_ = false;
        return false;
    }

    const Model& model_;
    entries& all_;
    std::size_t count_ = 0;
    std::uint32_t first_box_ = 0, first_node_ = 0;
    bool good_ = true;
};

// Reads the lines up to the heading of the next file, which is left in `line`.
entries read_entries(std::istream& from, const std::string& folder, std::string& line) {
    entries out;
    entry* last = nullptr;
    while (std::getline(from, line) && !line.starts_with(folder)) {
        if (line.starts_with("  ")) {
            (last->elements += line) += '\n';
        } else {
            const std::size_t colon = line.find(": ");
            last = &out[line.substr(0, colon)];
            last->rest = line.substr(colon + 2);
        }
    }
    return out;
}

} // namespace

int main(int argc, char** argv) {
    const std::string folder = argc > 1 ? std::string{argv[1]} + '/' : "";
    const tool::companion_finder finder;
    tool::model_cache models{finder};
    std::size_t count = 0, files = 0, differ = 0;
    std::string line;
    std::getline(std::cin, line);
    while (line.starts_with(folder)) {
        const std::string path = unquoted('"' + line.substr(0, line.find(": ")) + '"');
        entries all = read_entries(std::cin, folder, line);
        bool is_same = false;
        static_cast<void>(tool::judge_owned(path, models, [&]<class Model>(const Model& own, const auto&) {
            reader<Model> one{own, all};
            is_same = one.read();
            count += one.count();
            return effigy::error{};
        }));
        ++files;
        if (!is_same) {
            ++differ;
            std::cout << path << ": differs\n";
        }
    }
    std::cout << files << " files, " << count << " numbers and letters, " << differ << " files differ\n";
    return differ == 0 && files != 0 ? 0 : 1;
}
