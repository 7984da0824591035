SELECT * FROM "build_index_slice"('series', 'tenant_key', 'tenant_guid, id', $1);
SELECT * FROM "build_index_slice"('series', 'id_key', 'id', $1);
SELECT * FROM "build_index_slice"('series', 'tenant_guid_sentry_guid_sensor_metric_id_column_name_key', 'tenant_guid, sentry_guid, sensor_metric_id, column_name', $1);
