"""The bench case `space` in Blender's Mantaflow: hot smoke that rises past a ball in a closed box, one step a frame.

    blender --background --factory-startup --threads 2 --python blender.py -- CELLS_PER_SIDE FRAMES

Prints a line for every frame baked: `frame NUMBER WHOLE STEP PRESSURE`, in ms. WHOLE is from one frame to the next, with
emitters, obstacles and cache; STEP is Mantaflow's own step alone; PRESSURE is the part of it that solves for the
pressure. What Mantaflow runs is Python functions in a module that Blender keeps to itself; found by their names, after
the first frame has made them, they are replaced by ones that read the clock.
"""

import gc
import sys
import tempfile
import time
import types

import bpy

cells, frames = (int(word) for word in sys.argv[sys.argv.index("--") + 1 :])
spent = {"step": 0.0, "pressure": 0.0}


def timed(name, function):
    def run(*args, **options):
        begin = time.perf_counter()
        try:
            return function(*args, **options)
        finally:
            spent[name] += time.perf_counter() - begin

    run.timed = True
    return run


def watch():
    """Wraps the step and the pressure solver of Mantaflow, where they are not yet."""
    homes = [
        one.__globals__
        for one in gc.get_objects()
        if isinstance(one, types.FunctionType) and one.__name__.startswith("smoke_step_")
    ]
    for home in homes:
        for name, function in list(home.items()):
            kind = "step" if name.startswith("smoke_step_") else "pressure" if name == "solvePressure" else None
            if kind and not hasattr(function, "timed"):
                home[name] = timed(kind, function)


def add_ball(name, centre, radius):
    bpy.ops.mesh.primitive_uv_sphere_add(segments=48, ring_count=24, radius=radius, location=centre)
    ball = bpy.context.object
    ball.name = name
    return ball, ball.modifiers.new("fluid", "FLUID")


def make_scene(folder):
    bpy.ops.object.select_all(action="SELECT")
    bpy.ops.object.delete()

    # Blender's z is up, as y is in ours.
    _, vent = add_ball("vent", (0.5, 0.5, 0.12), 0.08)
    vent.fluid_type = "FLOW"
    vent.flow_settings.flow_type = "SMOKE"
    vent.flow_settings.flow_behavior = "INFLOW"
    vent.flow_settings.fuel_amount = 0
    vent.flow_settings.density = 0.5
    vent.flow_settings.temperature = 1
    vent.flow_settings.volume_density = 1
    vent.flow_settings.surface_distance = 0.5

    _, ball = add_ball("ball", (0.52, 0.5, 0.5), 0.12)
    ball.fluid_type = "EFFECTOR"
    ball.effector_settings.effector_type = "COLLISION"

    bpy.ops.mesh.primitive_cube_add(size=1, location=(0.5, 0.5, 0.5))
    box = bpy.context.object
    fluid = box.modifiers.new("fluid", "FLUID")
    fluid.fluid_type = "DOMAIN"
    domain = fluid.domain_settings
    domain.domain_type = "GAS"
    domain.resolution_max = cells
    domain.use_adaptive_domain = False
    domain.use_adaptive_timesteps = False
    domain.timesteps_min = domain.timesteps_max = 1
    for side in ("front", "back", "right", "left", "top", "bottom"):
        setattr(domain, "use_collision_border_" + side, True)
    domain.cache_directory = folder
    domain.cache_type = "MODULAR"
    domain.cache_frame_start, domain.cache_frame_end = 1, frames
    scene = bpy.context.scene
    scene.frame_start, scene.frame_end = 1, frames
    return box


def main():
    frame = {"number": 0, "begin": 0.0}

    def next_frame(*_):
        now = time.perf_counter()
        if frame["number"] > 0:
            print("frame", frame["number"], 1e3 * (now - frame["begin"]), 1e3 * spent["step"], 1e3 * spent["pressure"])
        watch()
        spent.update(step=0.0, pressure=0.0)
        frame.update(number=frame["number"] + 1, begin=time.perf_counter())

    with tempfile.TemporaryDirectory() as folder:
        box = make_scene(folder)
        bpy.app.handlers.frame_change_pre.append(next_frame)
        bpy.ops.fluid.bake_data()
        next_frame()
        made = box.evaluated_get(bpy.context.evaluated_depsgraph_get())
        print("cells", *made.modifiers["fluid"].domain_settings.domain_resolution)


main()
