SELECT "fill_tenant_slice"('frame', 'sentry', 'sentry_guid', 'guid', $1) AS "next";
