SELECT "fill_tenant_slice"('series', 'sentry', 'sentry_guid', 'guid', $1) AS "next";
