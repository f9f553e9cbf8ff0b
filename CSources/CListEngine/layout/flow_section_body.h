LE_INLINE le__flow section_flow(const section *s, const le_layout_config *config) {
    const le_section_spec *spec = &s->style->spec;
    return (le__flow){.root = s->body,
                      .rules = {.line = line_extent(config, spec),
                                .item_spacing = spec->item_spacing,
                                .line_spacing = spec->line_spacing,
                                .packing = spec->packing}};
}
