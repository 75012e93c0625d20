#include "every_header.hpp"

int main() {}
