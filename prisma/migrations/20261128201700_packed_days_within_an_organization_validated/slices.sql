SELECT * FROM "validate_slice"('reading_chunk', 'reading_chunk_has_tenant', $1);
SELECT * FROM "validate_slice"('reading_chunk', 'has_series', $1);
SELECT * FROM "validate_slice"('reading_rollup', 'reading_rollup_has_tenant', $1);
SELECT * FROM "validate_slice"('reading_rollup', 'has_series', $1);
