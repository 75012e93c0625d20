#include <effigy/grimrock.hpp>
#include <effigy/grimrock/scene.hpp>
#include <effigy/scene.hpp>

// Succeeds if the sources that define to_scene() and verify() are linked.
int main() {
    const auto scene = to_scene(effigy::grimrock::model{});
    return scene && !verify(*scene) ? 0 : 1;
}
