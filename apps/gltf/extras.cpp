#include "parts.hpp"

#include <algorithm>
#include <limits>

namespace gltf_files {

namespace {

constexpr std::size_t most_nested = 16; // of verify()

// null: the writer's number that is not finite.
[[nodiscard]] double number_of(json_value from) {
    return from.is_number() ? from.number() : std::numeric_limits<double>::quiet_NaN();
}
[[nodiscard]] bool is_number_or_null(json_value from) { return from.is_number() || from.kind() == json_kind::null; }

class extras_reader {
public:
    extras_reader(source& from, std::string_view kind, std::string_view name) : from_(from), kind_(kind), name_(name) {}

    bool run(json_value extras, scene::list<scene::extra>& to, std::span<const std::string_view> own) {
        open_.push_back({extras.first(), &to});
        if (!reserve(extras, to)) {
            return false;
        }
        while (!open_.empty()) {
            auto& [next, list] = open_.back();
            if (!next) {
                open_.pop_back();
                continue;
            }
            const json_value each = next;
            next = each.next();
            const bool is_own = open_.size() == 1 && std::find(own.begin(), own.end(), each.key()) != own.end();
            if (!is_own && !add(each, *list)) {
                return false;
            }
        }
        if (left_out_ != 0) {
            from_.left_out(kind_, name_, "extras that are mixed lists, lists of objects or nested too deeply",
                           left_out_);
        }
        return true;
    }

private:
    struct level {
        json_value next;
        scene::list<scene::extra>* to = nullptr;
    };

    bool reserve(json_value object, scene::list<scene::extra>& to) {
        to.reserve(from_.charge(object.size(), sizeof(scene::extra)) ? object.size() : 0);
        return !from_.why();
    }
    bool add(json_value from, scene::list<scene::extra>& to) {
        if (!from_.charge(from.key().size() + from.text().size(), 1)) {
            return false;
        }
        scene::extra_value value;
        bool opens = false;
        switch (from.kind()) {
        case json_kind::boolean: value = from.flag(); break;
        case json_kind::null:
        case json_kind::number: value = number_of(from); break;
        case json_kind::text: value = scene::text{from.text()}; break;
        case json_kind::array:
            if (!read_list(from, value)) {
                ++left_out_;
                return !from_.why();
            }
            break;
        case json_kind::object:
            if (open_.size() == most_nested) {
                ++left_out_;
                return true;
            }
            value = scene::list<scene::extra>{};
            opens = true;
            break;
        case json_kind::none: break;
        }
        scene::extra& made = to.emplace_back();
        made.key = from.key();
        made.value = std::move(value);
        if (opens) {
            auto& inner = std::get<scene::list<scene::extra>>(made.value);
            open_.push_back({from.first(), &inner});
            return reserve(from, inner);
        }
        return true;
    }
    // A list of numbers or of texts.
    bool read_list(json_value from, scene::extra_value& to) {
        bool all_numbers = true;
        bool all_texts = from.size() != 0;
        for (json_value each = from.first(); each; each = each.next()) {
            all_numbers = all_numbers && is_number_or_null(each);
            all_texts = all_texts && each.is_text();
        }
        if (all_numbers && from_.charge(from.size(), sizeof(double))) {
            auto& list = to.emplace<scene::list<double>>();
            list.reserve(from.size());
            for (json_value each = from.first(); each; each = each.next()) {
                list.push_back(number_of(each));
            }
            return true;
        }
        if (all_texts && from_.charge(from.size(), sizeof(scene::text))) {
            auto& list = to.emplace<scene::list<scene::text>>();
            list.reserve(from.size());
            for (json_value each = from.first(); each; each = each.next()) {
                list.push_back(scene::text{each.text()});
            }
            return true;
        }
        return false;
    }

    source& from_;
    std::string_view kind_, name_;
    std::vector<level> open_;
    std::uint64_t left_out_ = 0;
};

} // namespace

bool read_members(source& from, json_value object, std::string_view kind, std::string_view name,
                  scene::list<scene::extra>& to, std::span<const std::string_view> own) {
    return extras_reader{from, kind, name}.run(object, to, own);
}
bool read_extras(source& from, json_value part, std::string_view kind, std::string_view name,
                 scene::list<scene::extra>& to, std::span<const std::string_view> own) {
    const json_value extras = part.find("extras");
    if (extras && !extras.is_object()) {
        from.left_out(kind, name, "extras that are not an object");
    }
    return !extras.is_object() || read_members(from, extras, kind, name, to, own);
}

} // namespace gltf_files
