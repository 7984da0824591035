SELECT "fill_tenant_slice"('reading_chunk', 'series', 'series_id', 'id', $1) AS "next";
SELECT "fill_tenant_slice"('reading_rollup', 'series', 'series_id', 'id', $1) AS "next";
