// PostgreSQL's client library for Swift.
#include <libpq-fe.h>
