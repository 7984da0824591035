-- Packed days and their roll-ups name their organization (decision 77). Most of what is stored is in them: each partition is filled, gets
-- its indexes and is read for itself in the next migrations.

ALTER TABLE "reading_chunk" ADD COLUMN "tenant_guid" UUID;
ALTER TABLE "reading_rollup" ADD COLUMN "tenant_guid" UUID;
-- Until all rows are filled, rows that are only changed take part as well.
CREATE TRIGGER "reading_chunk_fill_tenant" BEFORE INSERT OR UPDATE ON "reading_chunk" FOR EACH ROW
  WHEN (NEW."tenant_guid" IS NULL) EXECUTE FUNCTION "fill_tenant_guid"('series', 'series_id', 'id');
CREATE TRIGGER "reading_rollup_fill_tenant" BEFORE INSERT OR UPDATE ON "reading_rollup" FOR EACH ROW
  WHEN (NEW."tenant_guid" IS NULL) EXECUTE FUNCTION "fill_tenant_guid"('series', 'series_id', 'id');

-- The statement that validates a constraint of the next partition, while others read and write it. "after": as of "fill_tenant_slice".
CREATE FUNCTION "validate_slice"("target" regclass, "constraint_name" text, "after" text, OUT "next" text, OUT "statement" text) LANGUAGE sql AS $$
  SELECT p.relid::oid::text, format('ALTER TABLE %s VALIDATE CONSTRAINT %I', p.relid, c.conname)
    FROM pg_partition_tree(target) p JOIN pg_constraint c ON c.conrelid = p.relid AND c.conname = constraint_name AND NOT c.convalidated
   WHERE p.isleaf AND (after IS NULL OR p.relid::oid >= after::oid) ORDER BY p.relid::oid LIMIT 1
$$;
