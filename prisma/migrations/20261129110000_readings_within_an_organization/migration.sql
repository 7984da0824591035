-- Readings name their organization (decisions 77 and 86). They are what is written most: each step of the next migrations holds as little
-- as it can, for as short as it can.

ALTER TABLE "reading" ADD COLUMN "tenant_guid" UUID;

-- A server of the version before names the series alone. What is of no series, as its health check writes, is of nobody.
CREATE FUNCTION "fill_reading_tenant"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."tenant_guid" := coalesce((SELECT s."tenant_guid" FROM "series" s WHERE s."id" = NEW."series_id"), '00000000-0000-0000-0000-000000000000');
  RETURN NEW;
END $$;
-- Until all rows are filled, rows that are only changed take part as well.
CREATE TRIGGER "reading_fill_tenant" BEFORE INSERT OR UPDATE ON "reading" FOR EACH ROW
  WHEN (NEW."tenant_guid" IS NULL) EXECUTE FUNCTION "fill_reading_tenant"();

-- The three functions that go through partitions in parts: `after` is what the last call returned, null at first and in the end.

-- Gives rows of the next 8 MB their organization.
CREATE FUNCTION "fill_readings_slice"("after" text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  pages CONSTANT bigint := 8388608 / current_setting('block_size')::bigint;
  part regclass;
  page bigint;
BEGIN
  SELECT p.relid, CASE WHEN p.relid::oid = split_part(after, ' ', 1)::oid THEN split_part(after, ' ', 2)::bigint ELSE 0 END
    INTO part, page FROM pg_partition_tree('reading') p
   WHERE p.isleaf AND (after IS NULL OR p.relid::oid >= split_part(after, ' ', 1)::oid) ORDER BY p.relid::oid LIMIT 1;
  IF part IS NULL THEN RETURN NULL; END IF;
  EXECUTE format('UPDATE %s x SET tenant_guid = s.tenant_guid FROM series s WHERE s.id = x.series_id AND x.tenant_guid IS NULL AND x.ctid >= %L AND x.ctid < %L',
                 part, format('(%s,0)', page), format('(%s,0)', page + pages));
  page := page + pages;
  -- Versions of rows that this wrote are behind the others, and looked at once more.
  IF page * current_setting('block_size')::bigint >= pg_relation_size(part) THEN RETURN (part::oid::bigint + 1)::text || ' 0'; END IF;
  RETURN part::oid::text || ' ' || page::text;
END $$;

-- The statement that builds the next missing index, called `name` behind the name of a partition, while others write; before, one that
-- drops what is left of it from an interrupted attempt. `everywhere`: also in the partition for what no other takes, which stays.
CREATE FUNCTION "index_readings_slice"("kind" text, "name" text, "columns" text, "everywhere" boolean, "after" text, OUT "next" text, OUT "statement" text) LANGUAGE plpgsql AS $$
DECLARE
  part regclass;
  index_name text;
  is_valid boolean;
BEGIN
  FOR part IN
    SELECT p.relid FROM pg_partition_tree('reading') p
     WHERE p.isleaf AND (everywhere OR p.relid <> 'reading_default'::regclass) AND (after IS NULL OR p.relid::oid >= after::oid) ORDER BY p.relid::oid
  LOOP
    index_name := (SELECT relname FROM pg_class WHERE oid = part) || '_' || name;
    SELECT i.indisvalid INTO is_valid FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid WHERE i.indrelid = part AND c.relname = index_name;
    CONTINUE WHEN is_valid;
    next := part::oid::text;
    statement := CASE WHEN is_valid IS NULL THEN format('CREATE %s CONCURRENTLY %I ON %s(%s)', kind, index_name, part, columns)
                      ELSE format('DROP INDEX CONCURRENTLY %I', index_name) END;
    RETURN;
  END LOOP;
END $$;

-- The statement that validates the constraint of the next partition, while others read and write it.
CREATE FUNCTION "validate_readings_slice"("after" text, OUT "next" text, OUT "statement" text) LANGUAGE sql AS $$
  SELECT p.relid::oid::text, format('ALTER TABLE %s VALIDATE CONSTRAINT "reading_has_tenant"', p.relid)
    FROM pg_partition_tree('reading') p JOIN pg_constraint c ON c.conrelid = p.relid AND c.conname = 'reading_has_tenant' AND NOT c.convalidated
   WHERE p.isleaf AND (after IS NULL OR p.relid::oid >= after::oid) ORDER BY p.relid::oid LIMIT 1
$$;
