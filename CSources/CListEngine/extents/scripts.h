// A script of edits while it is applied.
#ifndef LE_EXTENTS_SCRIPTS_H
#define LE_EXTENTS_SCRIPTS_H

#include "extents/extents.h"

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

// Applies a script to dense leaves that are only changed in a few entries. False, with the entries as they were, if the
// script needs another way.
bool le__script_in_place(le__extents_node **root, const le__script *script, le_work *work);

#endif
