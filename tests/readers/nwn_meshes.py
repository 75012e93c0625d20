"""What nwn.py reads of meshes."""

import math

from nwn_numbers import PROBE, ZERO3, add, apply, areas, bounds, crc, cross, dot, gl, low, num, nums, refuse, sub, tally


class Meshes:
    """The methods of a binary file for lights, meshes, skins and trees of boxes."""

    def light(self, o):
        f = dict(
            zip(
                ("priority", "ambient_only", "dynamic_type", "affect_dynamic", "shadow", "generate_flare", "fading"),
                self.u("7I", o + 0xB0),
            )
        )
        for k, q, size in (("flare_sizes", 0x80, 4), ("flare_positions", 0x8C, 4), ("flare_colors", 0x98, 12)):
            f[k] = self.bulk(*self.array(o + q, size), size)
        tex, nt = self.array(o + 0xA4, 4)
        f.update({"flare_radius_approx": num(self.floats(o + 0x70, 1)[0]), "flare_textures": []})
        for p in self.u("%dI" % nt, tex):
            end = self.d.find(b"\0", 12 + p, self.R) if 0 < p < self.ms else -1
            refuse(end < 0, "out_of_bounds")
            self.claim(12 + p, end + 1 - 12 - p)
            f["flare_textures"].append(self.d[12 + p : end].decode("latin1"))
        return f

    def mesh(self, r):
        o = r["o"]
        nv, tc = self.u("HH", o + 0x230)
        fa, nf = self.array(o + 0x78, 32)
        (cnt, n1), (off, n2), (shadow, beaming, rend, transp, hint) = (
            self.array(o + 0x204, 4),
            self.array(o + 0x210, 4),
            self.u("5I", o + 0xD4),
        )
        refuse(n1 != n2, "bad_value")
        at, f = {}, {}
        for key, q, size in (
            ("verts", 0x22C, 12),
            ("uv0", 0x234, 8),
            ("uv1", 0x238, 8),
            ("uv2", 0x23C, 8),
            ("uv3", 0x240, 8),
            ("normals", 0x244, 12),
            ("colors", 0x248, 4),
            ("tangents", 0x258, 12),
            ("handedness", 0x260, 4),
        ):
            at[key] = self.raw(self.u32(o + q), nv * size)
            if at[key] is not None:
                f[key] = self.bulk(at[key], nv, size)
        V, N, T, uv = (self.rows(at[k], nv, w) for k, w in (("verts", 3), ("normals", 3), ("tangents", 3), ("uv0", 2)))
        faces = [self.u("4fi3h3H", fa + 32 * i) for i in range(nf)]
        authored, flat = [t[8:11] for t in faces], [x for t in faces for x in t[8:11]]
        lists, render, hidden = [], [], None
        for c, p in zip(self.u("%dI" % n1, cnt), self.u("%dI" % n2, off)):
            a = self.raw(p, 2 * c)
            refuse(c and a is None, "out_of_bounds")
            lists.append(self.bulk(a, c, 2))
            render += self.u("%dH" % c, a) if c else ()
            if c == 0 and nf and p + 6 * nf <= self.rs:  # swallowed by a mesh merge: its own list is still there
                a = self.raw(p, 6 * nf)
                hidden = {**self.bulk(a, 3 * nf, 2), "equals_faces": list(self.u("%dH" % (3 * nf), a)) == flat}
        refuse(any(i >= len(V) for i in render) or any(i >= len(V) for i in flat), "out_of_bounds")
        tris = [tuple(render[i : i + 3]) for i in range(0, len(render) - 2, 3)]
        r.update(
            nv=nv,
            nf=nf,
            V=V,
            tris=tris,
            nidx=len(render),
            swallowed=bool(nf and n1 and not render),
            render=rend,
            tex=low(self.text(o + 0xE8, 64)),
        )
        agree, degenerate, plane = 0, 0, 0.0
        for t, (a, b, c) in zip(faces, authored):
            n = cross(sub(V[b], V[a]), sub(V[c], V[a]))
            if math.sqrt(dot(n, n)) <= 1e-6:
                degenerate += 1
            else:
                agree, plane = agree + (dot(n, t) > 0), max(plane, abs(dot(V[a], t) + t[3]))
        area, va = areas(tris, V)
        f.update(
            {
                "n_verts": nv,
                "tex_count": tc,
                "faces": self.bulk(fa, nf, 32),
                "index_lists": lists,
                "hidden_list": hidden,
                "textures": [self.text(o + q, 64) for q in (0xE8, 0x128, 0x168, 0x1A8)],
                "shadow": shadow,
                "beaming": beaming,
                "render": rend,
                "transparency": transp,
                "render_hint": hint,
                "tile_fade": self.u32(o + 0x1E8),
                "tri_mode": self.d[o + 0x224],
                "rotate_texture": self.d[o + 0x265],
                "bbox_approx": nums(self.floats(o + 0x84, 6)),
                "radius_average_approx": nums(self.floats(o + 0x9C, 4)),
                "material_approx": nums(self.floats(o + 0xAC, 10)),
                "normal_sum_half_approx": num(self.floats(o + 0x268, 1)[0]),
                "surfaces": tally(t[4] for t in faces),
                "open_edges": sum(a == -1 for t in faces for a in t[5:8]),
                "degenerate": degenerate,
                "agree": agree,
                "plane_error_approx": num(plane),
                "render_tris": len(tris),
                "list_equals_faces": render == flat,
                "area_approx": num(area),
                "vector_area_approx": nums(gl(va)),
                "bounds_approx": bounds(V),
            }
        )
        if uv:
            f["uv_sum_approx"] = nums((sum(t[0] for t in uv), sum(1.0 - t[1] for t in uv)))
        if N:
            f["normal_sum_approx"] = nums([sum(n[k] for n in N) for k in range(3)] + [sum(dot(n, n) for n in N)])
        if T:
            f["tangent_approx"] = nums([sum(dot(t, t) for t in T), sum(abs(dot(t, n)) for t, n in zip(T, N))])
        if at["colors"] is not None:
            f["color_sums"] = [sum(self.d[at["colors"] + k : at["colors"] + 4 * nv : 4]) for k in range(4)]
        if at["handedness"] is not None:
            h = self.floats(at["handedness"], nv)
            f["handedness_counts"] = [h.count(1.0), h.count(-1.0)]
        return f

    def skin(self, me, r):
        o, nv, slots = r["o"], r["nv"], r["slots"]
        pw, pr, pm, nm = self.u("IIII", o + 0x27C)
        wo, bo, mo = self.raw(pw, 16 * nv), self.raw(pr, 8 * nv), self.model(pm, 2 * nm) if nm else 0
        (qo, nq), (to, nt), (co, nc) = self.array(o + 0x28C, 16), self.array(o + 0x298, 12), self.array(o + 0x2A4, 4)
        if slots == 17 and 17 in self.u("%dh" % nm, mo):  # the i16 behind the 17 is a slot like them (BioWare)
            slots = 18
        node_of, parts = {}, self.u("%dh" % slots, o + 0x2B0)
        for n, s in enumerate(self.u("%dh" % nm, mo)):
            refuse(s < -1 or s >= slots, "bad_value")
            refuse(s >= 0 and n >= min(len(self.geo), nq, nt), "out_of_bounds")
            if s >= 0:
                node_of.setdefault(s, n)
        refs, weights, by_slot = [], self.rows(wo, nv, 4), [0.0] * slots
        for i, w in enumerate(weights if bo is not None else ()):
            b = self.u("4h", bo + 8 * i)
            refuse(min(b) < -1 or max(b) >= slots, "out_of_bounds")
            refs += b
            for x, k in zip(w, b):
                if k >= 0:
                    by_slot[k] += x
        resid, ibm, bones = 0.0, ZERO3, sorted(node_of)
        for s in bones:
            n = node_of[s]
            qw, qx, qy, qz = self.floats(qo + 16 * n, 4)  # stored W, X, Y, Z
            inv = (self.floats(to + 12 * n, 3), (qx, qy, qz, qw), 1.0)
            ibm = add(ibm, apply(inv, PROBE))
            for v in (ZERO3, PROBE):  # world(bone) * (Q,T) must equal world(skin)
                e = sub(apply(self.worlds[n], apply(inv, v)), apply(self.worlds[me], v))
                resid = max(resid, max(abs(x) for x in e))
        return {
            "slots": slots,
            "weights": self.bulk(wo, nv, 16),
            "refs": self.bulk(bo, nv, 8),
            "map": self.bulk(mo, nm, 2),
            "q": self.bulk(qo, nq, 16),
            "t": self.bulk(to, nt, 12),
            "constants": self.bulk(co, nc, 4),
            "bones": [[s, node_of[s]] for s in bones],
            "parts_match": all(parts[s] == node_of[s] for s in bones),
            "influences": len(refs) - refs.count(-1),
            "unused": refs.count(-1),
            "refs_without_bone": len(set(refs) - {-1} - set(bones)),
            "weight_sum_minmax_approx": bounds([(sum(w),) for w in weights]),
            "weight_by_slot_approx": nums(by_slot[s] for s in bones),
            "bind_residual_approx": num(resid),
            "ibm_probe_sum_approx": nums(ibm),
        }

    def animmesh(self, r):
        o, nv = r["o"], r["nv"]
        pv, pt, nvs, nts = self.u("4I", o + 0x298)
        f = {
            "period_approx": num(self.floats(o + 0x270, 1)[0]),
            "vertex_sets": nvs,
            "uv_sets": nts,
            "verts": None,
            "uvs": None,
        }
        for key, p, sets, w in (("verts", pv, nvs, 3), ("uvs", pt, nts, 2)):
            if sets and nv:
                a = self.model(p, sets * nv * 4 * w)
                data = self.rows(a, sets * nv, w)
                f[key] = self.bulk(a, sets * nv, 4 * w)  # vertex-major: all sets of vertex 0, then vertex 1, ...
                f[key + "_set_bounds_approx"] = [bounds(data[s::sets]) for s in range(min(sets, 16))]
        return f

    def aabb(self, root, nf):
        end, stack, blob, leaves, planes, depth, odd = 0, [(root, 1)] if root else [], [], [], [], 0, 0
        while stack:  # pre-order, left before right
            p, d = stack.pop()
            refuse(p < end, "cycle")
            o, end = self.model(p, 0x28), p + 0x28
            left, right, leaf, plane = self.u("IIiI", o + 0x18)
            refuse(leaf >= nf, "out_of_bounds")
            blob.append(self.d[o : o + 0x28])
            planes.append(plane)
            depth = max(depth, d)
            leaves += [leaf] if leaf >= 0 else []
            odd += (leaf >= 0) != (not left and not right)
            stack += [(c, d + 1) for c in (right, left) if c]
        return {
            "entries": len(blob),
            "leaves": len(leaves),
            "depth": depth,
            "crc": crc(b"".join(blob)),
            "odd": odd,
            "root_approx": nums(self.floats(12 + root, 6) if blob else ()),
            "planes": tally(planes),
            "all_faces_once": sorted(leaves) == list(range(nf)),
        }

    # ---- animations ----
