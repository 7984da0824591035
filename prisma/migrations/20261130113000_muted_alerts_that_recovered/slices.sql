-- The index, built while others write; before, what is left of it from an interrupted attempt is dropped.
WITH wanted(name, definition) AS (VALUES
  ('alert_muted_until', '"alert"("unmute_at") WHERE "muted" AND "state" IN (''OPEN'', ''RECOVERED'')'))
SELECT w.name AS next, CASE WHEN c.oid IS NULL THEN format('CREATE INDEX CONCURRENTLY %I ON %s', w.name, w.definition)
                            ELSE format('DROP INDEX CONCURRENTLY %I', w.name) END AS statement
  FROM wanted w LEFT JOIN pg_class c ON c.relname = w.name AND c.relnamespace = 'public'::regnamespace
  LEFT JOIN pg_index i ON i.indexrelid = c.oid
 WHERE i.indisvalid IS NOT TRUE AND ($1::text IS NULL OR w.name >= $1) ORDER BY w.name LIMIT 1;
-- A thousand alerts at a time; returns how many there were so far.
WITH slice AS (SELECT a."tenant_guid", a."guid" FROM "alert" a
                WHERE a."muted" AND a."state" = 'RECOVERED' AND a."unmute_at" <= now()
                  AND NOT EXISTS (SELECT FROM "delivery" d WHERE d."tenant_guid" = a."tenant_guid" AND d."alert_guid" = a."guid"
                                     AND d."state" IN ('DUE', 'SUPPRESSED'))
                ORDER BY a."unmute_at" LIMIT 1000 FOR UPDATE OF a),
     passed AS (UPDATE "alert" a SET "unmute_at" = NULL FROM slice s
                 WHERE a."tenant_guid" = s."tenant_guid" AND a."guid" = s."guid" RETURNING a."guid")
SELECT (coalesce($1::int, 0) + count(*))::text AS next FROM passed HAVING count(*) > 0;
