SELECT * FROM "index_readings_slice"('UNIQUE INDEX', 'tenant_key', 'tenant_guid, series_id, at', true, $1);
SELECT * FROM "index_readings_slice"('INDEX', 'series_idx', 'series_id, at', false, $1);
