// Writes lists and tracks, and what they refer to behind them or in other files.
#pragma once

#include "m2/fixtures_keys.hpp"

#include <map>

namespace fixtures::m2 {

class list_writer {
protected:
    explicit list_writer(const model& from) : m_(from) {}

    // ---- lists -----------------------------------------------------------------------------------------------------

    [[nodiscard]] bool is_modern() const { return m_.version >= 264; }
    // The size of a record with this number of tracks.
    [[nodiscard]] std::uint32_t with_tracks(std::uint32_t size, std::uint32_t tracks) const {
        return size + tracks * (is_modern() ? 0x14 : 0x1C);
    }

    // Calls `body`, with its output redirected to `other`.
    template <class Body> void into(part& other, const Body& body) {
        std::swap(f_, other.file);
        std::swap(lists_, other.lists);
        body();
        std::swap(f_, other.file);
        std::swap(lists_, other.lists);
    }
    template <class Body> [[nodiscard]] part apart(const Body& body) {
        part out;
        into(out, body);
        return out;
    }

    void align() { f_.zeros((m_.alignment - f_.size() % m_.alignment) % m_.alignment); }
    void ref(const std::string& location) { f_.mark(location).u32(0).u32(0); }

    template <class Body>
    void block(const std::string& location, std::uint32_t size, std::size_t count, const Body& body) {
        lists_.push_back({location, size, count});
        if (count == 0) {
            return;
        }
        std::size_t begin = 0;
        const auto data = [&] {
            align();
            begin = f_.size();
            body();
            align();
        };
        if (part* const elsewhere = std::exchange(key_file_, nullptr)) {
            into(*elsewhere, [&] {
                lists_.push_back({location, size, count});
                align();
                f_.mark(location);
                data();
            });
        } else {
            data();
        }
        f_.poke(f_.at(location), static_cast<std::uint32_t>(count));
        f_.poke(f_.at(location) + 4, static_cast<std::uint32_t>(begin));
    }
    // Calls body(record, location of the record) for each. Then writes the lists that the records refer to.
    template <class Records, class Body>
    void list(const std::string& location, std::uint32_t size, const Records& records, const Body& body) {
        const auto outer = std::exchange(later_, {});
        block(location, size, records.size(), [&] {
            for (std::size_t i = 0; i < records.size(); ++i) {
                f_.mark(nth(location, i));
                body(records[i], nth(location, i));
            }
        });
        write_later();
        later_ = outer;
    }
    // Writes a list that a record refers to, after the records.
    void later(std::function<void()> write) { later_.push_back(std::move(write)); }
    void write_later() {
        for (const auto& write : std::exchange(later_, {})) {
            write();
        }
    }
    // A list of numbers or vectors.
    template <class T> void values(const std::string& location, const std::vector<T>& all) {
        list(location, sizeof(T), all, [&](const T& value, const auto&) { put(value); });
    }
    void text(const std::string& location, const std::string& chars) {
        list(location, 1, chars + '\0', [&](char one, const auto&) { f_.u8(static_cast<std::uint8_t>(one)); });
    }
    // References to lists that follow later.
    void values_of(const std::string& location, const auto& all) {
        ref(location);
        later([=, this, &all] { values(location, all); });
    }
    void text_of(const std::string& location, const std::string& chars) {
        ref(location);
        later([=, this, &chars] { text(location, chars); });
    }
    void track_of(const track& track, const std::string& location, std::size_t columns, stored as = stored::f32) {
        head(track, location);
        later([=, this] { keys(track, location, columns, as); });
    }

    [[nodiscard]] static std::string nth(const std::string& location, std::size_t i) {
        return location + '[' + std::to_string(i) + ']';
    }

    void put(std::uint8_t value) { f_.u8(value); }
    void put(std::int16_t value) { f_.i16(value); }
    void put(std::uint16_t value) { f_.u16(value); }
    void put(std::uint32_t value) { f_.u32(value); }
    void put(float value) { f_.f32(value); }
    template <class T, std::size_t N> void put(const std::array<T, N>& all) {
        for (const T& value : all) {
            put(value);
        }
    }
    void put(const box& bounds) {
        put(bounds.min);
        put(bounds.max);
        f_.f32(bounds.radius);
    }

    // ---- tracks ----------------------------------------------------------------------------------------------------

