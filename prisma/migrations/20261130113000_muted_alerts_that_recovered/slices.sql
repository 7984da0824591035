-- The index, built while others write; before, what is left of it from an interrupted attempt is dropped.
WITH wanted(name, definition) AS (VALUES
  ('alert_muted_until', '"alert"("unmute_at") WHERE "muted" AND "state" IN (''OPEN'', ''RECOVERED'')'))
SELECT w.name AS next, CASE WHEN c.oid IS NULL THEN format('CREATE INDEX CONCURRENTLY %I ON %s', w.name, w.definition)
                            ELSE format('DROP INDEX CONCURRENTLY %I', w.name) END AS statement
  FROM wanted w LEFT JOIN pg_class c ON c.relname = w.name AND c.relnamespace = 'public'::regnamespace
  LEFT JOIN pg_index i ON i.indexrelid = c.oid
 WHERE i.indisvalid IS NOT TRUE AND ($1::text IS NULL OR w.name >= $1) ORDER BY w.name LIMIT 1;
