// The hooks are declared twice: here for tests, and in the core, which defines them. The compiler sees both in this
// file, so they cannot differ.
#include "CListEngineTesting.h"

#include "support/paths.h"
