// Instruction counts of the C core: each measure is one operation on one kind of section, counted by callgrind between
// two client requests. Everything is deterministic, so two builds of the library can be compared measure by measure.
// Scripts/instructions.sh builds, runs and prints; without Valgrind the program only runs the operations.
//
// Usage: core [FILTER]   runs the measures whose name contains FILTER
//        core @FILE      runs the measures that a table names
//
// A measure is named area.kind.operation/n. It counts `operations` operations; the script prints the instructions per
// operation. Set-up is outside of the counted part: it runs without instrumentation.
//
// The measures of each subject are in a separate header, and this is the only file that is compiled. The compiler sees
// all counted loops in one unit, so their counts do not depend on how the measures are divided into files.
#include "diff_measures.h"
#include "extents_measures.h"
#include "layout_measures.h"
#include "section_measures.h"

int main(int argc, char **argv) {
    filter = argc > 1 ? argv[1] : NULL;
    if (filter && filter[0] == '@') read_names(filter + 1);
    le_backend(); // chosen outside of the measures
    const int64_t sizes[2] = {1000, 100000};
    for (int i = 0; i < 2; i++) {
        int64_t n = sizes[i];
        extents_measures(n);
        for (int k = 0; k < KINDS; k++) layout_measures((kind)k, n);
        section_measures(n / 10);
        diff_measures(n);
    }
    large_measures(LIST);
    large_measures(FLOW);
    return 0;
}
