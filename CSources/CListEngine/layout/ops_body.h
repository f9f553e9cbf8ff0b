// The table of the layout for this instruction set.

const le__layout_ops LE_FN(le__layout_ops) = {
#define LE_LAYOUT_ENTRY(result, name, parameters, arguments) .name = layout_##name,
    LE_LAYOUT_OPS(LE_LAYOUT_ENTRY)
#undef LE_LAYOUT_ENTRY
        .clear = layout_clear,
};
