defineMaterial{
	name = "effigy_stone",
	diffuseMap = "mod_assets/textures/effigy_stone_dif.tga",
	specularMap = "mod_assets/textures/effigy_stone_spec.tga",
	normalMap = "mod_assets/textures/effigy_stone_normal.tga",
	doubleSided = false,
	lighting = true,
	alphaTest = false,
	blendMode = "Opaque",
	textureAddressMode = "Wrap",
	glossiness = 25,
	depthBias = 0,
}

defineMaterial{
	name = "effigy_eyes",
	diffuseMap = "mod_assets/textures/effigy_eyes_dif.tga",
	emissiveMap = "mod_assets/textures/effigy_eyes_dif.tga",
	doubleSided = false,
	lighting = true,
	alphaTest = false,
	blendMode = "Opaque",
	textureAddressMode = "Wrap",
	glossiness = 60,
	depthBias = 0,
}

defineMaterial{
	name = "effigy_plinth",
	diffuseMap = "mod_assets/textures/effigy_plinth_dif.tga",
	doubleSided = false,
	lighting = true,
	alphaTest = false,
	blendMode = "Opaque",
	textureAddressMode = "Wrap",
	glossiness = 10,
	depthBias = 0,
}
