// Sections with frames from the caller: making their body.
#ifndef LE_KINDS_FRAMES_H
#define LE_KINDS_FRAMES_H

#include "listengine/layout.h"

// A body of `count` frames relative to the start of the section, and the extent of the section along the main axis. All
// frames were checked. NULL when memory is short.
void *le__frames_make(const le_rect *rects, int64_t count, int64_t extent, le_rect header, le_rect footer);

#endif
