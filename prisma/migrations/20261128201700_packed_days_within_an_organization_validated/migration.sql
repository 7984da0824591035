-- Partitions are validated already; here the rest is.
ALTER TABLE "reading_chunk" VALIDATE CONSTRAINT "reading_chunk_has_tenant";
ALTER TABLE "reading_rollup" VALIDATE CONSTRAINT "reading_rollup_has_tenant";
DO $$
DECLARE
  part regclass;
BEGIN
  FOR part IN SELECT conrelid FROM pg_constraint WHERE conname = 'has_series' AND NOT convalidated
  LOOP
    EXECUTE format('ALTER TABLE %s VALIDATE CONSTRAINT "has_series"', part);
  END LOOP;
END $$;
