-- Partitions have the new key, and the index by which servers of the version before look rows up, built without hindering those who write.
-- New rows are checked from here on; the existing ones in the next migration, under a lock that hinders nobody.
ALTER TABLE "reading" ADD CONSTRAINT "reading_has_tenant" CHECK ("tenant_guid" IS NOT NULL) NOT VALID;
