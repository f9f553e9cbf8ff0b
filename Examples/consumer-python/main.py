"""Lays out a million rows with the C core from Python, and prints the rows on the screen. Needs no package.

Usage: main.py libclistengine.so"""
import sys
from ctypes import CDLL, POINTER, Structure, byref, c_bool, c_char_p, c_double, c_float, c_int, c_int32, c_int64, \
    c_size_t, c_ssize_t, c_uint8, c_uint16, c_uint32, c_uint64, c_void_p, sizeof

le = CDLL(sys.argv[1])
le.le_status_text.restype = le.le_version.restype = c_char_p
le.le_units.restype, le.le_units.argtypes = c_int64, [c_double]


def structure(name, *fields, reserved=0):
    fields = [field for type, names in fields for field in ((name, type) for name in names.split())]
    return type(name, (Structure,), {"_fields_": fields + [("reserved", c_uint64 * reserved)] * (reserved > 0)})


Rect = structure("le_rect", (c_int64, "main_min cross_min main_max cross_max"))
Config = structure("le_layout_config", (c_int64, "cross main"), (c_bool, "horizontal right_to_left"), reserved=2)
Spec = structure("le_section_spec", (c_int, "kind packing"), (c_uint32, "flags columns"), (c_int64,
    "inset_main_start inset_main_end inset_cross_start inset_cross_end line_spacing item_spacing header footer "
    "item_main item_cross section_spacing"), (c_double, "scale"), reserved=4)
Sizes = structure("le_sizes", (c_int, "form"), (c_int64, "count"), (POINTER(c_double), "main cross"),
    (c_ssize_t, "stride"), (c_void_p, "run"), (c_size_t, "runs"), (c_bool, "lenient"), reserved=2)
Viewport = structure("le_viewport", (Rect, "rect visible"), (c_void_p, "scrolled"), (c_size_t, "scrolled_count"),
    reserved=4)
Cursor = structure("le_cursor", (c_uint64, "nodes_visited nodes_written items_moved"), (c_int64, "section item part"),
    (c_int32, "stage done"), reserved=7)
Element = structure("le_element", (c_double, "min_x min_y max_x max_y"), (c_int64, "item"), (c_int32, "section z_index"),
    (c_uint16, "kind"), (c_uint8, "category flags"), (c_float, "alpha"), (c_float * 6, "transform"))


def must(status):
    if status:
        raise RuntimeError(le.le_status_text(status).decode())


for options in Config, Spec, Sizes, Viewport, Cursor:  # Are they declared as the library has them?
    must(getattr(le, options.__name__ + "_init")(byref(options()), c_size_t(sizeof(options))))

COUNT, POINTS_FORM = 1_000_000, 1
le.le_layout_create.restype, le.le_layout_create.argtypes = c_void_p, [Config]
le.le_layout_query.restype = c_size_t
layout = c_void_p(le.le_layout_create(Config(cross=le.le_units(390))))
heights = (c_double * COUNT)(*(20 + i * 7919 % 61 for i in range(COUNT)))
sizes = Sizes(form=POINTS_FORM, count=COUNT, main=heights, stride=sizeof(c_double))
must(le.le_layout_insert_sections(layout, c_int64(0), byref(Spec(line_spacing=le.le_units(8))), byref(c_int64(COUNT)),
    c_int64(1), byref(sizes), None, None))

top, cursor, elements = 29_000_000, Cursor(), (Element * 16)()
screen = Rect(le.le_units(top), 0, le.le_units(top + 400), le.le_units(390))
le.le_layout_query_begin(byref(cursor))
found = le.le_layout_query(layout, byref(Viewport(screen, screen)), byref(cursor), elements, c_size_t(16))
for e in elements[:found]:
    print(f"item {e.item}: y {e.min_y:.0f}, height {e.max_y - e.min_y:.0f}")
y = sum(heights[:elements[0].item]) + 8 * elements[0].item
assert found and elements[0].min_y == y and elements[0].max_y > top and elements[found - 1].min_y < top + 400
le.le_layout_release(layout)
print(f"CListEngine {le.le_version().decode()}: ok")
