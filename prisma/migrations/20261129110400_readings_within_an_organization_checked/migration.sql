-- Changes the catalog only: partitions have the index of the new key and a validated constraint, which those of the whole table take over.
-- Partitions that are there keep an index by series until they are packed and dropped: servers of the version before look rows up by
-- it. New ones have the key alone, as a second index would cost more than the organization in the key does.
-- contract: the trigger fills what an older server leaves out, and its ON CONFLICT names no key
ALTER TABLE "reading" ALTER COLUMN "tenant_guid" SET NOT NULL;
-- contract: the column says the same
ALTER TABLE "reading" DROP CONSTRAINT "reading_has_tenant";
-- contract: refused by the new key as well, since a series is of one organization
ALTER TABLE "reading" DROP CONSTRAINT "reading_pkey";
DO $$
DECLARE
  part text;
BEGIN
  FOR part IN
    SELECT c.relname FROM pg_partition_tree('reading') p JOIN pg_class c ON c.oid = p.relid
     WHERE p.isleaf AND to_regclass(quote_ident(c.relname || '_tenant_key')) IS NOT NULL
  LOOP
    EXECUTE format('ALTER TABLE %I ADD CONSTRAINT %I PRIMARY KEY USING INDEX %I', part, part || '_pkey', part || '_tenant_key');
  END LOOP;
END $$;
ALTER TABLE "reading" ADD CONSTRAINT "reading_pkey" PRIMARY KEY ("tenant_guid", "series_id", "at");

-- Rows have it from here on: a row that is changed need not be looked at.
DROP TRIGGER "reading_fill_tenant" ON "reading";
CREATE TRIGGER "reading_fill_tenant" BEFORE INSERT ON "reading" FOR EACH ROW
  WHEN (NEW."tenant_guid" IS NULL) EXECUTE FUNCTION "fill_reading_tenant"();

-- The newest reading of a series. What came today is newer than anything packed, so most calls end at the first branch.
CREATE FUNCTION newest_reading(of_tenant UUID, of_series INTEGER) RETURNS TABLE (at TIMESTAMPTZ, value DOUBLE PRECISION) LANGUAGE sql STABLE AS $$
  SELECT n.at, n.value FROM (
    (SELECT r.at, r.value FROM reading r
      WHERE r.tenant_guid = of_tenant AND r.series_id = of_series AND r.at >= date_trunc('day', now(), 'UTC') ORDER BY r.at DESC LIMIT 1)
    UNION ALL
    (SELECT e.at, e.value FROM (
      (SELECT r.at, r.value FROM reading r WHERE r.tenant_guid = of_tenant AND r.series_id = of_series ORDER BY r.at DESC LIMIT 1)
      UNION ALL
      (SELECT c.last_at, c.last_value FROM reading_chunk c
        WHERE c.tenant_guid = of_tenant AND c.series_id = of_series ORDER BY c.day DESC LIMIT 1)) e
      ORDER BY e.at DESC LIMIT 1)) n
  LIMIT 1
$$;
-- For servers of the version before.
CREATE OR REPLACE FUNCTION newest_reading(of_series INTEGER) RETURNS TABLE (at TIMESTAMPTZ, value DOUBLE PRECISION) LANGUAGE sql STABLE AS $$
  SELECT n.at, n.value FROM series s CROSS JOIN LATERAL newest_reading(s.tenant_guid, s.id) n WHERE s.id = of_series
$$;
