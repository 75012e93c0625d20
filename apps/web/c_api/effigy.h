/* The C interface of effigy, and the only exports of its WebAssembly module. It needs no file system: the caller passes
 * the files of a model, and names them.
 *
 * A set holds files that may belong together, as a folder does: models, their companions, clips, textures, scripts.
 * effigy_info() and the functions below it make an answer about one of them. They return the size of the answer in
 * bytes; effigy_answer() returns the bytes. All texts are UTF-8, without a 0 at the end. docs/tool.md describes the
 * objects of JSON, docs/page.md what is different here. No function fails for a bad file: the answer says what is
 * wrong.
 *
 * If memory runs out, the module traps. It must then not be used again; the caller instantiates it anew.
 */
#ifndef EFFIGY_C_API_H
#define EFFIGY_C_API_H

#include <stddef.h>
#include <stdint.h>

#if defined(__wasm__)
#define EFFIGY_EXPORT(name) __attribute__((export_name(#name))) name
#else
#define EFFIGY_EXPORT(name) name
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef struct effigy_set effigy_set;

/* Memory for the arguments below. Null if there is not enough. */
void* EFFIGY_EXPORT(effigy_allocate)(size_t size);
void EFFIGY_EXPORT(effigy_free)(void* memory);

effigy_set* EFFIGY_EXPORT(effigy_create)(void);
/* Frees the set, its files and its answers. */
void EFFIGY_EXPORT(effigy_destroy)(effigy_set* set);

/* Adds a file and returns its number, which counts from 0. `path` has / between folders. `bytes` come from
 * effigy_allocate(); the set frees them. Add all files before the first answer. */
uint32_t EFFIGY_EXPORT(effigy_add)(effigy_set* set, const char* path, size_t path_size, void* bytes, size_t size);

/* Valid until the next answer. */
const void* EFFIGY_EXPORT(effigy_answer)(const effigy_set* set);

/* What `effigy info --json` prints. A number that no file has: an empty answer, here and below. */
size_t EFFIGY_EXPORT(effigy_info)(effigy_set* set, uint32_t file);

/* What `effigy check --lint --json` prints. */
size_t EFFIGY_EXPORT(effigy_lint)(effigy_set* set, uint32_t file);

/* Converts a model to GLB, with clips, supermodels, companions and textures of the set. `options` are those of
 * `effigy convert`, one a line, without dashes: "lod all\nno-textures"; docs/page.md lists them. The answer is an
 * object of JSON: what was used, what is missing, what is wrong. The file is in effigy_glb(). */
size_t EFFIGY_EXPORT(effigy_convert)(effigy_set* set, uint32_t file, const char* options, size_t options_size);

/* The GLB file of the last effigy_convert(); size 0 if it could not be made. Valid until the next one. */
const void* EFFIGY_EXPORT(effigy_glb)(const effigy_set* set);
size_t EFFIGY_EXPORT(effigy_glb_size)(const effigy_set* set);

/* What the bytes are: an object of JSON with the first regions that reach into the bytes from `begin` to `end`. */
size_t EFFIGY_EXPORT(effigy_regions)(effigy_set* set, uint32_t file, size_t begin, size_t end);

#ifdef __cplusplus
}
#endif

#endif
