// The tables of all kinds of sections.
#ifndef LE_KINDS_KINDS_H
#define LE_KINDS_KINDS_H

#include "section/kind.h"

extern const le__kind le__list, le__grid, le__flow_kind, le__frames, le__compositional, le__waterfall;

#endif
