/**
 * @file
 * Whorl for C, and for all that speaks C: worlds of fluid that a program steps, touches and looks at.
 *
 * @code
 * #include <whorl/whorl.h>
 *
 * whorl_settings settings;
 * whorl_default_settings(&settings);
 * whorl_world* world;
 * if (whorl_world_from_settings(&settings, &world) != WHORL_OK) puts(whorl_last_error());
 * whorl_shape vent = whorl_sphere(0.5, 0.15, 0, 0.06);
 * for (int frame = 0; frame < 48; ++frame) {
 *     whorl_add(world, &vent, "smoke", 0.2);
 *     whorl_add(world, &vent, "heat", 0.3);
 *     whorl_step(world, 1.0 / 24);
 * }
 * whorl_world_destroy(world);
 * @endcode
 *
 * SI units: metres, seconds. Places have three numbers; in a plane z does not count. Functions return a status; where it is
 * not WHORL_OK nothing was changed, and whorl_last_error() says why, with the value and the remedy. No argument crashes it: null,
 * NaN and infinity, numbers that are too large, and obstacles that are gone are refused.
 *
 * Threads: one world belongs to one thread at a time. Different worlds are independent and may be used by different threads
 * at once. A step itself uses as many threads as the settings say; how many changes nothing in the result.
 * whorl_last_error() is that of the calling thread. whorl_set_allocator() is for the beginning of a program.
 */
#ifndef WHORL_H
#define WHORL_H

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define WHORL_API __attribute__((visibility("default")))
#else
#define WHORL_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Status ---------------------------------------------------------------------------------------------------------- */

/** How a call went. */
typedef enum whorl_status {
    WHORL_OK = 0,           /**< done */
    WHORL_BAD_ARGUMENT = 1, /**< null, not finite, out of range, or a name that is not known */
    WHORL_BAD_SCENE = 2,    /**< a scene or settings that can not be, or a file that can not be read */
    WHORL_NO_MEMORY = 3,    /**< the machine, or the allocator, does not have what it takes */
    WHORL_GONE = 4,         /**< the obstacle was removed, or never was one of this world */
    WHORL_TOO_SMALL = 5,    /**< the memory of the caller does not hold the answer */
    WHORL_BAD_STATE = 6,    /**< bytes that are no saved state of such a world */
    WHORL_CANCELLED = 7,    /**< the callback asked to stop */
    WHORL_BUSY = 8,         /**< not while there are worlds */
    WHORL_FAILED = 9        /**< anything else; the message says what */
} whorl_status;

/** Of this library, such as "0.1.0". Never null. */
WHORL_API const char* whorl_version(void);

/** Why the last call of this thread that did not return WHORL_OK failed; "" if none did. Valid until the next call. Never
 *  null. */
WHORL_API const char* whorl_last_error(void);

/* ---- Memory ---------------------------------------------------------------------------------------------------------- */

/** Returns `bytes` of memory at a multiple of `alignment` (a power of two), or null. May be called by any thread. */
typedef void* (*whorl_allocate)(size_t bytes, size_t alignment, void* user);
/** Takes back what whorl_allocate gave. */
typedef void (*whorl_release)(void* memory, void* user);

/** From now on the fields of all worlds, which is nearly all of their memory, come from here; with two nulls from the C
 *  library again. WHORL_BUSY as long as there are worlds. A null from `allocate` makes the creation of a world fail with
 *  WHORL_NO_MEMORY and nothing else: steps allocate no fields. */
WHORL_API whorl_status whorl_set_allocator(whorl_allocate allocate, whorl_release release, void* user);

/* ---- Worlds ---------------------------------------------------------------------------------------------------------- */

/** A world of fluid. */
typedef struct whorl_world whorl_world;

/** What is beyond a side. */
typedef enum whorl_side {
    WHORL_WALL = 0,      /**< fluid sticks to it */
    WHORL_FREE_SLIP = 1, /**< a wall that fluid slides along */
    WHORL_OPEN = 2,      /**< fluid leaves and enters freely */
    WHORL_PERIODIC = 3,  /**< joined to the opposite side, which must be periodic too */
    WHORL_INFLOW = 4     /**< fluid comes in with `inflow` */
} whorl_side;

/** A world in numbers. Fill it by whorl_default_settings() first: later versions may have more members. It carries "smoke",
 *  "heat" and, if asked, the inks "red", "green" and "blue". */
