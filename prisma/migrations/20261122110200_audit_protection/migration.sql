-- AlterTable
ALTER TABLE "audit_entry" ADD COLUMN     "previous" BYTEA;

-- AlterTable
ALTER TABLE "audit_head" ADD COLUMN     "seal" BYTEA,
ADD COLUMN     "sealed_ordinal" BIGINT;

-- CreateTable
CREATE TABLE "audit_anchor_mark" (
    "file_guid" UUID NOT NULL,
    "tenant_guid" UUID NOT NULL,
    "ordinal" BIGINT NOT NULL,

    CONSTRAINT "audit_anchor_mark_pkey" PRIMARY KEY ("file_guid","tenant_guid")
);

-- The end of a log moves forward only, whoever asks.
CREATE FUNCTION audit_head_advances() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF NEW.tenant_guid = OLD.tenant_guid AND NEW.ordinal >= OLD.ordinal THEN RETURN NEW; END IF;
  END IF;
  RAISE EXCEPTION 'the end of an audit log is neither set back nor deleted';
END
$$;

CREATE TRIGGER audit_head_advances BEFORE UPDATE OR DELETE ON "audit_head"
  FOR EACH ROW EXECUTE FUNCTION audit_head_advances();

CREATE TRIGGER audit_head_stays BEFORE TRUNCATE ON "audit_head"
  FOR EACH STATEMENT EXECUTE FUNCTION audit_head_advances();

-- Partitions come and go while the server runs. It may not change tables: these functions do exactly what it needs, with
-- the rights of the tables' owner. Names are made here, from values that have types.
CREATE FUNCTION picket_make_reading_day(day date) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  name text := 'reading_' || to_char(day, 'YYYY_MM_DD');
  first timestamptz := day::timestamp AT TIME ZONE 'UTC';
  next timestamptz := (day + 1)::timestamp AT TIME ZONE 'UTC';
BEGIN
  IF EXISTS (SELECT 1 FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
              WHERE i.inhparent = 'public.reading'::regclass AND c.relname = name) THEN RETURN; END IF;
  EXECUTE format('CREATE TABLE public.%I (LIKE public.reading INCLUDING ALL)', name);
  -- Readings of that day that came before there was a place for them.
  EXECUTE format('WITH early AS (DELETE FROM public.reading_default WHERE at >= $1 AND at < $2 RETURNING *)
                  INSERT INTO public.%I SELECT * FROM early', name) USING first, next;
  EXECUTE format('ALTER TABLE public.reading ATTACH PARTITION public.%I FOR VALUES FROM (%L) TO (%L)', name, first, next);
END
$$;

-- Only while nothing is in it; answers whether it was dropped.
CREATE FUNCTION picket_drop_empty_reading_partition(name text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  used boolean;
BEGIN
  IF name = 'reading_default' OR NOT EXISTS (
       SELECT 1 FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
        WHERE i.inhparent = 'public.reading'::regclass AND c.relname = name) THEN RETURN false; END IF;
  EXECUTE format('SELECT EXISTS (SELECT 1 FROM public.%I)', name) INTO used;
  IF used THEN RETURN false; END IF;
  EXECUTE format('LOCK TABLE ONLY public.reading, public.%I IN ACCESS EXCLUSIVE MODE', name);
  EXECUTE format('SELECT EXISTS (SELECT 1 FROM public.%I)', name) INTO used;
  IF used THEN RETURN false; END IF;
  -- contract: the server runs this once a partition is over, the migration itself drops nothing
  EXECUTE format('DROP TABLE public.%I', name);
  RETURN true;
END
$$;

-- Packed days are cut by how long they are kept, then by month; what is kept for ever (0) by year.
CREATE FUNCTION picket_make_packed_partition(parent text, keep_days integer, first date) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  list text := parent || '_keep_' || keep_days;
  name text := list || to_char(first, CASE keep_days WHEN 0 THEN '"_"YYYY' ELSE '"_"YYYY"_"MM' END);
  next date := (first + CASE keep_days WHEN 0 THEN interval '1 year' ELSE interval '1 month' END)::date;
BEGIN
  IF parent NOT IN ('reading_chunk', 'reading_rollup') OR keep_days < 0 OR first <> date_trunc(CASE keep_days WHEN 0 THEN 'year' ELSE 'month' END, first) THEN
    RAISE EXCEPTION 'no partition of packed days: %, %, %', parent, keep_days, first;
  END IF;
  IF to_regclass(format('public.%I', list)) IS NULL THEN
    EXECUTE format('CREATE TABLE public.%I PARTITION OF public.%I FOR VALUES IN (%s) PARTITION BY RANGE (day)', list, parent, keep_days);
  END IF;
  IF to_regclass(format('public.%I', name)) IS NULL THEN
    EXECUTE format('CREATE TABLE public.%I PARTITION OF public.%I FOR VALUES FROM (%L) TO (%L)', name, list, first, next);
  END IF;
END
$$;

-- Only a month of what is not kept for ever; answers whether it was dropped.
CREATE FUNCTION picket_drop_packed_partition(parent text, keep_days integer, name text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF parent NOT IN ('reading_chunk', 'reading_rollup') OR keep_days <= 0 THEN
    RAISE EXCEPTION 'no partition of packed days: %, %', parent, keep_days;
  END IF;
  IF NOT EXISTS (SELECT 1 FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
                  WHERE i.inhparent = to_regclass(format('public.%I', parent || '_keep_' || keep_days)) AND c.relname = name)
  THEN RETURN false; END IF;
  -- contract: the server runs this once a partition is over, the migration itself drops nothing
  EXECUTE format('DROP TABLE public.%I', name);
  RETURN true;
END
$$;

REVOKE EXECUTE ON FUNCTION picket_make_reading_day(date), picket_drop_empty_reading_partition(text),
  picket_make_packed_partition(text, integer, date), picket_drop_packed_partition(text, integer, text) FROM PUBLIC;
