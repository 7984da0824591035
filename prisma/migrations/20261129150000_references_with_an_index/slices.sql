-- The next missing index, built while others write; before, one that drops what is left of it from an interrupted attempt.
WITH wanted(name, definition) AS (VALUES
  ('asset_tenant_guid_sentry_guid_idx', '"asset"("tenant_guid", "sentry_guid")'),
  ('asset_tenant_guid_zone_guid_idx', '"asset"("tenant_guid", "zone_guid")'),
  ('source_test_tenant_guid_reader_guid_idx', '"source_test"("tenant_guid", "reader_guid")'),
  ('zone_tenant_guid_parent_guid_idx', '"zone"("tenant_guid", "parent_guid")'),
  ('zone_tenant_guid_sentry_guid_idx', '"zone"("tenant_guid", "sentry_guid")'))
SELECT w.name AS next, CASE WHEN c.oid IS NULL THEN format('CREATE INDEX CONCURRENTLY %I ON %s', w.name, w.definition)
                            ELSE format('DROP INDEX CONCURRENTLY %I', w.name) END AS statement
  FROM wanted w LEFT JOIN pg_class c ON c.relname = w.name AND c.relnamespace = 'public'::regnamespace
  LEFT JOIN pg_index i ON i.indexrelid = c.oid
 WHERE i.indisvalid IS NOT TRUE AND ($1::text IS NULL OR w.name >= $1) ORDER BY w.name LIMIT 1;