typedef struct whorl_settings {
    size_t bytes;         /**< sizeof(whorl_settings), set by whorl_default_settings() */
    int dimension;        /**< 2 for a plane, 3 for a box. Default 2 */
    double size[3];       /**< m, each above 0. Default 1, 2, 1 */
    int cells;            /**< along the longest side, 2 to 16384. Default 128 */
    int sides[6];         /**< whorl_side: left, right, bottom, top, back, front. Default: walls */
    double inflow[3];     /**< m/s, at sides that are inflows. Default 0 */
    double viscosity;     /**< m2/s, at least 0. Default 0 */
    double gravity[3];    /**< m/s2; it drives buoyancy. Default 0, -9.81, 0 */
    double heat_lift;     /**< buoyancy of one unit of heat, in units of gravity. Default 0.1 */
    double smoke_weight;  /**< the same of smoke, downwards. Default 0.02 */
    double smoke_decay;   /**< 1/s, at least 0. Default 0 */
    double heat_decay;    /**< 1/s, at least 0. Default 0.2 */
    double swirl;         /**< m/s, at least 0: vorticity confinement. Default 0.05 */
    double tolerance;     /**< of the pressure: divergence left, as a part of what was there. Default 1e-3 */
    int inks;             /**< not 0: carries red, green and blue. Default 0 */
    int threads;          /**< 0: as many as the machine has. Default 0 */
} whorl_settings;

/** Fills in the defaults. Null does nothing. */
WHORL_API void whorl_default_settings(whorl_settings* settings);

/** A new world, at rest and empty, in *world; null there if it fails. Cost: its memory, some 170 bytes a cell in a
 *  plane, 260 in space. */
WHORL_API whorl_status whorl_world_from_settings(const whorl_settings* settings, whorl_world** world);
/** The same from a scene file (docs/scene.md). Its sources, forces and obstacles act by themselves. */
WHORL_API whorl_status whorl_world_from_file(const char* path, whorl_world** world);
/** The same from the text of a scene. Files that it names are looked for in the current folder. */
WHORL_API whorl_status whorl_world_from_text(const char* scene, whorl_world** world);
/** Ends a world and gives its memory back: pointers to its fields end with it. Null does nothing. */
WHORL_API void whorl_world_destroy(whorl_world* world);

/** Advances by dt seconds, above 0. Large steps lose detail, never stability. Cost: a 256 squared plane takes about 4 ms on two
 *  threads, a box of 64 cubed about 20 ms; with a body of whorl_obstacle_add() 12 and 40 ms. */
WHORL_API whorl_status whorl_step(whorl_world* world, double dt);

/** Asked after each step of whorl_run(): which part is done, above 0 to 1. Not 0 stops the run. It may look at the world, but
 *  not touch it. */
typedef int (*whorl_progress)(double done, void* user);
/** Advances by `seconds` in equal steps of at most dt. Returns WHORL_CANCELLED if `progress` (may be null) stops it, with
 *  all steps until then done. At most a million steps. */
WHORL_API whorl_status whorl_run(whorl_world* world, double seconds, double dt, whorl_progress progress, void* user);

/** Simulated seconds since the beginning. */
WHORL_API whorl_status whorl_time(const whorl_world* world, double* seconds);
/** 2 or 3, and the cells along each axis (1 along z in a plane). Either pointer may be null. */
WHORL_API whorl_status whorl_cells(const whorl_world* world, int* dimension, int cells[3]);

/* ---- Touching the fluid, between steps ------------------------------------------------------------------------------- */

/** Which shape it is. */
typedef enum whorl_shape_kind {
    WHORL_SPHERE = 0, /**< about `a` */
    WHORL_BOX = 1,    /**< from `a` to `b` */
    WHORL_CAPSULE = 2 /**< around the line from `a` to `b` */
} whorl_shape_kind;

/** A ball (in a plane a disc) about `a`; a box between the corners `a` and `b`; all within `radius` of the line from `a` to
 *  `b`. m. */
typedef struct whorl_shape {
    int kind;      /**< whorl_shape_kind */
    double a[3];   /**< the middle, the lower corner, or the first end */
    double b[3];   /**< the upper corner, or the other end */
    double radius; /**< above 0, but for a box, where it does not count */
} whorl_shape;

/** A ball about (x, y, z). */
WHORL_API whorl_shape whorl_sphere(double x, double y, double z, double radius);
/** A box from the lower corner to the upper one. */
WHORL_API whorl_shape whorl_box(double x0, double y0, double z0, double x1, double y1, double z1);
/** What a character is, roughly: a stick with round ends. */
WHORL_API whorl_shape whorl_capsule(double x0, double y0, double z0, double x1, double y1, double z1, double radius);

/** Adds to a carried quantity ("smoke", "heat", "red", or one of the scene), at once, everywhere in the shape. At most 1e15 in
 *  size; negative takes away. */
