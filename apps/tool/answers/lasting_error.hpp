// Errors that outlive what they are about.
#pragma once

#include <effigy/core/result.hpp>

#include <memory>
#include <string>

namespace tool {

// An error with its own copy of the name, which is in a file, a model or an argument. Every error that a struct of the
// tool keeps is one: when it is printed, the file is closed and the model gone.
class lasting_error : public effigy::error {
public:
    lasting_error() = default;
    lasting_error(const effigy::error& why) : error(why) {
        if (name != nullptr) {
            kept_ = std::make_shared<const std::string>(name, name + need);
            name = kept_->data();
        }
    }
    lasting_error& operator=(const effigy::error& why) { return *this = lasting_error{why}; }

private:
    std::shared_ptr<const std::string> kept_; // copies share it, so `name` of each is valid
};

} // namespace tool
