SELECT * FROM "build_index_slice"('reading_chunk', 'tenant_key', 'tenant_guid, series_id, day, keep_days', $1);
SELECT * FROM "build_index_slice"('reading_chunk', 'older_key', 'series_id, day, keep_days', $1);
SELECT * FROM "build_index_slice"('reading_rollup', 'tenant_key', 'tenant_guid, series_id, day, keep_days', $1);
SELECT * FROM "build_index_slice"('reading_rollup', 'older_key', 'series_id, day, keep_days', $1);
