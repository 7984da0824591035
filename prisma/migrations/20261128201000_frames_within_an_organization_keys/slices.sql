SELECT * FROM "build_index_slice"('frame', 'tenant_key', 'tenant_guid, sentry_guid, sensor_metric_id, at', $1);
SELECT * FROM "build_index_slice"('frame', 'sentry_guid_sensor_metric_id_at_key', 'sentry_guid, sensor_metric_id, at', $1);
