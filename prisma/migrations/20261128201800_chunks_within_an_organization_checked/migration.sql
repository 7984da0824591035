-- Changes the catalog only: partitions have the index of the new key and validated constraints, which those of the whole table take over.
-- contract: the trigger fills what an older server leaves out, and the key that it names in ON CONFLICT stays beside the new one
ALTER TABLE "reading_chunk" ALTER COLUMN "tenant_guid" SET NOT NULL;
-- contract: the column says the same
ALTER TABLE "reading_chunk" DROP CONSTRAINT "reading_chunk_has_tenant";
-- contract: the key that an older server names stays, as an index
ALTER TABLE "reading_chunk" DROP CONSTRAINT "reading_chunk_pkey";
DO $$
DECLARE
  part text;
BEGIN
  FOR part IN
    SELECT c.relname FROM pg_partition_tree('reading_chunk') p JOIN pg_class c ON c.oid = p.relid
     WHERE p.isleaf AND to_regclass(quote_ident(c.relname || '_tenant_key')) IS NOT NULL
  LOOP
    EXECUTE format('ALTER TABLE %I ADD CONSTRAINT %I PRIMARY KEY USING INDEX %I', part, part || '_pkey', part || '_tenant_key');
  END LOOP;
END $$;
ALTER TABLE "reading_chunk" ADD CONSTRAINT "reading_chunk_pkey" PRIMARY KEY ("tenant_guid", "series_id", "day", "keep_days");
ALTER TABLE "reading_chunk" ADD CONSTRAINT "reading_chunk_tenant_guid_series_id_fkey" FOREIGN KEY ("tenant_guid", "series_id") REFERENCES "series"("tenant_guid", "id") ON DELETE CASCADE;

-- Rows have it from here on: a row that is changed need not be looked at.
DROP TRIGGER "reading_chunk_fill_tenant" ON "reading_chunk";
CREATE TRIGGER "reading_chunk_fill_tenant" BEFORE INSERT ON "reading_chunk" FOR EACH ROW
  WHEN (NEW."tenant_guid" IS NULL) EXECUTE FUNCTION "fill_tenant_guid"('series', 'series_id', 'id');
