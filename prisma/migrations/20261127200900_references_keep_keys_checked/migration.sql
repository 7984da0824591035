-- Reads the tables while others read and write them.
DO $$
DECLARE
  new record;
BEGIN
  FOR new IN
    SELECT conrelid::regclass AS child, conname AS name FROM pg_constraint
     WHERE contype = 'f' AND NOT convalidated AND connamespace = 'public'::regnamespace
     ORDER BY conrelid::regclass::text, conname
  LOOP
    EXECUTE format('ALTER TABLE %s VALIDATE CONSTRAINT %I', new.child, new.name);
  END LOOP;
END $$;
