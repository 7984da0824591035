SELECT * FROM "build_index_slice"('monitor_state', 'tenant_key', 'tenant_guid, sentry_guid', $1);
SELECT * FROM "build_index_slice"('monitor_state', 'sentry_guid_key', 'sentry_guid', $1);
SELECT * FROM "build_index_slice"('monitor_checkpoint', 'tenant_key', 'tenant_guid, sentry_guid, at', $1);
SELECT * FROM "build_index_slice"('monitor_checkpoint', 'sentry_guid_at_key', 'sentry_guid, at', $1);
