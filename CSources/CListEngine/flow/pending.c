// Stands in until the flow tree lands: delete this file then. Every flow is empty and every change is refused.
#include "flow/flow.h"

void le__flow_retain(const le__flow *flow) { (void)flow; }
void le__flow_release(le__flow *flow) { flow->root = 0; }
int64_t le__flow_count(const le__flow *flow) { (void)flow; return 0; }
int64_t le__flow_lines(const le__flow *flow) { (void)flow; return 0; }
int64_t le__flow_extent(const le__flow *flow) { (void)flow; return 0; }
le_status le__flow_build(le__flow *f, const le_sizes *s, int64_t a, int64_t c, le_fault *x, le_work *w) { (void)f; (void)s; (void)a; (void)c; (void)x; (void)w; return LE_NOT_SUPPORTED; }
le_status le__flow_set_rules(le__flow *f, const le__flow_rules *r, le_work *w) { (void)f; (void)r; (void)w; return LE_NOT_SUPPORTED; }
le_status le__flow_insert(le__flow *f, int64_t at, const le_sizes *s, int64_t a, int64_t c, le_fault *x, le_work *w) { (void)f; (void)at; (void)s; (void)a; (void)c; (void)x; (void)w; return LE_NOT_SUPPORTED; }
le_status le__flow_remove(le__flow *f, int64_t a, int64_t c, le_work *w) { (void)f; (void)a; (void)c; (void)w; return LE_NOT_SUPPORTED; }
le_status le__flow_resize(le__flow *f, int64_t at, const le_sizes *s, int64_t a, int64_t c, le_fault *x, le_work *w) { (void)f; (void)at; (void)s; (void)a; (void)c; (void)x; (void)w; return LE_NOT_SUPPORTED; }
le_status le__flow_move(le__flow *f, int64_t a, int64_t c, int64_t to, le_work *w) { (void)f; (void)a; (void)c; (void)to; (void)w; return LE_NOT_SUPPORTED; }
le_status le__flow_apply(le__flow *f, const le_edit *e, size_t n, const le_sizes *s, size_t *failed, le_fault *x, le_work *w) { (void)f; (void)e; (void)n; (void)s; (void)failed; (void)x; (void)w; return LE_NOT_SUPPORTED; }
void le__flow_read(const le__flow *f, int64_t a, int64_t c, int64_t *w, int64_t *h) { (void)f; (void)a; (void)c; (void)w; (void)h; }
void le__flow_least(const le__flow *f, int64_t *w, int64_t *h) { (void)f; *w = *h = LE_MAX_TOTAL; }
void le__flow_walk_to_item(le__flow_walk *w, const le__flow *f, int64_t i, le_work *k) { (void)f; (void)i; (void)k; w->ended = true; }
void le__flow_walk_to_offset(le__flow_walk *w, const le__flow *f, int64_t m, le_work *k) { (void)f; (void)m; (void)k; w->ended = true; }
bool le__flow_walk_next(le__flow_walk *w, le__flow_line *l, le_work *k) { (void)w; (void)l; (void)k; return false; }
le_rect le__flow_item_frame(const le__flow *f, int64_t i, le_work *k) { (void)f; (void)i; (void)k; return (le_rect){0, 0, 0, 0}; }
size_t le__flow_bytes(const le__flow *f) { (void)f; return 0; }
const char *le__flow_check(const le__flow *f) { (void)f; return 0; }