    void head(const track& track, const std::string& location, bool has_values = true) {
        f_.mark(location + ".interpolation").i16(track.interpolation).i16(track.global);
        if (!is_modern()) {
            ref(location + ".ranges");
        }
        ref(location + ".times");
        if (has_values) {
            ref(location + ".values");
        }
    }
    void times_of(const track& track, const std::string& location) {
        if (is_modern()) {
            times_by_animation(track, location, m2::times_by_animation(track, m_.animations));
            return;
        }
        values(location + ".ranges", track.ranges);
        values(location + ".times", track.times);
    }
    // Each element of the list of values has `columns` numbers.
    void keys(const track& track, const std::string& location, std::size_t columns, stored as = stored::f32) {
        if (is_modern()) {
            const auto lists = values_by_animation(track, m_.animations, columns == 4);
            times_by_animation(track, location, lists);
            by_animation(track, location + ".values", lists, [&](const key_list& one, const std::string& at) {
                stored_values(one.values, at, columns, as);
            });
            return;
        }
        times_of(track, location);
        stored_values(track.values, location + ".values", columns, as);
    }
    void stored_values(const std::vector<float>& numbers, const std::string& location, std::size_t columns, stored as) {
        const std::uint32_t width = as == stored::f32 ? 4 : as == stored::u8 ? 1 : 2;
        block(location, width * static_cast<std::uint32_t>(columns), numbers.size() / columns, [&] {
            for (std::size_t i = 0; i < numbers.size(); ++i) {
                if (i % columns == 0) {
                    f_.mark(nth(location, i / columns));
                }
                put(numbers[i], as);
            }
        });
    }
    void times_by_animation(const track& track, const std::string& location, const std::vector<key_list>& lists) {
        by_animation(track, location + ".times", lists,
                     [&](const key_list& one, const std::string& at) { values(at, one.times); });
    }
    // Writes a list of pairs here, and their targets here or in the file with the animation's keys. A list for all
    // animations is in the file with the first animation's keys, as converters write it. In client files, this file is
    // the model. An alias whose keys are in the same file has the same pair.
    template <class Body>
    void by_animation(const track& track, const std::string& location, const std::vector<key_list>& lists,
                      const Body& body) {
        list(location, 8, lists, [&](const key_list&, const auto&) { f_.u32(0).u32(0); });
        const auto copied_from = [&](std::size_t i) {
            const bool copies = track.lists.empty() && lists.size() == m_.animations.size();
            const std::size_t from = copies ? resolved(m_.animations, i) : i;
            return key_file_of(m_.animations, from) == key_file_of(m_.animations, i) ? from : i;
        };
        for (std::size_t i = 0; i < lists.size(); ++i) {
            if (copied_from(i) == i) {
                const std::size_t file = key_file_of(m_.animations, i);
                key_file_ =
                    file == in_model ? nullptr : &key_files_.try_emplace({file, section_}, part{}).first->second;
                body(lists[i], nth(location, i));
                key_file_ = nullptr;
            }
        }
        for (std::size_t i = 0; i < lists.size(); ++i) {
            if (copied_from(i) != i) {
                copy_pair(nth(location, copied_from(i)), nth(location, i));
            }
        }
    }
    void copy_pair(const std::string& from, const std::string& to) {
        for (std::size_t i = 0; i < 8; ++i) {
            f_.poke_u8(f_.at(to) + i, std::to_integer<std::uint8_t>(f_.span()[f_.at(from) + i]));
        }
        const auto original =
            std::find_if(lists_.begin(), lists_.end(), [&](const reference& one) { return one.location == from; });
        lists_.push_back({to, original->size, original->count});
    }

    void put(float value, stored as) {
        switch (as) {
        case stored::f32: f_.f32(value); break;
        case stored::opacity: f_.i16(static_cast<std::int16_t>(value * 32767 + (value < 0 ? -0.5F : 0.5F))); break;
        case stored::u8: f_.u8(static_cast<std::uint8_t>(value)); break;
        case stored::u16: f_.u16(static_cast<std::uint16_t>(value)); break;
        case stored::packed_quat: f_.i16(packed(value)); break;
        }
    }

    enum class section { model, bones, attachments };

    const model& m_;
    byte_builder f_;
    std::vector<reference> lists_;
    std::vector<std::function<void()>> later_;                  // write the lists that the records of a list refer to
    section section_ = section::model;                          // the section whose keys are written
    part* key_file_ = nullptr;                                  // the file of the next list, if it is not f_
    std::map<std::pair<std::size_t, section>, part> key_files_; // by animation
};

} // namespace fixtures::m2
