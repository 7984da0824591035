-- The next missing index, built while others write; before, one that drops what is left of it from an interrupted attempt.
WITH wanted(name, definition) AS (VALUES
  ('alert_created_at_idx', '"alert"("created_at")'),
  ('alert_video_tenant_guid_sentry_guid_record_from_idx', '"alert_video"("tenant_guid", "sentry_guid", "record_from")'),
  ('delivery_created_at_idx', '"delivery"("created_at")'),
  ('live_view_guid_idx', '"live_view"("guid")'),
  ('live_view_sentry_guid_ended_at_idx', '"live_view"("sentry_guid", "ended_at")'),
  ('message_created_at_idx', '"message"("created_at")'))
SELECT w.name AS next, CASE WHEN c.oid IS NULL THEN format('CREATE INDEX CONCURRENTLY %I ON %s', w.name, w.definition)
                            ELSE format('DROP INDEX CONCURRENTLY %I', w.name) END AS statement
  FROM wanted w LEFT JOIN pg_class c ON c.relname = w.name AND c.relnamespace = 'public'::regnamespace
  LEFT JOIN pg_index i ON i.indexrelid = c.oid
 WHERE i.indisvalid IS NOT TRUE AND ($1::text IS NULL OR w.name >= $1) ORDER BY w.name LIMIT 1;
