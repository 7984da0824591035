SELECT "fill_tenant_slice"('monitor_state', 'sentry', 'sentry_guid', 'guid', $1) AS "next";
SELECT "fill_tenant_slice"('monitor_checkpoint', 'sentry', 'sentry_guid', 'guid', $1) AS "next";
