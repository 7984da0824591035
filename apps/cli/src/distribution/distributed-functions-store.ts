/**
 * Functions of the database that make and drop partitions, as Citus takes them: a day of readings is distributed before rows move into it,
 * and packed days are partitioned once, by how long they are kept and by day, since it knows no partitions of partitions.
 */

const DEFINER = 'LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp';

/** Each a statement; run again they change nothing. */
export const DISTRIBUTED_FUNCTIONS: readonly string[] = [
  `CREATE OR REPLACE FUNCTION picket_make_reading_day(day date) RETURNS void ${DEFINER} AS $$
DECLARE
  name text := 'reading_' || to_char(day, 'YYYY_MM_DD');
  first timestamptz := day::timestamp AT TIME ZONE 'UTC';
  next timestamptz := (day + 1)::timestamp AT TIME ZONE 'UTC';
BEGIN
  IF to_regclass(format('public.%I', name)) IS NOT NULL THEN RETURN; END IF;
  EXECUTE format('CREATE TABLE public.%I (LIKE public.reading INCLUDING ALL)', name);
  PERFORM create_distributed_table(format('public.%I', name), 'tenant_guid', colocate_with => 'public.reading');
  -- Nothing may be added between the copy and the deletion.
  LOCK TABLE public.reading_default IN SHARE ROW EXCLUSIVE MODE;
  EXECUTE format('INSERT INTO public.%I SELECT * FROM public.reading_default WHERE at >= $1 AND at < $2', name) USING first, next;
  DELETE FROM public.reading_default WHERE at >= first AND at < next;
  EXECUTE format('ALTER TABLE public.reading ATTACH PARTITION public.%I FOR VALUES FROM (%L) TO (%L)', name, first, next);
END
$$`,
  `CREATE OR REPLACE FUNCTION picket_make_packed_partition(parent text, keep_days integer, first date) RETURNS void ${DEFINER} AS $$
DECLARE
  name text := parent || '_keep_' || keep_days || to_char(first, CASE keep_days WHEN 0 THEN '"_"YYYY' ELSE '"_"YYYY"_"MM' END);
  next date := (first + CASE keep_days WHEN 0 THEN interval '1 year' ELSE interval '1 month' END)::date;
BEGIN
  IF parent NOT IN ('reading_chunk', 'reading_rollup') OR keep_days < 0 OR first <> date_trunc(CASE keep_days WHEN 0 THEN 'year' ELSE 'month' END, first) THEN
    RAISE EXCEPTION 'no partition of packed days: %, %, %', parent, keep_days, first;
  END IF;
  IF to_regclass(format('public.%I', name)) IS NULL THEN
    EXECUTE format('CREATE TABLE public.%I PARTITION OF public.%I FOR VALUES FROM (%s, %L) TO (%s, %L)', name, parent, keep_days, first, keep_days, next);
  END IF;
END
$$`,
  `CREATE OR REPLACE FUNCTION picket_drop_packed_partition(parent text, keep_days integer, name text) RETURNS boolean ${DEFINER} AS $$
BEGIN
  IF parent NOT IN ('reading_chunk', 'reading_rollup') OR keep_days <= 0 OR name NOT LIKE replace(parent || '_keep_' || keep_days || '_', '_', '\\_') || '%' THEN
    RAISE EXCEPTION 'no partition of packed days: %, %', parent, keep_days;
  END IF;
  IF NOT EXISTS (SELECT 1 FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
                  WHERE i.inhparent = to_regclass(format('public.%I', parent)) AND c.relname = name)
  THEN RETURN false; END IF;
  EXECUTE format('DROP TABLE public.%I', name);
  RETURN true;
END
$$`,
];
