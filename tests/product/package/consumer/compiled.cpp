#include <effigy/scene.hpp>

// Succeeds if the source that defines verify() is linked.
int main() { return effigy::verify(effigy::scene{}) ? 1 : 0; }
