// expect: a node_pose of Grimrock and Shinobi is a matrix4x3, not a pose
#include <effigy/grimrock.hpp>

#include <vector>

#ifdef EFFIGY_WELL_FORMED
using node_pose = effigy::grimrock::node_pose<float>;
#else
using node_pose = effigy::pose<float>;
#endif

void reset(const effigy::grimrock::node_index& nodes, std::vector<node_pose>& poses) { rest_poses(nodes, poses); }
