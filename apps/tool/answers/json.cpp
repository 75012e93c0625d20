#include "json.hpp"

#include "text.hpp"

#include <effigy/report.hpp>

namespace tool {

namespace {

json text_or_null(std::string_view text) { return text.empty() ? json(nullptr) : json(text); }

// The two sides of the comparison that failed, as numbers if the error has numbers. `limit_of` names the limit if
// `expected` is a limit.
struct comparison {
    json expected, found, limit_of = nullptr;
};
comparison comparison_of(const effigy::error& why) {
    switch (why.code) {
    case effigy::errc::none: return {};
    case effigy::errc::truncated:
    case effigy::errc::out_of_bounds: return {why.need, why.found, text_or_null(why.expected)};
    case effigy::errc::budget: return {why.need, why.found};
    case effigy::errc::bad_magic: {
        const auto magic = [](auto number) { return effigy::quoted_magic(static_cast<std::uint32_t>(number)); };
        return {why.need != 0 ? json(magic(why.need)) : json(why.expected), magic(why.found)};
    }
    case effigy::errc::unsupported: return {why.expected, number_or_null(why.found, why.found >= 0)};
    case effigy::errc::io: return {nullptr, why.found};
    default: return {text_or_null(why.expected), why.found};
    }
}

// Adds the offset, or null if there is none; in a text, it is null, and a line and a column follow.
void add_place(json& to, const effigy::location& at) {
    to["offset"] = number_or_null(at.offset, !at.is_text && at.offset != effigy::location::nowhere);
    if (at.is_text) {
        to["line"] = at.line();
        to["column"] = at.column();
    }
}

json error_json(const judgement& judged) {
    const effigy::error& why = judged.why;
    if (!why && judged.words.empty()) {
        return nullptr;
    }
    const bool is_of_a_field = why && why.code != effigy::errc::unsupported && why.code != effigy::errc::io;
    const comparison compared = comparison_of(why);
    json out{{"code", why ? effigy::name_of(why.code) : "option"}};
    if (is_of_a_field) {
        add_place(out, why);
    } else {
        out["offset"] = nullptr;
    }
    out["path"] = is_of_a_field ? json(effigy::to_string(static_cast<const effigy::location&>(why))) : json(nullptr);
    out["expected"] = compared.expected;
    out["limit_of"] = compared.limit_of;
    out["found"] = compared.found;
    out["message"] = reason(judged);
    out["companion"] = text_or_null(judged.companion);
    return out;
}

} // namespace

json header_json(std::string_view path, const judgement& judged) {
    json out{{"schema", json_schema},       {"file", path},      {"status", name_of(judged.status)},
             {"error", error_json(judged)}, {"format", nullptr}, {"kind", nullptr},
             {"version", nullptr},          {"bytes", nullptr}};
    if (judged.is) {
        out["format"] = judged.is->name;
        out["kind"] = effigy::name_of(judged.is->kind);
        out["version"] = number_or_null(judged.is->version, judged.is->version >= 0);
        out["bytes"] = judged.bytes;
    }
    return out;
}

json finding_json(const effigy::finding& found) {
    json out{{"level", effigy::name_of(found.level)}, {"code", found.code}};
    add_place(out, found);
    out["path"] = effigy::to_string(static_cast<const effigy::location&>(found));
    out["message"] = found.message;
    out["name"] = found.name.empty() ? json(nullptr) : json(utf8(found.name));
    return out;
}

void object_list::add(const json& object) { objects_ += (objects_.empty() ? "" : ",") + text_of(object); }
std::string object_list::within(const json& head, std::string_view key, bool is_there, const json& tail) const {
    std::string out = text_of(head);
    out.back() = ',';
    out += '"' + std::string{key} + "\":" + (is_there ? text() : "null");
    return out + (tail.empty() ? "}" : ',' + text_of(tail).substr(1));
}

std::string text_of(const json& object) { return object.dump(-1, ' ', false, json::error_handler_t::replace); }

json totals_json(const totals& all) {
    return {{"nodes", all.nodes},         {"meshes", all.meshes},        {"vertices", all.vertices},
            {"triangles", all.triangles}, {"materials", all.materials},  {"bones", all.bones},
            {"lights", all.lights},       {"animations", all.animations}};
}

} // namespace tool
