// The fuzzer reports each input that it runs through these functions, so that the mutator knows its operations.
#ifndef FUZZ_MUTATOR_H
#define FUZZ_MUTATOR_H

#include <stddef.h>
#include <stdint.h>

// SCRIPT_OVER_LEAVES: the number of the operation that the mutator inserts more often than others.
enum { MOST_OPERATIONS = 32, OPERATIONS = 34, SCRIPT_OVER_LEAVES = 24 };

void mutator_begins(const uint8_t *data, size_t size);
void mutator_operation(size_t start);          // an operation begins at this byte of the input
void mutator_ends(size_t end, size_t missing); // the history ends; number of bytes that its last operation read past
                                               // the end

#endif
