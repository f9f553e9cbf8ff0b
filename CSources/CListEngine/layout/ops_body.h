// The table of the layout.

const le__layout_ops le__layout_ops_core = {
#define LE_LAYOUT_ENTRY(result, name, parameters, arguments) .name = layout_##name,
    LE_LAYOUT_OPS(LE_LAYOUT_ENTRY)
#undef LE_LAYOUT_ENTRY
        .clear = layout_clear,
};