WHORL_API whorl_status whorl_add(whorl_world* world, const whorl_shape* where, const char* quantity, double amount);
/** Adds ink. The world has to carry "red", "green" and "blue" (`inks` of the settings). */
WHORL_API whorl_status whorl_add_colour(whorl_world* world, const whorl_shape* where, double red, double green, double blue);
/** Changes the velocity, at once, everywhere in the shape: a force times the time that it acts. m/s, each at most 1e9. */
WHORL_API whorl_status whorl_push(whorl_world* world, const whorl_shape* where, const double change[3]);

/** A solid body in a world. 0 is none. Numbers are not used again, so a body that is gone is never taken for another. */
typedef uint64_t whorl_obstacle;
/** Puts a body into the world, at rest, at most 256 of them. Costs about as much as a step with one, and fields may move: ask
 *  for them again. */
WHORL_API whorl_status whorl_obstacle_add(whorl_world* world, const whorl_shape* shape, whorl_obstacle* obstacle);
/** Where it is to be at the end of the next step, as a shift (m) from where it was put, and how far it is to have turned about
 *  z around the middle of its shape (radians). It goes there evenly, pushing what is in its way. Each at most 1e6. */
WHORL_API whorl_status whorl_obstacle_move(whorl_world* world, whorl_obstacle obstacle, const double shift[3], double turn);
/** Takes it out again. Costs as much as adding it. */
WHORL_API whorl_status whorl_obstacle_remove(whorl_world* world, whorl_obstacle obstacle);

/* ---- Looking at it --------------------------------------------------------------------------------------------------- */

/** A field as it lies in memory: value (i, j, k) is data[i * stride[0] + j * stride[1] + k * stride[2]]. Valid until the world is
 *  destroyed or an obstacle is added or removed; a step changes what it shows. */
typedef struct whorl_field_view {
    const float* data;   /**< value (0, 0, 0) */
    int extent[3];       /**< values along each axis; 1 along z in a plane */
    ptrdiff_t stride[3]; /**< in values */
    double first[3];     /**< m: where value (0, 0, 0) sits */
    double spacing[3];   /**< m */
} whorl_field_view;

/** A carried quantity or "pressure" (m2/s2, over the density), at the centres of cells. No copy, no cost. */
WHORL_API whorl_status whorl_field(const whorl_world* world, const char* quantity, whorl_field_view* view);
/** The component of the velocity along an axis (0 to 2), on the faces across it. m/s. No copy, no cost. */
WHORL_API whorl_status whorl_velocity(const whorl_world* world, int axis, whorl_field_view* view);

/** What a copy is made of. */
typedef enum whorl_format {
    WHORL_FLOAT = 0, /**< 4 bytes a cell */
    WHORL_HALF = 1,  /**< 2 bytes a cell: IEEE half, to the nearest; beyond its range infinite */
    WHORL_RGBA8 = 2  /**< 4 bytes a cell: the value three times and as opacity (premultiplied), 0 to 1 as 0 to 255 */
} whorl_format;

/** Copies a quantity, times `scale`, cell after cell, x fastest, into memory of yours, in a whorl_format. The quantity "colour"
 *  gives the inks as WHORL_RGBA8, with the brightest as opacity. WHORL_TOO_SMALL, and nothing copied, if `bytes` do not hold all
 *  of it. Cost: 1 to 3 ns a cell. */
WHORL_API whorl_status whorl_copy(const whorl_world* world, const char* quantity, double scale, int format, void* to,
                                  size_t bytes);

/** The velocity (m/s) at `count` places: three floats each, one after the other, in and out. For leaves, sparks, characters. A
 *  place outside counts as the nearest one inside; all have to be finite. Cost: about 70 ns a place in a plane, 100 in space. */
WHORL_API whorl_status whorl_sample_velocity(const whorl_world* world, const float* places, size_t count, float* velocities);
/** A quantity at one place (m). */
WHORL_API whorl_status whorl_sample(const whorl_world* world, const char* quantity, const double place[3], double* value);
/** The integral of a quantity over the fluid: m2 or m3 of it. */
WHORL_API whorl_status whorl_total(const whorl_world* world, const char* quantity, double* total);

/* ---- Keeping it ------------------------------------------------------------------------------------------------------ */

/** The whole state as bytes. *needed gets how many (may be null if `to` is not). With `to` null only that; with fewer `bytes`
 *  than needed WHORL_TOO_SMALL. Obstacles are not part of it. */
WHORL_API whorl_status whorl_save(const whorl_world* world, void* to, size_t bytes, size_t* needed);
/** Back to a saved state, to the same bits and the same future. WHORL_BAD_STATE, and nothing changed, if the bytes are
 *  damaged or of a world with other cells or quantities. */
WHORL_API whorl_status whorl_load(whorl_world* world, const void* from, size_t bytes);

#ifdef __cplusplus
}
#endif

#endif
