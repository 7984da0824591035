-- Partitions have theirs already, built without hindering those who write.
CREATE UNIQUE INDEX "reading_chunk_series_id_day_keep_days_key" ON "reading_chunk"("series_id", "day", "keep_days");
CREATE UNIQUE INDEX "reading_rollup_series_id_day_keep_days_key" ON "reading_rollup"("series_id", "day", "keep_days");

-- New rows are checked from here on; the existing ones in the next migration, under a lock that hinders nobody. A reference that is not
-- validated is one of each partition, since Postgres before version 18 knows none of a partitioned table.
ALTER TABLE "reading_chunk" ADD CONSTRAINT "reading_chunk_has_tenant" CHECK ("tenant_guid" IS NOT NULL) NOT VALID;
ALTER TABLE "reading_rollup" ADD CONSTRAINT "reading_rollup_has_tenant" CHECK ("tenant_guid" IS NOT NULL) NOT VALID;
DO $$
DECLARE
  part regclass;
BEGIN
  FOR part IN
    SELECT relid FROM pg_partition_tree('reading_chunk') WHERE isleaf UNION SELECT relid FROM pg_partition_tree('reading_rollup') WHERE isleaf
  LOOP
    EXECUTE format('ALTER TABLE %s ADD CONSTRAINT "has_series" FOREIGN KEY ("tenant_guid", "series_id") REFERENCES "series"("tenant_guid", "id") ON DELETE CASCADE NOT VALID', part);
  END LOOP;
END $$;
