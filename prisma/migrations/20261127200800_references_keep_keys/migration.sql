-- Keys never change, so no reference has to follow them, and none could where rows are distributed (decision 77). Each reference is replaced by
-- one without ON UPDATE CASCADE. New rows are checked from here on; the existing ones, which the old reference has checked, in the next
-- migration, under a lock that hinders nobody.
DO $$
DECLARE
  old record;
BEGIN
  FOR old IN
    SELECT conrelid::regclass AS child, conname AS name, pg_get_constraintdef(oid) AS definition FROM pg_constraint
     WHERE contype = 'f' AND confupdtype = 'c' AND conparentid = 0 AND connamespace = 'public'::regnamespace
     ORDER BY conrelid::regclass::text, conname
  LOOP
    -- contract: the new reference refuses what the old one did
    EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I, ADD CONSTRAINT %I %s NOT VALID', old.child, old.name, old.name,
                   replace(old.definition, ' ON UPDATE CASCADE', ''));
  END LOOP;
END $$;
