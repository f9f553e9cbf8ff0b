// Callgrind's client requests, for Swift: they are macros. They do nothing outside Valgrind, or where its header is not.
#ifndef CALLGRIND_REQUESTS_H
#define CALLGRIND_REQUESTS_H

void callgrind_begin(void);

// Ends the counted part and writes its counts, with a line of text.
void callgrind_end(const char *line);

#endif
