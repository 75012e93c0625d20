// own_allocator FILE: a decoded Legend of Grimrock model and a scene in memory that has a budget.
#include <effigy/file.hpp>
#include <effigy/grimrock/decode.hpp>
#include <effigy/grimrock/scene.hpp>
#include <effigy/report.hpp>

#include <iostream>
#include <memory_resource>
#include <new>

// Takes memory from the default resource, and refuses more than its budget.
class budget_resource : public std::pmr::memory_resource {
public:
    explicit budget_resource(std::size_t bytes) : left_(bytes) {}
    [[nodiscard]] std::size_t left() const { return left_; }

private:
    void* do_allocate(std::size_t bytes, std::size_t alignment) override {
        if (bytes > left_) {
            throw std::bad_alloc{};
        }
        left_ -= bytes;
        return std::pmr::get_default_resource()->allocate(bytes, alignment);
    }
    void do_deallocate(void* memory, std::size_t bytes, std::size_t alignment) override {
        left_ += bytes;
        std::pmr::get_default_resource()->deallocate(memory, bytes, alignment);
    }
    bool do_is_equal(const std::pmr::memory_resource& other) const noexcept override { return this == &other; }

    std::size_t left_;
};

int main(int argc, char** argv) {
    const char* const path = argc > 1 ? argv[1] : "";
    const auto file = effigy::file::open(path);
    if (!file) {
        std::cerr << to_string(file.error(), path) << '\n';
        return 1;
    }
    const auto model = effigy::grimrock::open(file->bytes()); // takes no memory
    if (!model) {
        std::cerr << to_string(model.error(), path) << '\n';
        return 1;
    }
    for (const std::size_t budget : {1'000'000U, 10'000U}) {
        budget_resource memory(budget);
        try {
            const auto own = decode(*model, &memory);
            const auto scene = to_scene(*model, {}, &memory);
            std::cout << (own && scene ? "made, " : "an error, ") << (memory.left() < budget ? "in" : "not in")
                      << " the budget of " << budget << " bytes\n";
        } catch (const std::bad_alloc&) {
            std::cout << "refused by the budget of " << budget << " bytes\n";
        }
        std::cout << "left afterwards: " << memory.left() << '\n';
    }
}
