-- States of sentries and their checkpoints name their organization (decision 77). They are written with every report: the columns come
-- first, and each step of the next migrations holds as little as it can, for as short as it can.

ALTER TABLE "monitor_state" ADD COLUMN "tenant_guid" UUID;
ALTER TABLE "monitor_checkpoint" ADD COLUMN "tenant_guid" UUID;
-- Until all rows are filled, rows that are only changed take part as well.
CREATE TRIGGER "monitor_state_fill_tenant" BEFORE INSERT OR UPDATE ON "monitor_state" FOR EACH ROW
  WHEN (NEW."tenant_guid" IS NULL) EXECUTE FUNCTION "fill_tenant_guid"('sentry', 'sentry_guid');
CREATE TRIGGER "monitor_checkpoint_fill_tenant" BEFORE INSERT OR UPDATE ON "monitor_checkpoint" FOR EACH ROW
  WHEN (NEW."tenant_guid" IS NULL) EXECUTE FUNCTION "fill_tenant_guid"('sentry', 'sentry_guid');

-- Parts of a table, or of each of its partitions, one after the other: `after` is what the last call returned, null at first and in
-- the end.

-- Gives rows of the next 8 MB the organization of the row of `parent` whose `named` their `key` is.
CREATE FUNCTION "fill_tenant_slice"("target" regclass, "parent" text, "key" text, "named" text, "after" text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  pages CONSTANT bigint := 8388608 / current_setting('block_size')::bigint;
  part regclass;
  page bigint;
BEGIN
  SELECT p.relid, CASE WHEN p.relid::oid = split_part(after, ' ', 1)::oid THEN split_part(after, ' ', 2)::bigint ELSE 0 END
    INTO part, page
    FROM (SELECT relid FROM pg_partition_tree(target) WHERE isleaf
          UNION SELECT target WHERE NOT EXISTS (SELECT 1 FROM pg_partition_tree(target))) p
   WHERE after IS NULL OR p.relid::oid >= split_part(after, ' ', 1)::oid ORDER BY p.relid::oid LIMIT 1;
  IF part IS NULL THEN RETURN NULL; END IF;
  EXECUTE format('UPDATE %s x SET tenant_guid = p.tenant_guid FROM %I p WHERE p.%I = x.%I AND x.tenant_guid IS NULL AND x.ctid >= %L AND x.ctid < %L',
                 part, parent, named, key, format('(%s,0)', page), format('(%s,0)', page + pages));
  page := page + pages;
  -- Versions of rows that this wrote are behind the others, and looked at once more.
  IF page * current_setting('block_size')::bigint >= pg_relation_size(part) THEN RETURN (part::oid::bigint + 1)::text || ' 0'; END IF;
  RETURN part::oid::text || ' ' || page::text;
END $$;

-- The statement that builds the next missing index, called `name` behind the name of a partition, while others write; before, one that
-- drops what is left of it from an interrupted attempt.
CREATE FUNCTION "build_index_slice"("target" regclass, "name" text, "columns" text, "after" text, OUT "next" text, OUT "statement" text) LANGUAGE plpgsql AS $$
DECLARE
  part regclass;
  index_name text;
  is_valid boolean;
BEGIN
  FOR part IN
    SELECT p.relid FROM (SELECT relid FROM pg_partition_tree(target) WHERE isleaf
                         UNION SELECT target WHERE NOT EXISTS (SELECT 1 FROM pg_partition_tree(target))) p
     WHERE after IS NULL OR p.relid::oid >= after::oid ORDER BY p.relid::oid
  LOOP
    index_name := (SELECT relname FROM pg_class WHERE oid = part) || '_' || name;
    SELECT i.indisvalid INTO is_valid FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid WHERE i.indrelid = part AND c.relname = index_name;
    CONTINUE WHEN is_valid;
    next := part::oid::text;
    statement := CASE WHEN is_valid IS NULL THEN format('CREATE UNIQUE INDEX CONCURRENTLY %I ON %s(%s)', index_name, part, columns)
                      ELSE format('DROP INDEX CONCURRENTLY %I', index_name) END;
    RETURN;
  END LOOP;
END $$;
