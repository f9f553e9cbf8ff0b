// The header of every node of every tree.
#ifndef LE_TREE_NODE_H
#define LE_TREE_NODE_H

#include <stdint.h>

typedef struct le__head {
    uint8_t level; // 0: leaf
    uint8_t kind;  // the encoding of a leaf
    uint16_t spare;
    uint32_t n; // children of an inner node, entries of a leaf
} le__head;

#endif
