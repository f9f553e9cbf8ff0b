// A script of edits while it is applied.
#ifndef LE_EXTENTS_EXTENT_SCRIPTS_H
#define LE_EXTENTS_EXTENT_SCRIPTS_H

#include <string.h>

#include "extents/extent_tree.h"

// A script and the values that its edits insert. Moved entries are read from the tree before the script.
typedef struct le__script {
    const le_edit *edits;
    size_t count;
    const le__script_values *values;
    le__extents_node *old;
} le__script;

// The values that an edit inserts, if it does not move entries; NULL if all are `each`.
LE_INLINE const int64_t *le__script_values_of(const le__script *script, const le_edit *edit) {
    const le__script_values *values = script->values;
    return values->values && edit->inserted ? values->values + (edit->source - values->first) : NULL;
}

// The value number `i` that an edit inserts, if it does not move entries.
LE_INLINE int64_t le__script_value(const le__script *script, const le_edit *edit, int64_t i) {
    const int64_t *values = le__script_values_of(script, edit);
    return values ? values[i] : script->values->each;
}

// The number of entries of a dense leaf after its edits; `start` is the index of its first entry. Advances `*next` from
// the first of these edits to the one after them, and adds the change of the sum to `*growth`. -1, with both changed,
// if the edits cannot be made in the leaf alone: it is of another kind, entries are moved to it, an edit goes on into
// the next leaf, a value is not narrow, or so many are inserted that two leaves could not hold them.
LE_INLINE int64_t le__script_count_after(const le__script *script, const le__extents_node *leaf, int64_t start,
                                         bool last, size_t *next, int64_t *growth) {
    const uint32_t *dense = le__extents_dense32(leaf);
    int64_t n = leaf->sum[0];
    const int64_t end = start + n;
    if (leaf->head.kind != LE__DENSE_32) return -1;
    for (; *next < script->count && (last || script->edits[*next].at < end); ++*next) {
        const le_edit *edit = &script->edits[*next];
        if (edit->removed > end - edit->at || edit->inserted > LE__DENSE_MAX || n > 4 * LE__DENSE_MAX ||
            (edit->inserted && edit->moved))
            return -1;
        for (int64_t i = 0; i < edit->removed; i++) *growth -= dense[edit->at - start + i];
        for (int64_t i = 0; i < edit->inserted; i++) {
            const int64_t value = le__script_value(script, edit, i);
            if ((uint64_t)value >= LE__EXTENT_32_END) return -1;
            *growth += value;
        }
        n += edit->inserted - edit->removed;
    }
    // The sum stays in its range, because a leaf adds less than 2^43.
    return *growth <= LE_MAX_TOTAL ? n : -1;
}

// Writes entries of a dense leaf, with its edits `first ..< stop` applied. `from` has its entries `k ..< n`, and
// `start` is the index of entry 0. Returns the change of the sum.
LE_INLINE int64_t le__script_write(const le__script *script, size_t first, size_t stop, int64_t start,
                                   const uint32_t *from, int64_t k, int64_t n, uint32_t *to) {
    int64_t change = 0;
    for (size_t e = first; e < stop; e++) {
        const le_edit *edit = &script->edits[e];
        const int64_t at = edit->at - start;
        memcpy(to, from, (size_t)(at - k) * sizeof *to);
        to += at - k;
        from += at - k;
        for (int64_t i = 0; i < edit->removed; i++) change -= *from++;
        for (int64_t i = 0; i < edit->inserted; i++) {
            const int64_t value = le__script_value(script, edit, i);
            *to++ = (uint32_t)value;
            change += value;
        }
        k = at + edit->removed;
    }
    memcpy(to, from, (size_t)(n - k) * sizeof *to);
    return change;
}

// Applies a script to dense leaves that are only changed in a few entries. False, with the entries as they were, if the
// script needs another way.
bool le__script_in_place(le__extents_node **root, const le__script *script, le_work *work);

#endif
