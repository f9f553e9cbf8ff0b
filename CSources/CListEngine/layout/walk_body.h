// The emitter of the walks of core.c.

// What takes the items in.
typedef struct emitter {
    // One item.
    bool (*item)(void *sink, int64_t item, const le_rect *frame);
    // What differs from item to item in a compositional section, before each: order of drawing, and flags.
    void (*mark)(void *sink, int32_t z_index, uint8_t flags);
    // A supplementary of an item or a group, whose index in its section is `item`.
    bool (*part)(void *sink, int64_t item, const le_badge *badge, bool of_group, const le_rect *frame);
} emitter;
