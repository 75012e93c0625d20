// Neverwinter Nights MDL in text form: a document of statements over the caller's bytes.
//
//     if (const auto text = effigy::nwn::open_text(bytes)) {
//         for (const effigy::nwn::statement& each : text->statements()) {
//             use(each.keyword(), each.word(0).text, each.line());
#pragma once

#include <effigy/core/borrowed_bytes.hpp>
#include <effigy/core/byte_view.hpp>
#include <effigy/nwn/order/signature.hpp>
#include <effigy/nwn/text/reader.hpp>

namespace effigy { inline namespace v0 { namespace nwn {

namespace impl {
class text_opener;
}

// The statements of a text, from "newmodel" to "donemodel", or all of them. Each pass reads the text again.
class statement_range {
public:
    class iterator {
    public:
        using value_type = statement;
        using difference_type = std::ptrdiff_t;

        constexpr iterator() = default;
        constexpr iterator(std::string_view text, bool is_bare) noexcept : reader_(text, is_bare) { ++*this; }
        [[nodiscard]] constexpr const statement& operator*() const noexcept { return statement_; }
        [[nodiscard]] constexpr const statement* operator->() const noexcept { return &statement_; }
        constexpr iterator& operator++() noexcept {
            if (!reader_.next(statement_)) {
                statement_ = {};
            }
            return *this;
        }
        constexpr iterator operator++(int) noexcept {
            iterator old = *this;
            ++*this;
            return old;
        }
        // At the end there is no statement.
        [[nodiscard]] friend constexpr bool operator==(const iterator& a, const iterator& b) noexcept {
            return a.statement_.line() == b.statement_.line();
        }

    private:
        impl::statement_reader reader_;
        statement statement_;
    };
    using const_iterator = iterator;

    constexpr statement_range() = default;
    // `is_bare`: see text_model.
    constexpr explicit statement_range(std::string_view text, bool is_bare = false) noexcept
        : text_(text), is_bare_(is_bare) {}
    [[nodiscard]] constexpr iterator begin() const noexcept { return {text_, is_bare_}; }
    [[nodiscard]] constexpr iterator end() const noexcept { return {}; }

private:
    std::string_view text_;
    bool is_bare_ = false;
};

// A text that open_text() has read. A small value; the caller owns the bytes.
class text_model {
public:
    constexpr text_model() = default;

    [[nodiscard]] constexpr byte_view file() const noexcept { return file_; }
    // Without the byte order mark that some editors write.
    [[nodiscard]] constexpr std::string_view text() const noexcept { return text_; }
    // That of "newmodel", or of "beginwalkmeshgeom"; if the text is bare, the first parent, which is empty if no node
    // has one.
    [[nodiscard]] constexpr std::string_view name() const noexcept { return name_; }
    // That of "setsupermodel"; empty if there is none.
    [[nodiscard]] constexpr std::string_view supermodel() const noexcept {
        return impl::supermodel_in(supermodel_).text;
    }
    // The last one; its line is 0 if there is none.
    [[nodiscard]] constexpr const statement& supermodel_statement() const noexcept { return supermodel_; }
    // Whether the text is a file of walk meshes (.wok, .pwk, .dwk): nodes of a model, without the model.
    [[nodiscard]] constexpr bool is_walk_mesh() const noexcept { return !has_model_; }
    // Whether the nodes of a walk mesh have nothing around them, not even "beginwalkmeshgeom": most .pwk and .dwk. As a
    // .mdl, the game does not read such a text.
    [[nodiscard]] constexpr bool is_bare() const noexcept { return is_bare_; }
    [[nodiscard]] constexpr statement_range statements() const noexcept { return statement_range{text_, is_bare_}; }
    // How many statements there are of a kind: those that begin nodes, in the model and in animations, and animations.
    [[nodiscard]] constexpr std::uint32_t node_count() const noexcept { return nodes_; }
    [[nodiscard]] constexpr std::uint32_t animation_count() const noexcept { return animations_; }

private:
    friend class impl::text_opener;

    byte_view file_;
    std::string_view text_, name_;
    statement supermodel_;
    std::uint32_t nodes_ = 0, animations_ = 0;
    bool has_model_ = false, is_bare_ = false;
};

namespace impl {

class text_opener {
public:
    template <class = when_used> [[nodiscard]] static result<text_model> open(byte_view file) noexcept {
        text_model out;
        out.file_ = file;
        out.text_ = without_byte_order_mark(file.text_at(0, file.size()));
        constexpr std::uint64_t most = 0xFFFF'FFFE; // lines and columns have 32 bits
        if (file.size() > most) {
            return error{location::at_line("text", 1, 1), errc::budget, most, static_cast<std::int64_t>(file.size()),
                         "bytes of a model in text form"};
        }
        read(out);
        if (out.name_.empty() && begins_with_nodes(out.text_)) {
            out.is_bare_ = true;
            read(out);
        }
        if (out.name_.empty() && !out.is_bare_) {
            return no_model(file);
        }
        return out;
    }

private:
    static void read(text_model& out) noexcept {
        for (const statement& each : out.statements()) {
            const bool begins_model = each.kind() == statement_kind::model;
            const bool begins_tree = each.kind() == statement_kind::geometry && !out.has_model_;
            out.nodes_ += each.kind() == statement_kind::node ? 1U : 0U;
            out.animations_ += each.kind() == statement_kind::animation ? 1U : 0U;
            if (each.is("setsupermodel")) {
                out.supermodel_ = each;
            }
            out.has_model_ = out.has_model_ || begins_model;
            if (out.name_.empty() && (begins_model || begins_tree || (out.is_bare_ && impl::names_parent(each)))) {
                out.name_ = each.word(0).text;
            }
        }
    }
    // Whether only comments and "filedependancy" precede the first node.
    [[nodiscard]] static constexpr bool begins_with_nodes(std::string_view text) noexcept {
        line_cursor lines{text};
        bool is_before = lines.next();
        while (is_before && impl::is_dependency(lines.words().at(0).text)) {
            is_before = lines.next();
        }
        return is_before && begins_node(text.substr(lines.first_word_at()));
    }
    [[nodiscard]] static error no_model(byte_view file) noexcept {
        return {location::at_line("text", 1, 1), errc::bad_magic, 0, file.value_at<u32<>>(0).get(),
                "a line \"newmodel NAME\", or the nodes of a walk mesh"};
    }
};

} // namespace impl

// Reads a text once, without allocating. Error: bad_magic, if no line begins with "newmodel" or "beginwalkmeshgeom" and
// a name, and the text does not begin with a node. Everything else is read, and lint() tells what is unusual.
template <class = when_used> [[nodiscard]] result<text_model> open_text(lasting_bytes bytes) noexcept {
    return impl::text_opener::open(byte_view{bytes});
}

// Returns no error: decode() leaves out what a text refers to and does not have.
[[nodiscard]] constexpr error verify(const text_model&) noexcept { return {}; }

}}} // namespace effigy::v0::nwn
