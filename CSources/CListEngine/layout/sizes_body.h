// Item sizes of lists on their way in: points as doubles become units, each rounded once, half to even.

// Size `i` of a list with this spacing as the stride that its tree holds (extent + spacing). A size that cannot be
// used is reported and, leniently, raised to the least one.
static le_status size_stride(const le_sizes *sizes, int64_t i, double points, int64_t spacing, le_fault *fault,
                             int64_t *stride) {
    int64_t least = spacing < 0 ? -spacing : 0, units;
    if (!le__size_units(points, least, &units)) {
        if (fault && fault->count++ == 0) {
            fault->item = i;
            fault->value = points;
        }
        if (!sizes->lenient) return LE_BAD_VALUE;
        units = least;
    }
    *stride = units + spacing;
    return LE_OK;
}

// Sizes `first ..< first + count` as strides, into an array.
static le_status sizes_strides(const le_sizes *sizes, int64_t first, int64_t count, int64_t spacing, le_fault *fault,
                               int64_t *strides) {
    if (sizes->form == LE_SIZES_RUNS) return LE_NOT_SUPPORTED;
    le_status status = LE_OK;
    for (int64_t i = 0; i < count && status == LE_OK; i++)
        status = size_stride(sizes, first + i, le__size_main(sizes, first + i), spacing, fault, &strides[i]);
    return status;
}

static le_status stream_sizes(extents_stream *stream, const le_sizes *sizes, int64_t first, int64_t count,
                              int64_t spacing, le_fault *fault) {
    // Bounds within which the kernel is exact: the stride is not negative and below 2^32.
    double least = le_points(spacing < 0 ? -spacing : 0), most = le_points(EXTENT_32_END - 2 - LE_MAX(spacing, 0));
    bool streamable = sizes->form == LE_SIZES_POINTS && le__doubles_aligned(sizes->main, sizes->stride);
    ptrdiff_t step = sizes->stride / (ptrdiff_t)sizeof(double);
    le_status status = LE_OK;
    int64_t end = first + count;
    for (int64_t i = first; i < end && status == LE_OK;) {
        size_t n = (size_t)LE_MIN(end - i, (int64_t)STREAM_FILL);
        if (streamable) {
            uint32_t strides[STREAM_FILL];
            int64_t sum;
            const double *points = sizes->main + i * step;
            if (le__kernels_in_use()->strides(points, step, n, spacing, least, most, strides, &sum)) {
                status = stream_dense(stream, strides, n, sum);
                i += (int64_t)n;
                continue;
            }
        }
        for (size_t j = 0; j < n && status == LE_OK; j++, i++) {
            int64_t stride;
            status = size_stride(sizes, i, le__size_main(sizes, i), spacing, fault, &stride);
            if (status == LE_OK) status = stream_push(stream, 1, stride);
        }
    }
    return status;
}

// Adds sizes `first ..< first + count` to a stream. `place` is for runs: where to begin, and where the last one read
// stands; NULL begins with the first.
static le_status stream_strides(extents_stream *stream, const le_sizes *sizes, int64_t first, int64_t count,
                                int64_t spacing, run_place *place, le_fault *fault) {
    le_status status = LE_OK;
    int64_t stride;
    if (count == 0) return LE_OK;
    switch (sizes->form) {
    case LE_SIZES_NONE:
        return LE_NOT_SUPPORTED;
    case LE_SIZES_POINTS:
        return stream_sizes(stream, sizes, first, count, spacing, fault);
    case LE_SIZES_CONSTANT:
        status = size_stride(sizes, first, le__size_main(sizes, 0), spacing, fault, &stride);
        return status == LE_OK ? stream_push(stream, count, stride) : status;
    case LE_SIZES_RUNS:
        break;
    }
    run_place at = place ? *place : (run_place){0, 0};
    for (int64_t item = first, end = first + count; item < end && status == LE_OK;) {
        const le_points_run *run = &sizes->run[at.run];
        if (at.item + run->count <= item) {
            at.item += run->count;
            at.run++;
            continue;
        }
        int64_t to = LE_MIN(at.item + run->count, end);
        status = size_stride(sizes, item, run->extent, spacing, fault, &stride);
        if (status == LE_OK) status = stream_push(stream, to - item, stride);
        item = to;
    }
    if (place) *place = at;
    return status;
}

// The tree of strides of sizes `first ..< first + count`.
static le_status strides_build(const le_sizes *sizes, int64_t first, int64_t count, int64_t spacing, run_place *place,
                               le_fault *fault, extents_node_t **root, le_work *work) {
    extents_stream stream;
    stream_start(&stream);
    le_status status = stream_strides(&stream, sizes, first, count, spacing, place, fault);
    return stream_finish(&stream, status, root, work);
}
