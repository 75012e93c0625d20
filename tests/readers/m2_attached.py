"""What m2.py reads of the records that are attached to bones."""

import math

from m2_tracks import Keys, TYPES, U, gltf, num, nums


class Attached:
    """The methods of a model for attachments, events, lights, cameras, ribbons and particles."""

    def effects(self, out):
        s, b, v, T, trk, old = self.s, self.s.b, self.v, self.T, self.track, self.old
        out["attachments"], out["events"], out["lights"], out["cameras"], out["ribbons"], out["particles"] = (
            [],
            [],
            [],
            [],
            [],
            [],
        )
        for o in self.records("attachments", 0x14 + T):
            x = U("<IHH3f", b, o)
            out["attachments"].append(
                {
                    "id": x[0],
                    "bone": x[1],
                    "pad": x[2],
                    "pos_gltf_approx": nums(gltf(x[3:6])),
                    "visible": trk(o + 0x14, "u8").show(),
                }
            )
        for o in self.records("events", 0x18 + (0x14 if old else 0x0C)):
            x = U("<4sII3f", b, o)
            t = trk(o + 0x18, "none")
            out["events"].append(
                {
                    "id": x[0].decode("latin-1"),
                    "data": x[1],
                    "bone": x[2],
                    "pos_gltf_approx": nums(gltf(x[3:6])),
                    "track": t.show(),
                    "fires": t.fires(),
                }
            )
        for o in self.records("lights", 0x10 + 7 * T):
            x = U("<Hh3f", b, o)
            d = {"type": x[0], "bone": x[1], "pos_gltf_approx": nums(gltf(x[2:5]))}
            for k, (n, ty) in enumerate(
                (
                    ("ambient", "f3"),
                    ("ambient_intensity", "f1"),
                    ("diffuse", "f3"),
                    ("diffuse_intensity", "f1"),
                    ("attenuation_start", "f1"),
                    ("attenuation_end", "f1"),
                    ("visible", "u8"),
                )
            ):
                d[n] = trk(o + 0x10 + k * T, ty).show()
            out["lights"].append(d)
        fovt = v >= 271
        for o in self.records("cameras", 0x0C + 24 + 4 * T if fovt else 0x10 + 24 + 3 * T):
            p = o + (0x0C if fovt else 0x10)
            d, fov = {"type": U("<i", b, o)[0]}, None
            if not fovt:
                fov = U("<f", b, o + 4)[0]
                d["fov_approx"] = num(fov)
            d["far_approx"], d["near_approx"] = nums(U("<2f", b, p - 8))
            tp, base, tt, tbase = trk(p, "c3"), U("<3f", b, p + T), trk(p + T + 12, "c3"), U("<3f", b, p + 2 * T + 12)
            d["position"], d["target"], d["roll"] = tp.show(), tt.show(), trk(p + 2 * T + 24, "c1").show()
            if fovt:
                f = trk(p + 3 * T + 24, "c1")
                d["fov"] = f.show()
                fov = (f.sample(self.first, 0) or (None,))[0]
            for n, tr, ba in (("eye_gltf_approx", tp, base), ("look_gltf_approx", tt, tbase)):
                x = tr.sample(self.first, 0) or (0.0, 0.0, 0.0)
                d[n] = nums(gltf([ba[k] + x[k] for k in range(3)]))
            if fov is not None and math.isfinite(fov):
                d["yfov_approx"] = nums(
                    2 * math.atan(math.tan(fov / 2) / math.sqrt(1 + a * a)) for a in (4 / 3, 16 / 9)
                )
            out["cameras"].append(d)
        for o in self.records("ribbons", 0x24 + 6 * T + 0x10 + (0 if old else 4)):
            x = U("<iI3f4I", b, o)
            d = {"id": x[0], "bone": x[1], "pos_gltf_approx": nums(gltf(x[2:5]))}
            s.arr(x[6], x[5], 2)
            s.arr(x[8], x[7], 2)
            d["textures"], d["materials"] = list(U("<%dH" % x[5], b, x[6])) if x[5] else [], (
                list(U("<%dH" % x[7], b, x[8])) if x[7] else []
            )
            for k, (n, ty) in enumerate((("color", "f3"), ("alpha", "a16"), ("above", "f1"), ("below", "f1"))):
                d[n] = trk(o + 0x24 + k * T, ty).show()
            y = U("<3f2H", b, o + 0x24 + 4 * T)
            d["edges_life_gravity_approx"], d["rows"], d["cols"] = nums(y[:3]), y[3], y[4]
            d["slot"], d["visible"] = trk(o + 0x34 + 4 * T, "u16").show(), trk(o + 0x34 + 5 * T, "u8").show()
            if not old:
                d["priority"] = U("<h", b, o + 0x34 + 6 * T)[0]
            out["ribbons"].append(d)
        for o in self.records("particles", 0x1F8 if old else 0x1DC if v < 272 else 0x1EC):
            out["particles"].append(self.particle(o))

    def particle(self, o):
        s, b, v, T = self.s, self.s.b, self.v, self.T
        x = U("<iI3fHH4I", b, o)
        d = {
            "id": x[0],
            "flags": x[1],
            "pos_gltf_approx": nums(gltf(x[2:5])),
            "bone": x[5],
            "texture": x[6],
            "model": s.text(x[8], x[7]),
            "recursion": s.text(x[10], x[9]),
        }
        if v < 263:
            d["blend"], d["emitter"] = U("<HH", b, o + 0x28)
        else:
            d["blend"], d["emitter"], d["color_index"] = U("<BBH", b, o + 0x28)
        d["particle_type"], d["head_tail"], d["tile_rotation"], d["rows"], d["cols"] = U("<BBhHH", b, o + 0x2C)
        q, d["tracks"], vary = o + 0x34, [], []
        for k in range(10):
            d["tracks"].append(self.track(q, "f1").show())
            q += T
            if not self.old and k in (5, 6):
                vary.append(U("<f", b, q)[0])
                q += 4
        if self.old:
            d["mid_approx"] = num(U("<f", b, q)[0])
            c = b[q + 4 : q + 16]
            d["colors"] = [[c[k + 2], c[k + 1], c[k], c[k + 3]] for k in (0, 4, 8)]
            d["scale_approx"], d["cells"] = nums(U("<3f", b, q + 16)), list(U("<10H", b, q + 28))
            d["floats_approx"] = nums(U("<22f", b, q + 48))
            q += 136
        else:
            d["vary_approx"] = nums(vary)
            for n, p, ty in (
                ("color", 0, "f3"),
                ("alpha", 16, "a16"),
                ("scale", 32, "f2"),
                ("head_cell", 56, "u16"),
                ("tail_cell", 72, "u16"),
            ):
                nt, ot, nv, ov = U("<4I", b, q + p)
                e = {"t": s.arr(ot, nt, 2), "v": s.arr(ov, nv, TYPES[ty][0])}
                n2 = min(nt, nv)
                if n2:
                    k = Keys(s, 0, 0, 0, ov, ty, 0 if ty == "u16" else 1)
                    k.n, k.t = n2, U("<%dh" % n2, b, ot)
                    k.sorted = False
                    e["s_approx"] = [nums(k.at(t, 0, n2 - 1)) for t in (0, 16384, 32767)]
                d[n] = e
            d["scale_vary_approx"] = nums(U("<2f", b, q + 48))
            d["floats_approx"] = nums(U("<25f", b, q + 88))
            q += 188
        n, p = s.pair(q)
        d["spline"] = s.arr(p, n, 12)
        d["enabled"] = self.track(q + 8, "u8").show()
        q += 8 + T
        if v >= 272:
            d["multi_texture"] = list(U("<8h", b, q))
        return d
